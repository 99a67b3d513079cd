//! Names within an archive: right on every system that opens it.

use std::collections::HashSet;

use primitives::EntryName;

/// Stands for what may not be in a name.
const INSTEAD: char = '_';
/// In bytes.
const LONGEST: usize = 255;

/// The names of one folder of an archive.
#[derive(Debug, Default)]
pub(super) struct Names(HashSet<String>);

impl Names {
    /// A name like `wanted` that no other entry of the folder has, also where case does not count.
    pub fn take(&mut self, wanted: &str) -> String {
        let safe = safe(wanted);
        if self.0.insert(EntryName::key_of(&safe)) {
            return safe;
        }
        let kept = EntryName::kept(&safe).ok();
        let numbered = (2..).map(|number| {
            let name = kept.as_ref().and_then(|name| name.numbered(number));
            name.map_or_else(|| format!("{INSTEAD}{number}"), |name| name.as_str().to_owned())
        });
        let free = numbered.into_iter().find(|name| self.0.insert(EntryName::key_of(name)));
        free.expect("numbers do not end")
    }
}

/// As an entry that is made today could be called: older ones, and those that came with a disk, may have other names.
pub(super) fn safe(name: &str) -> String {
    if let Ok(name) = EntryName::parse(name) {
        return name.as_str().to_owned();
    }
    let fits = |letter: &char| EntryName::parse(&format!("a{letter}a")).is_ok();
    let kept: String = name.chars().map(|letter| if fits(&letter) { letter } else { INSTEAD }).collect();
    let kept = kept.trim().trim_end_matches(|letter: char| letter == '.' || letter.is_whitespace());
    [kept.to_owned(), shortened(kept), format!("{INSTEAD}{}", shortened(kept))]
        .iter()
        .find_map(|name| EntryName::parse(name).ok())
        .map_or_else(|| INSTEAD.to_string(), |name| name.as_str().to_owned())
}

/// Leaves room for one letter more, and keeps the ending.
fn shortened(name: &str) -> String {
    let (stem, ending) = match name.rfind('.') {
        Some(at) if at > 0 && name.len() - at <= 16 => name.split_at(at),
        _ => (name, ""),
    };
    let room = stem.floor_char_boundary((LONGEST - 1 - ending.len()).min(stem.len()));
    format!("{}{ending}", &stem[..room])
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{EntryName, Names, safe};

    #[test]
    fn what_a_system_refuses_is_replaced() {
        let long = format!("{}.jpg", "é".repeat(200));
        for (name, wanted) in [
            ("Relatório 2026.pdf", "Relatório 2026.pdf"),
            ("写真 🏔️.jpg", "写真 🏔️.jpg"),
            ("..", "_"),
            (".", "_"),
            ("", "_"),
            ("../../etc/passwd", ".._.._etc_passwd"),
            ("/etc/passwd", "_etc_passwd"),
            ("C:\\x", "C__x"),
            ("what? \"this\" <now>|*", "what_ _this_ _now___"),
            ("NUL.txt", "_NUL.txt"),
            ("con", "_con"),
            ("name. ", "name"),
            ("a\nb\0", "a_b_"),
        ] {
            assert_eq!(safe(name), wanted, "{name:?}");
        }
        assert!(safe(&long).len() <= 255 && safe(&long).ends_with("é.jpg"), "{}", safe(&long));
    }

    #[test]
    fn equal_names_get_numbers_also_where_only_case_differs() {
        let mut names = Names::default();
        let taken = ["a.jpg", "A.JPG", "a (2).jpg", "?", "*", "É", "E\u{301}"].map(|name| names.take(name));
        assert_eq!(taken, ["a.jpg", "A (2).JPG", "a (2) (2).jpg", "_", "_ (2)", "É", "É (2)"]);
    }

    proptest! {
        #[test]
        fn every_name_is_one_that_an_entry_may_have(name in any::<String>()) {
            prop_assert!(safe(&name) == "_" || EntryName::parse(&safe(&name)).is_ok());
        }
    }
}
