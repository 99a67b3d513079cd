//! Folding: the form of a text in which case, accents and compatibility variants are removed.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Lower case without accents: "Açaí É" and "acai e" fold to the same text. Used for search only; names in a folder
/// differ by their accents (see `EntryName::key`).
pub fn fold(text: &str) -> String {
    text.nfkd().filter(|letter| !is_combining_mark(*letter)).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::fold;

    #[test]
    fn case_and_accents_do_not_matter() {
        assert_eq!(fold("Açaí É"), "acai e");
        assert_eq!(fold("ﬁle Ⅷ"), "file viii");
    }
}
