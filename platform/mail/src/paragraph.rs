//! A paragraph of an e-mail, and its plain text.

/// A part of a paragraph, before it is made plain text or HTML.
pub(crate) enum Piece<'p> {
    Ours(&'p str),
    Plain(String),
    Link(&'p str),
    Prose(&'p str),
}

/// A paragraph of a message in plain text.
pub(crate) fn plain(paragraph: &[Piece<'_>]) -> String {
    let said = paragraph.iter().map(|piece| match piece {
        Piece::Ours(text) => text.replace('\n', " "),
        Piece::Plain(text) => text.clone(),
        Piece::Link(address) => (*address).to_owned(),
        Piece::Prose(text) => prose_lines(text).collect::<Vec<_>>().join("\n"),
    });
    said.collect()
}

/// The lines of a message, without characters that no line may contain.
pub(crate) fn prose_lines(text: &str) -> impl Iterator<Item = String> + '_ {
    text.lines().map(line)
}

/// One clean line: control characters, and characters that change the text direction, become spaces.
pub(crate) fn line(text: &str) -> String {
    let hidden = |letter: char| {
        letter.is_control()
            || matches!(letter, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    text.chars().map(|letter| if hidden(letter) { ' ' } else { letter }).collect::<String>().trim().to_owned()
}
