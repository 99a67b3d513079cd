//! The first lines of a text, drawn as a page: prose and code as lines, CSV as a table, Markdown with its headings. The
//! layout is an SVG, so that one renderer draws everything.

mod json;
mod lines;
mod markdown;
mod page;
mod table;

use std::fs::File;
use std::io::Read;

use super::{Budget, Drawn, Facts, svg};
use crate::failure::Failure;
use crate::format::Dialect;

/// More than any page shows.
const READ: u64 = 64 * 1024;

pub(super) fn decode(input: File, dialect: Dialect, budget: &Budget) -> Result<Drawn, Failure> {
    let mut bytes = Vec::new();
    input.take(READ).read_to_end(&mut bytes).map_err(Failure::unavailable)?;
    let text = readable(&bytes)?;
    let page = match dialect {
        Dialect::Plain => lines::page(&text),
        Dialect::Json => lines::page(&json::indented(&text)),
        Dialect::Table => table::page(&text),
        Dialect::Markdown => markdown::page(&text),
    };
    // DejaVu covers the alphabets; fonts for other scripts (Chinese, Japanese, Korean, emoji) may be installed here.
    let fonts = if text.chars().any(|c| c > '\u{2e7f}') { svg::system_fonts() } else { svg::own_fonts() };
    let (width, height) = (page.width, page.height);
    let drawing = svg::parse(page.finish().as_bytes(), fonts)?;
    let picture = svg::draw(&drawing, budget.wanted)?;
    Ok(Drawn::upright(picture, Facts { width, height, scales: true, ..Facts::default() }))
}

/// UTF-8, or UTF-16 with a byte order mark, or else Latin-1; bytes that are not text are refused.
fn readable(bytes: &[u8]) -> Result<String, Failure> {
    let text = match bytes {
        [0xff, 0xfe, rest @ ..] => utf16(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => utf16(rest, u16::from_be_bytes),
        [0xef, 0xbb, 0xbf, rest @ ..] => utf8_or_latin(rest),
        _ => utf8_or_latin(bytes),
    };
    let control = text.chars().filter(|c| c.is_control() && !c.is_whitespace()).count();
    if text.contains('\0') || control * 10 > text.chars().count() {
        return Err(Failure::malformed("not a text"));
    }
    Ok(text)
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let units = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
    char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
}

fn utf8_or_latin(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        // Only the last character is cut off.
        Err(error) if error.error_len().is_none() => {
            String::from_utf8_lossy(&bytes[..error.valid_up_to()]).into_owned()
        }
        Err(_) => bytes.iter().copied().map(char::from).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_encoding_of_a_text_is_detected() {
        assert_eq!(readable("\u{feff}Olá".as_bytes()), Ok("Olá".into()));
        assert_eq!(readable(&[0xff, 0xfe, b'A', 0, 0xe9, 0]), Ok("Aé".into()));
        assert_eq!(readable(b"pre\xe7o"), Ok("preço".into()));
        assert_eq!(readable(&"preço".as_bytes()[..4]), Ok("pre".into()));
        assert!(readable(b"MZ\0\0\x01\x02").is_err());
    }
}
