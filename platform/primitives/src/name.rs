//! Names of entries: safe on every supported file system, and comparable without regard to case.

use unicode_normalization::UnicodeNormalization;

use crate::{NodeId, fold, has_invisible};

/// A valid name of an entry: NFC, at most 255 bytes, no separators, invisible or control characters, trailing dots or
/// spaces, and none of the names that Windows reserves.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct EntryName(String);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InvalidName {
    Empty,
    TooLong,
    Character,
    Reserved,
    TrailingDotOrSpace,
}

/// In bytes.
const LONGEST: usize = 255;
const RESERVED: [&str; 6] = ["con", "prn", "aux", "nul", "conin$", "conout$"];
/// The endings of `com` and `lpt` in the names of devices.
const NUMBERS: &str = "0123456789¹²³";
/// The folder of a repository's bin and staging area; no entry may have this name.
const OURS: &str = ".vitrine";

impl EntryName {
    pub fn parse(wanted: &str) -> Result<Self, InvalidName> {
        let name: String = wanted.nfc().collect();
        if name.trim().is_empty() {
            return Err(InvalidName::Empty);
        }
        if name.len() > LONGEST {
            return Err(InvalidName::TooLong);
        }
        if name.chars().any(is_forbidden) || has_invisible(&name) {
            return Err(InvalidName::Character);
        }
        if name.ends_with(|letter: char| letter == '.' || letter.is_whitespace()) {
            return Err(InvalidName::TrailingDotOrSpace);
        }
        if name.starts_with(char::is_whitespace) || is_reserved(&name) || DiskName::duplicate(&name).is_some() {
            return Err(InvalidName::Reserved);
        }
        Ok(Self(name))
    }

