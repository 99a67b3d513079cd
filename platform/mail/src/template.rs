//! Templates: the first line is the subject, then paragraphs with `{names}` in them.
//!
//! User input is a value, never part of the template: it cannot become a header or markup, and becomes a link only in a
//! message that a person wrote.

use crate::html;
use crate::message::Message;
use crate::paragraph::{Piece, line, plain};

pub struct Template(pub &'static str);

/// A value that stands for a `{name}`.
#[derive(Clone, Debug)]
pub enum Word {
    /// One line of user input: a name, a title. It is never linked.
    Plain(String),
    /// An address of this server; a paragraph that contains only it becomes a button.
    Link(String),
    /// Several lines of user input; addresses in it are linked.
    Prose(String),
}

type Words<'w> = &'w [(&'static str, Word)];

impl Template {
    /// The e-mail to `to`, in plain text and HTML.
    pub fn fill(&self, to: &str, to_name: Option<&str>, words: Words<'_>) -> Message {
        let (subject, body) = self.0.split_once('\n').unwrap_or((self.0, ""));
        let paragraphs: Vec<Vec<Piece<'_>>> = body
            .trim()
            .split("\n\n")
            .map(|paragraph| pieces(paragraph, words))
            .filter(|said| !plain(said).is_empty())
            .collect();
        let said: Vec<String> = paragraphs.iter().map(|paragraph| plain(paragraph)).collect();
        let subject = line(&plain(&pieces(subject, words)));
        Message {
            to: to.to_owned(),
            to_name: to_name.map(line),
            reply_to: None,
            html: html::page(&subject, &paragraphs),
            subject,
            plain: said.join("\n\n") + "\n",
        }
    }
}

fn pieces<'p>(text: &'p str, words: &'p [(&'static str, Word)]) -> Vec<Piece<'p>> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        found.push(Piece::Ours(before));
        let Some((name, behind)) = after.split_once('}') else { break };
        if let Some((_, word)) = words.iter().find(|(known, _)| *known == name) {
            found.push(match word {
                Word::Plain(text) => Piece::Plain(line(text)),
                Word::Link(address) => Piece::Link(address),
                Word::Prose(text) => Piece::Prose(text),
            });
        }
        rest = behind;
    }
    found.push(Piece::Ours(rest));
    found.retain(|piece| !matches!(piece, Piece::Ours("")));
    found
}

#[cfg(test)]
mod tests {
    use super::{Template, Word};

    const TEMPLATE: Template = Template(
        "{who} invites you\n\nHello {name},\n{who} wants you to join.\n\n{link}\n\n{message}\n\nIt ends in 72 hours.",
    );

    fn filled(who: &str, message: &str) -> crate::Message {
        TEMPLATE.fill(
            "ana@lume.example",
            Some("Ana\r\nBcc: eva@other.example"),
            &[
                ("who", Word::Plain(who.into())),
                ("name", Word::Plain("Ana".into())),
                ("link", Word::Link("https://vitrine.example/invitation#1.abc".into())),
                ("message", Word::Prose(message.into())),
            ],
        )
    }

    #[test]
    fn an_email_says_the_same_in_plain_text_and_html() {
        let message = filled("Max", "See https://lume.example/a?b=1&c=2.\nBye");
        assert_eq!(message.subject, "Max invites you");
        assert_eq!(
            message.plain,
            "Hello Ana, Max wants you to join.\n\nhttps://vitrine.example/invitation#1.abc\n\n\
             See https://lume.example/a?b=1&c=2.\nBye\n\nIt ends in 72 hours.\n"
        );
        assert!(message.html.contains("<a href=\"https://lume.example/a?b=1&amp;c=2\">"), "{}", message.html);
        assert!(message.html.contains("</a>.<br>Bye"), "{}", message.html);
        assert!(message.html.contains("href=\"https://vitrine.example/invitation#1.abc\""), "{}", message.html);
    }

    #[test]
    fn names_and_messages_in_an_email_are_escaped() {
        let message = filled("<b>Max</b>\nBcc: eva@other.example https://evil.example {link}", "<script>x</script>");
        assert_eq!(message.subject, "<b>Max</b> Bcc: eva@other.example https://evil.example {link} invites you");
        assert_eq!(message.to_name.as_deref(), Some("Ana  Bcc: eva@other.example"));
        for marked in ["<b>Max", "<script>", "href=\"https://evil.example"] {
            assert!(!message.html.contains(marked), "{marked} in {}", message.html);
        }
        assert!(message.html.contains("&lt;script&gt;"));
    }
}
