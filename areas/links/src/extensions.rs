//! The kinds of files that a link takes, by the ends of their names.

use std::collections::BTreeSet;

use primitives::EntryName;

/// In bytes.
const LONGEST: usize = 10;

/// In lower case and without a dot; none: any file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Extensions(BTreeSet<String>);

impl Extensions {
    /// `jpg`, `.JPG`. None if one of them is no extension.
    pub fn parse(typed: &[String]) -> Option<Self> {
        typed.iter().map(|one| parse(one)).collect::<Option<_>>().map(Self)
    }

    pub fn from_stored(text: &str) -> Self {
        Self(text.split_whitespace().map(str::to_owned).collect())
    }

    pub fn to_stored(&self) -> String {
        self.to_texts().join(" ")
    }

    pub fn to_texts(&self) -> Vec<String> {
        self.0.iter().cloned().collect()
    }

    pub fn admits(&self, name: &EntryName) -> bool {
        self.0.is_empty() || name.extension().is_some_and(|extension| self.0.contains(&extension))
    }
}

fn parse(typed: &str) -> Option<String> {
    let typed = typed.trim();
    let extension = typed.strip_prefix('.').unwrap_or(typed).to_lowercase();
    let is_one = !extension.is_empty() && extension.len() <= LONGEST && extension.chars().all(char::is_alphanumeric);
    is_one.then_some(extension)
}

#[cfg(test)]
mod tests {
    use primitives::EntryName;

    use super::Extensions;

    fn of(typed: &[&str]) -> Option<Extensions> {
        Extensions::parse(&typed.iter().map(|one| (*one).to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn the_end_of_a_name_decides_whatever_its_case() {
        let pictures = of(&["jpg", " .PNG ", "JPG"]).unwrap();
        assert_eq!(pictures.to_texts(), ["jpg", "png"]);
        assert_eq!(Extensions::from_stored(&pictures.to_stored()), pictures);
        for (name, admitted) in
            [("a.jpg", true), ("A.JPG", true), ("a.jpg.exe", false), ("jpg", false), (".jpg", false)]
        {
            assert_eq!(pictures.admits(&EntryName::parse(name).unwrap()), admitted, "{name}");
        }
        assert!(Extensions::default().admits(&EntryName::parse("any").unwrap()));
    }

    #[test]
    fn what_is_no_extension_is_refused() {
        for typed in ["", ".", "a b", "tar.gz", "*", "12345678901", "a/b"] {
            assert_eq!(of(&["jpg", typed]), None, "{typed}");
        }
    }
}