    /// The name of an existing entry. Rules that were added later do not apply to it.
    pub fn kept(name: &str) -> Result<Self, InvalidName> {
        let disk = DiskName::parse(name).ok_or(InvalidName::Character)?;
        Ok(Self(disk.0))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Two entries of a folder may not share this key: case is folded, accents are kept.
    pub fn key(&self) -> String {
        Self::key_of(&self.0)
    }

    /// The key of the name `name`.
    pub fn key_of(name: &str) -> String {
        name.to_lowercase().nfc().collect()
    }

    /// The name with a number before its extension: `photo (2).jpg`. A name that becomes too long loses the end of its
    /// stem. None if what comes out is no valid name.
    pub fn numbered(&self, number: usize) -> Option<Self> {
        let (stem, extension) = match self.0.rfind('.') {
            Some(at) if at > 0 => self.0.split_at(at),
            _ => (self.0.as_str(), ""),
        };
        let end = format!(" ({number}){extension}");
        let room = stem.floor_char_boundary(LONGEST.checked_sub(end.len())?.min(stem.len()));
        Self::parse(&format!("{}{end}", stem[..room].trim_end())).ok()
    }

    /// The name after `prefix`, as it has to be to name a copy: `Copy of photo.jpg`. A name that becomes too long loses
    /// the end of its stem. None if what comes out is no valid name.
    pub fn prefixed(&self, prefix: &str) -> Option<Self> {
        let (stem, extension) = match self.0.rfind('.') {
            Some(at) if at > 0 => self.0.split_at(at),
            _ => (self.0.as_str(), ""),
        };
        let room = LONGEST.checked_sub(prefix.len() + extension.len())?;
        let room = stem.floor_char_boundary(room.min(stem.len()));
        Self::parse(&format!("{prefix}{}{extension}", stem[..room].trim_end())).ok()
    }

    /// The part after the last dot in lower case, if there is one.
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

/// The name of an entry on disk. Two entries of a folder may have the same name if the author of the later one could
/// not see the first. The later one, the duplicate, carries its id in its name on disk, so that both have a file.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DiskName(String);

/// Separates a duplicate's name from its id. No entry may have a name that ends like this.
const BEFORE_ID: &str = "~vitrine";
/// A longer ending is not one that programs use.
const LONGEST_ENDING: usize = 16;

impl DiskName {
    /// A name that is safe as one step down in a folder, and does not lead into our own area.
    pub fn parse(name: &str) -> Option<Self> {
        let unsafe_name = name.is_empty()
            || name.len() > 255
            || name == "."
            || name == ".."
            || name.contains(|letter: char| letter == '/' || letter.is_control())
            || name.to_lowercase().starts_with(OURS);
        (!unsafe_name).then(|| Self(name.to_owned()))
    }

    /// The name on disk of the entry `node` called `name`; a duplicate has its id before the ending.
    pub fn of(name: &str, node: NodeId, duplicate: bool) -> String {
        if !duplicate {
            return name.to_owned();
        }
        let ending = name.rsplit_once('.').filter(|(stem, end)| !stem.is_empty() && end.len() <= LONGEST_ENDING);
        let (stem, ending) = ending.map_or((name, String::new()), |(stem, ending)| (stem, format!(".{ending}")));
        let tail = format!("{BEFORE_ID}{node}{ending}");
        let mut room = stem.len().min(255 - tail.len());
        while !stem.is_char_boundary(room) {
            room -= 1;
        }
        format!("{}{tail}", &stem[..room])
    }

    /// The id in a duplicate's name.
    pub fn duplicate(name: &str) -> Option<NodeId> {
        let lower = name.to_lowercase();
        let (_, after) = lower.rsplit_once(BEFORE_ID)?;
        let number = after.split('.').next()?;
        number.parse().ok().map(NodeId)
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Separators and characters that look like one, characters that Windows refuses, control characters.
fn is_forbidden(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '/' | '\\' | '<' | '>' | ':' | '"' | '|' | '?' | '*')
        || matches!(
            letter,
            '\u{2044}'
                | '\u{2215}'
                | '\u{2216}'
                | '\u{29f5}'
                | '\u{29f8}'
                | '\u{29f9}'
                | '\u{fe68}'
                | '\u{ff0f}'
                | '\u{ff3c}'
        )
}

fn is_reserved(name: &str) -> bool {
    // Folded: a letter that looks like one of these counts as that letter.
    let lower = fold(name);
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
    use super::{DiskName, EntryName, InvalidName};
    use crate::NodeId;

    #[test]
    fn a_number_stands_before_the_extension_and_a_long_name_makes_room_for_it() {
        let numbered = |name: &str| EntryName::parse(name).unwrap().numbered(2).map(|name| name.as_str().to_owned());
        for (name, wanted) in [
            ("photo.jpg", "photo (2).jpg"),
            ("folder", "folder (2)"),
            (".profile", ".profile (2)"),
            ("archive.tar.gz", "archive.tar (2).gz"),
        ] {
            assert_eq!(numbered(name).as_deref(), Some(wanted));
        }
        let long = numbered(&format!("{}.jpg", "é".repeat(125))).unwrap();
        assert!(long.len() <= 255 && long.starts_with("éé") && long.ends_with("é (2).jpg"), "{long}");
    }

    #[test]
    fn a_copy_is_called_by_its_prefix_and_keeps_its_extension() {
        let copied = |name: &str| EntryName::parse(name).unwrap().prefixed("Copy of ").unwrap().as_str().to_owned();
        assert_eq!(copied("photo.jpg"), "Copy of photo.jpg");
        assert_eq!(copied("folder"), "Copy of folder");
        let long = copied(&format!("{}.jpg", "é".repeat(125)));
        assert!(long.len() <= 255 && long.starts_with("Copy of éé") && long.ends_with("é.jpg"), "{long}");
    }

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
            (".VİTRİNE", InvalidName::Reserved),
            ("plan~vitrine12.txt", InvalidName::Reserved),
            ("a／b", InvalidName::Character),
            ("a\u{200b}b", InvalidName::Character),
            ("a.txt\u{a0}", InvalidName::TrailingDotOrSpace),
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

    #[test]
    fn a_duplicate_carries_its_id_on_disk_and_every_other_name_is_as_it_is_shown() {
        let node = NodeId(12);
        let long = format!("{}é.jpeg", "x".repeat(248));
        for (name, duplicate, wanted) in [
            ("plan.txt", false, "plan.txt".to_owned()),
            ("plan.txt", true, "plan~vitrine12.txt".to_owned()),
            (".htaccess", true, ".htaccess~vitrine12".to_owned()),
            ("Summer 2027", true, "Summer 2027~vitrine12".to_owned()),
            (&long, true, format!("{}~vitrine12.jpeg", "x".repeat(240))),
        ] {
            let disk = DiskName::of(name, node, duplicate);
            assert_eq!(disk, wanted);
            assert_eq!(DiskName::duplicate(&disk), duplicate.then_some(node), "{disk}");
            assert!(DiskName::parse(&disk).is_some_and(|parsed| parsed.as_str() == disk));
        }
    }

    #[test]
    fn a_name_that_came_before_a_rule_is_kept() {
        assert!(EntryName::parse("a\u{200b}b").is_err());
        assert_eq!(EntryName::kept("a\u{200b}b").map(|name| name.0), Ok("a\u{200b}b".to_owned()));
        assert!(EntryName::kept("../b").is_err());
    }
}
