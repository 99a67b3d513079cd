//! Texts and their kinds.

use super::BINARY;

/// No NUL and almost no control character; UTF-16 by its byte order mark. An empty file counts, so that its name can
/// decide.
pub(super) fn is_text(head: &[u8]) -> bool {
    match head {
        [0xff, 0xfe, rest @ ..] => return is_utf16(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => return is_utf16(rest, u16::from_be_bytes),
        _ => {}
    }
    let control = head.iter().filter(|byte| **byte < 0x20 && !byte.is_ascii_whitespace() && **byte != 0x1b).count();
    !head.contains(&0) && control * 50 <= head.len()
}

/// The mark alone proves nothing: other formats begin with numbers that look like it.
fn is_utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> bool {
    let units = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
    let mut rest = char::decode_utf16(units).peekable();
    while let Some(letter) = rest.next() {
        let is_last = rest.peek().is_none();
        let fits = match letter {
            Ok(letter) => letter == '\u{1b}' || letter.is_whitespace() || !letter.is_control(),
            // The head may end within a letter.
            Err(_) => is_last,
        };
        if !fits {
            return false;
        }
    }
    true
}

pub(super) fn kind(head: &[u8], extension: &str) -> &'static str {
    let named = named(extension);
    if head.is_empty() {
        return named.unwrap_or(BINARY);
    }
    marked_up(head).or(named).unwrap_or("text/plain")
}

fn named(extension: &str) -> Option<&'static str> {
    Some(match extension {
        "txt" | "log" | "text" => "text/plain",
        "csv" => "text/csv",
        "tsv" => "text/tab-separated-values",
        "json" | "geojson" | "gltf" => "application/json",
        "md" | "markdown" => "text/markdown",
        "css" => "text/css",
        "js" | "mjs" => "text/javascript",
        "yaml" | "yml" => "application/yaml",
        "toml" => "application/toml",
        "xml" | "xsl" => "application/xml",
        "rtf" => "application/rtf",
        _ => return None,
    })
}

/// SVG, HTML and XML by their first element, past declarations and comments.
fn marked_up(head: &[u8]) -> Option<&'static str> {
    let text = String::from_utf8_lossy(head);
    let mut rest = text.trim_start_matches('\u{feff}').trim_start();
    let mut declared = false;
    loop {
        let end = if rest.starts_with("<!--") {
            "-->"
        } else if rest.starts_with("<?xml") {
            declared = true;
            "?>"
        } else if is_doctype(rest, "svg") {
            return Some("image/svg+xml");
        } else {
            break;
        };
        rest = rest.split_once(end)?.1.trim_start();
    }
    let element = |name: &str| is_element(rest, name);
    if element("svg") || element("svg:svg") {
        return Some("image/svg+xml");
    }
    if is_doctype(rest, "html") || ["html", "head", "body", "script", "p", "div"].into_iter().any(element) {
        return Some("text/html");
    }
    declared.then_some("application/xml")
}

fn is_doctype(text: &str, name: &str) -> bool {
    text.get(..9).is_some_and(|mark| mark.eq_ignore_ascii_case("<!doctype"))
        && text[9..].trim_start().get(..name.len()).is_some_and(|found| found.eq_ignore_ascii_case(name))
}

fn is_element(text: &str, name: &str) -> bool {
    let Some(after) = text.strip_prefix('<') else { return false };
    after.get(..name.len()).is_some_and(|found| found.eq_ignore_ascii_case(name))
        && after[name.len()..].starts_with(|c: char| c.is_whitespace() || c == '>' || c == '/')
}
