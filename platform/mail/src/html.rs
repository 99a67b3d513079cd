//! The HTML of an e-mail: one narrow column that old and new mail programs render alike.

use crate::paragraph::{Piece, prose_lines};

const BODY: &str = "margin:0;padding:32px 16px;background:#f6f6f7;color:#1a1b1e;\
    font:16px/24px -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const CARD: &str =
    "max-width:560px;margin:0 auto;padding:32px;background:#ffffff;border:1px solid #e3e4e8;border-radius:14px";
const BUTTON: &str = "display:inline-block;padding:10px 20px;border-radius:8px;background:#1b7f4b;color:#ffffff;\
    text-decoration:none;font-weight:600";
const SMALL: &str = "color:#5c616b;font-size:13px;line-height:20px;word-break:break-all";

pub(crate) fn page(subject: &str, paragraphs: &[Vec<Piece<'_>>]) -> String {
    let body: String = paragraphs.iter().map(|paragraph| drawn(paragraph, subject)).collect();
    let title = escape(subject);
    format!(
        "<!doctype html><html><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
         <title>{title}</title></head><body style=\"{BODY}\"><div style=\"{CARD}\">{body}</div></body></html>"
    )
}

/// A paragraph that is only a link becomes a button, with the address below it for readers who cannot press it.
fn drawn(paragraph: &[Piece<'_>], subject: &str) -> String {
    if let [Piece::Link(address)] = paragraph {
        let (href, label) = (escape(address), escape(subject));
        return format!("<p><a style=\"{BUTTON}\" href=\"{href}\">{label}</a></p><p style=\"{SMALL}\">{href}</p>");
    }
    let inside: String = paragraph.iter().map(piece).collect();
    format!("<p>{inside}</p>")
}

fn piece(piece: &Piece<'_>) -> String {
    match piece {
        Piece::Ours(text) => escape(text),
        Piece::Plain(text) => escape(text),
        Piece::Link(address) => anchor(address),
        Piece::Prose(text) => prose_lines(text).map(|line| linked(&line)).collect::<Vec<_>>().join("<br>"),
    }
}

/// The line with its http(s) addresses as links. A full stop or bracket that ends the sentence is not part of them.
fn linked(line: &str) -> String {
    let mut drawn = String::new();
    for (number, word) in line.split(' ').enumerate() {
        if number > 0 {
            drawn.push(' ');
        }
        let end = word.trim_end_matches(['.', ',', ';', ':', '!', '?', ')', ']', '"', '\'']).len();
        let (address, behind) = word.split_at(end);
        if is_address(address) {
            drawn += &anchor(address);
            drawn += &escape(behind);
        } else {
            drawn += &escape(word);
        }
    }
    drawn
}

fn is_address(word: &str) -> bool {
    let rest = word.strip_prefix("https://").or_else(|| word.strip_prefix("http://"));
    rest.is_some_and(|rest| rest.starts_with(|letter: char| letter.is_alphanumeric() || letter == '['))
}

fn anchor(address: &str) -> String {
    let href = escape(address);
    format!("<a href=\"{href}\">{href}</a>")
}

pub(crate) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\'' => escaped += "&#39;",
            other => escaped.push(other),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::linked;

    #[test]
    fn only_web_addresses_in_an_email_become_links() {
        for (line, wanted) in [
            ("see (https://a.example/x).", "see (https://a.example/x)."),
            ("see https://a.example/x.", "see <a href=\"https://a.example/x\">https://a.example/x</a>."),
            ("javascript:alert(1) https://", "javascript:alert(1) https://"),
            (
                "https://a.example/\"onclick=x",
                "<a href=\"https://a.example/&quot;onclick=x\">https://a.example/&quot;onclick=x</a>",
            ),
        ] {
            assert_eq!(linked(line), wanted);
        }
    }
}
