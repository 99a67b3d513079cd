//! The title and the description of a collection, as somebody writes them.

use primitives::without_turns;
use rest::{FieldErrors, Problem, Rule};
use serde::Deserialize;
use tenancy::Title;

use crate::store::Words;

const LONGEST_DESCRIPTION: usize = 2_000;

/// What is left out stays as it is.
#[derive(Clone, Debug, Default, Deserialize, utoipa::ToSchema)]
pub(crate) struct CollectionChange {
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(value_type = Option<rest::schema_formats::OneLine>)]
    pub title: Option<String>,
    /// At most 2,000 characters; an empty one takes it away.
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(max_length = 2_000)]
    pub description: Option<String>,
}

impl CollectionChange {
    /// The words that `before` become.
    pub fn read(&self, before: &Words) -> Result<Words, Problem> {
        let mut errors = FieldErrors::default();
        let title = match &self.title {
            Some(title) => errors.take("title", Title::parse(title)).map(|title| title.to_string()),
            None => Some(before.title.clone()),
        };
        let description = match &self.description {
            Some(text) => errors.take("description", read_description(text)),
            None => Some(before.description.clone()),
        };
        let words = title.zip(description).map(|(title, description)| Words { title, description });
        errors.finish(words)
    }
}

fn read_description(text: &str) -> Result<String, Rule> {
    let text = without_turns(text).trim().replace("\r\n", "\n");
    if text.chars().count() > LONGEST_DESCRIPTION { Err(Rule::MaxLength(LONGEST_DESCRIPTION)) } else { Ok(text) }
}

#[cfg(test)]
mod tests {
    use super::CollectionChange;
    use crate::store::Words;

    fn read(title: Option<&str>, description: Option<&str>) -> Option<(String, String)> {
        let before = Words { title: "Spring".to_owned(), description: "Pictures".to_owned() };
        let change = CollectionChange { title: title.map(str::to_owned), description: description.map(str::to_owned) };
        change.read(&before).ok().map(|words| (words.title, words.description))
    }

    #[test]
    fn words_are_read_without_the_spaces_around_them_and_have_their_bounds() {
        let told = |title: &str, description: &str| Some((title.to_owned(), description.to_owned()));
        assert_eq!(read(None, None), told("Spring", "Pictures"));
        assert_eq!(read(Some("  Summer "), Some(" a\r\nb ")), told("Summer", "a\nb"));
        assert_eq!(read(None, Some("")), told("Spring", ""));
        assert_eq!(read(None, Some("\u{202e}txt.exe")), told("Spring", "txt.exe"));
        assert_eq!(read(None, Some(&"é".repeat(2_000))), told("Spring", &"é".repeat(2_000)));
        for (title, description) in [
            (Some(""), None),
            (Some("a\nb"), None),
            (Some("a\u{202e}b"), None),
            (Some("x"), Some("é".repeat(2_001))),
            (Some(" "), None),
        ] {
            assert_eq!(read(title, description.as_deref()), None, "{title:?}");
        }
    }
}
