//! The text of a comment. Mentions are written as `<@users_id>`.

use std::collections::{BTreeSet, HashMap};

use primitives::{UserId, without_turns};
use rest::{Problem, Rule};

const LONGEST: usize = 4_000;
const MOST_MENTIONED: usize = 20;

/// A text that can be a comment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CommentText {
    pub text: String,
    pub mentioned: BTreeSet<UserId>,
}

impl CommentText {
    /// 1 to 4,000 characters that mention at most twenty people.
    pub fn parse(text: &str) -> Result<Self, Problem> {
        let kept = without_turns(text).trim().replace("\r\n", "\n");
        let refused = |rule: Rule| Problem::refused(vec![rule.of("text")]);
        if kept.is_empty() {
            return Err(refused(Rule::Mandatory));
        }
        if kept.chars().count() > LONGEST {
            return Err(refused(Rule::MaxLength(LONGEST)));
        }
        let mentioned: BTreeSet<UserId> = pieces(&kept).filter_map(Piece::mentioned).collect();
        if mentioned.len() > MOST_MENTIONED {
            return Err(Problem::invalid("text", "too_many_mentions").with("max", MOST_MENTIONED));
        }
        Ok(Self { text: kept, mentioned })
    }
}

/// The text with a name for each mention.
pub(crate) fn with_names(text: &str, names: &HashMap<UserId, String>) -> String {
    let said = pieces(text).map(|piece| match piece {
        Piece::Words(words) => words.to_owned(),
        Piece::Mention(user, written) => names.get(&user).map_or_else(|| written.to_owned(), |name| format!("@{name}")),
    });
    said.collect()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Piece<'t> {
    Words(&'t str),
    /// Somebody, and how they stand in the text.
    Mention(UserId, &'t str),
}

impl Piece<'_> {
    fn mentioned(self) -> Option<UserId> {
        match self {
            Self::Mention(user, _) => Some(user),
            Self::Words(_) => None,
        }
    }
}

fn pieces(text: &str) -> impl Iterator<Item = Piece<'_>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        if let Some((user, length)) = mention_at_start(rest) {
            let (written, after) = rest.split_at(length);
            rest = after;
            return Some(Piece::Mention(user, written));
        }
        let is_mention = |(at, _): &(usize, &str)| *at > 0 && mention_at_start(&rest[*at..]).is_some();
        let end = rest.match_indices("<@").find(is_mention).map_or(rest.len(), |(at, _)| at);
        let (words, after) = rest.split_at(end);
        rest = after;
        Some(Piece::Words(words))
    })
}

/// Who is mentioned, and the bytes of the mention.
fn mention_at_start(text: &str) -> Option<(UserId, usize)> {
    let (digits, _) = text.strip_prefix("<@")?.split_once('>')?;
    let is_id = (1..=18).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
    let id = digits.parse().ok().filter(|_| is_id)?;
    Some((UserId(id), digits.len() + 3))
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use primitives::UserId;

    use super::{CommentText, with_names};

    #[test]
    fn mentions_are_found_and_get_their_names() {
        let read = CommentText::parse("  <@7>, look: <@12><@7> and <@> or <@x> or 1 <@ 2>\r\n<<@8>  ").unwrap();
        assert_eq!(read.mentioned.iter().map(|user| user.0).collect::<Vec<_>>(), [7, 8, 12]);
        let names = HashMap::from([(UserId(7), "Ana".to_owned()), (UserId(8), "Beto".to_owned())]);
        let said = "@Ana, look: <@12>@Ana and <@> or <@x> or 1 <@ 2>\n<@Beto";
        assert_eq!(with_names(&read.text, &names), said);
    }

    #[test]
    fn a_comment_has_a_text_of_bounded_length() {
        for (wrong, key) in [("", "mandatory"), (" \r\n", "mandatory"), (&"é".repeat(4_001), "max_length")] {
            let problem = CommentText::parse(wrong).unwrap_err();
            assert!(format!("{problem:?}").contains(key), "{problem:?}");
        }
        assert!(CommentText::parse(&"é".repeat(4_000)).is_ok());
        assert_eq!(CommentText::parse("\u{202e}txt.exe").unwrap().text, "txt.exe");
        assert!(CommentText::parse("\u{2066} \u{2069}").is_err());
        let many = (0..21).map(|id| format!("<@{id}>")).collect::<String>();
        assert!(CommentText::parse(&many).is_err());
    }
}
