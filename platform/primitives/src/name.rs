//! Names of entries: safe on every file system we serve, and comparable without regard to case.

use unicode_normalization::UnicodeNormalization;

/// A name that may stand in a folder: NFC, at most 255 bytes, no separators, control characters,
/// trailing dots or spaces, and none of the names Windows reserves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntryName(String);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InvalidName {
    Empty,
    TooLong,
    Character,
    Reserved,
    TrailingDotOrSpace,
}

const RESERVED: [&str; 6] = ["con", "prn", "aux", "nul", "conin$", "conout$"];
/// What follows `com` and `lpt` in the names of devices.
const NUMBERS: &str = "0123456789¹²³";
/// The bin and staging area of a repository live under this name; nobody else may use it.
const OURS: &str = ".vitrine";

impl EntryName {
    pub fn parse(wanted: &str) -> Result<Self, InvalidName> {
        let name: String = wanted.nfc().collect();
        if name.trim().is_empty() {
            return Err(InvalidName::Empty);
        }
        if name.len() > 255 {
            return Err(InvalidName::TooLong);
        }
        if name.chars().any(is_forbidden) {
            return Err(InvalidName::Character);
        }
        if name.ends_with(['.', ' ']) {
            return Err(InvalidName::TrailingDotOrSpace);
        }
        if name.starts_with(' ') || is_reserved(&name) {
            return Err(InvalidName::Reserved);
        }
        Ok(Self(name))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Two names of one folder may not share this key: case is folded, accents are kept.
    pub fn key(&self) -> String {
        Self::key_of(&self.0)
    }

    /// The key of an entry that is called `name`.
    pub fn key_of(name: &str) -> String {
        name.to_lowercase().nfc().collect()
    }

    /// The part after the last dot, lower case, if there is one.
    pub fn extension(&self) -> Option<String> {
        let (stem, extension) = self.0.rsplit_once('.')?;
        (!stem.is_empty()).then(|| extension.to_lowercase())
    }
}

impl std::fmt::Display for EntryName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// Separators, what Windows refuses, controls, and the invisible characters that disguise a name's direction.
fn is_forbidden(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '/' | '\\' | '<' | '>' | ':' | '"' | '|' | '?' | '*')
        || matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}' | '\u{2028}' | '\u{2029}')
}

fn is_reserved(name: &str) -> bool {
    let lower = name.to_lowercase();
    let stem = lower.split('.').next().unwrap_or("").trim_end();
    let numbered = |prefix: &str| {
        let mut rest = stem.strip_prefix(prefix).unwrap_or("").chars();
        rest.next().is_some_and(|number| NUMBERS.contains(number)) && rest.next().is_none()
    };
    lower == "."
        || lower == ".."
        || lower.starts_with(OURS)
        || RESERVED.contains(&stem)
        || numbered("com")
        || numbered("lpt")
}

#[cfg(test)]
mod tests {
    use super::{EntryName, InvalidName};

    #[test]
    fn hostile_and_unportable_names_are_refused() {
        let long = "x".repeat(256);
        for (name, why) in [
            ("", InvalidName::Empty),
            ("   ", InvalidName::Empty),
            (long.as_str(), InvalidName::TooLong),
            ("../etc/passwd", InvalidName::Character),
            ("a\0b", InvalidName::Character),
            ("a\nb", InvalidName::Character),
            ("evil\u{202e}gpj.exe", InvalidName::Character),
            ("c:\\x", InvalidName::Character),
            ("..", InvalidName::TrailingDotOrSpace),
            ("name.", InvalidName::TrailingDotOrSpace),
            ("name ", InvalidName::TrailingDotOrSpace),
            ("NUL.txt", InvalidName::Reserved),
            ("com1", InvalidName::Reserved),
            ("LPT³.log", InvalidName::Reserved),
            ("CONIN$", InvalidName::Reserved),
            (".vitrine", InvalidName::Reserved),
            (" a", InvalidName::Reserved),
        ] {
            assert_eq!(EntryName::parse(name), Err(why), "{name:?}");
        }
    }

    #[test]
    fn awkward_but_honest_names_are_kept() {
        for name in [
            "Açaí – verão 2027 (final).jpg",
            "日本語.png",
            "🌞.svg",
            ".htaccess",
            "command.txt",
            "com10",
            "com",
            "a'b&c#d%e.pdf",
        ] {
            assert_eq!(EntryName::parse(name).map(|n| n.as_str().to_owned()), Ok(name.to_owned()));
        }
    }

    #[test]
    fn decomposed_and_composed_spellings_are_one_name() {
        let composed = EntryName::parse("é.txt").unwrap();
        let decomposed = EntryName::parse("E\u{301}.TXT").unwrap();
        assert_eq!(composed.key(), decomposed.key());
        assert_ne!(composed.key(), EntryName::parse("e.txt").unwrap().key());
    }
}
