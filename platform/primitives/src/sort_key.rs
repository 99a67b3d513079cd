//! The natural order of names: numbers by their value, accents where nothing else differs, and no case at all.

use crate::{EntryName, fold};

/// Stands before what names are ordered by that are the same so far; it comes before every character of a name.
const TIE: char = '\u{1}';
/// In bytes, without what follows the first tie. Only names of rare characters are longer; PostgreSQL's indexes take
/// about 2,700.
const LONGEST: usize = 768;

/// The key of a name: lists order names by the bytes of their keys. It is folded, and has each number as its length and
/// its digits: `agua 12.jpg` for "agua 2.jpg", `agua 210.jpg` for "agua 10.jpg". What accents add comes after that, and
/// leading zeros last, so that the plain one of such names is the first.
pub fn sort_key(name: &str) -> String {
    let key = EntryName::key_of(name);
    let folded = fold(&key);
    let (mut sorted, is_padded) = with_lengths(&folded);
    let is_cut = sorted.len() > LONGEST;
    sorted.truncate(sorted.floor_char_boundary(LONGEST));
    if key != folded {
        sorted.push(TIE);
        sorted += &with_lengths(&key).0;
    }
    if is_padded || is_cut {
        sorted.push(TIE);
        sorted += &key;
    }
    sorted
}

/// The text with the length of each number before its digits and without leading zeros, and whether there were any.
fn with_lengths(text: &str) -> (String, bool) {
    let (mut sorted, mut is_padded) = (String::with_capacity(text.len() + 8), false);
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let after = rest.trim_start_matches(|letter: char| letter.is_ascii_digit());
        let number = &rest[..rest.len() - after.len()];
        if number.is_empty() {
            sorted.push(first);
            rest = &rest[first.len_utf8()..];
            continue;
        }
        let digits = number.trim_start_matches('0');
        is_padded |= digits != number && number != "0";
        push_length(&mut sorted, digits.len());
        sorted.push_str(digits);
        rest = after;
    }
    (sorted, is_padded)
}

/// A length as digits, of which no longer one begins with those of a shorter one: `0` to `8`, `90` to `98`, `990`.
/// Numbers stay where digits stand among other characters.
fn push_length(sorted: &mut String, length: usize) {
    let (nines, rest) = (length / 9, length % 9);
    sorted.extend(std::iter::repeat_n('9', nines));
    sorted.extend(u32::try_from(rest).ok().and_then(|rest| char::from_digit(rest, 10)));
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::sort_key;
    use crate::EntryName;

    /// Fails unless these names are in their order, whatever order they come in.
    fn assert_order(names: &[&str]) {
        let mut sorted = names.to_vec();
        sorted.reverse();
        sorted.sort_by_cached_key(|name| sort_key(name));
        assert_eq!(sorted, names);
        let keys: BTreeSet<_> = names.iter().map(|name| sort_key(name)).collect();
        assert_eq!(keys.len(), names.len(), "each name has a key of its own");
    }

    #[test]
    fn numbers_are_ordered_by_their_value() {
        assert_order(&["Água 2.jpg", "Água 10.jpg", "Água 100.jpg"]);
        assert_order(&["v1.9", "v1.10", "v1.10.2", "v2.0"]);
        assert_order(&["IMG_0009.jpg", "IMG_0010.jpg", "IMG_0100.jpg", "IMG_1000.jpg"]);
        assert_order(&["0", "1", "8", "9", "10", "99999999", "100000000", "999999999", "1000000000"]);
        assert_order(&["2026-1-9", "2026-1-10", "2026-02-01", "2026-10-01"]);
        assert_eq!(sort_key("Água 10.jpg"), "agua 210.jpg\u{1}água 210.jpg");
        assert_eq!(sort_key("agua 2.jpg"), "agua 12.jpg");
    }

    #[test]
    fn very_long_numbers_keep_their_order() {
        for length in 1..=250 {
            let (nines, longer) = ("9".repeat(length), format!("1{}", "0".repeat(length)));
            assert!(sort_key(&nines) < sort_key(&longer), "{length}");
            let (smaller, larger) = (format!("x{nines}a"), format!("x{longer}"));
            assert!(sort_key(&smaller) < sort_key(&larger), "{length}");
        }
    }

    #[test]
    fn accents_and_case_decide_where_nothing_else_does() {
        assert_order(&["abacaxi", "Ábaco", "açaí", "acaju", "Avó", "avô b", "ícone", "zebra"]);
        assert_order(&["cafe", "café", "cafe 2", "café 3"]);
        assert_order(&["resume.txt", "résumé.txt", "resumo.txt"]);
        // Case alone is no difference at all: such names are one name.
        assert_eq!(sort_key("Praia"), sort_key("praia"));
        assert_eq!(sort_key("e\u{301}"), sort_key("\u{c9}"));
    }

    #[test]
    fn leading_zeros_decide_last() {
        assert_order(&["a1", "a01", "a2", "a02", "a10"]);
        assert_order(&["a0", "a00", "a1"]);
        assert_order(&["a1b1", "a01b1", "a1b2"]);
        assert_order(&["photo 7", "photo 007", "photo 7.jpg", "photo 8"]);
        assert_order(&["avo 1", "avo 01", "avô 1", "avô 01", "avo 2"]);
    }

    #[test]
    fn what_begins_with_another_name_comes_after_it_and_before_others() {
        assert_order(&["_draft", "a", "a 2", "a-b", "a.txt", "a1", "ab", "日本", "🌞"]);
        assert_order(&["Folder", "folder (2)", "Folder (10)"]);
    }

    #[test]
    fn letters_of_all_languages_are_ordered() {
        assert_order(&["写真2.png", "写真10.png"]);
        // Dakuten are marks, as accents are; wide digits are digits.
        assert_order(&["か1", "が1", "か2", "が２", "か10"]);
        assert_order(&["🌞 2", "🌞 10", "🌻 1"]);
        assert_order(&["Ωmega", "ωmega 2"]);
        assert_order(&["x2", "x²", "x3"]);
    }

    #[test]
    fn a_key_is_no_longer_than_an_index_takes() {
        let names = ["\u{fdfa}".repeat(85), "\u{23a}".repeat(127), "각".repeat(85), "9".repeat(255), "0".repeat(255)];
        for name in names {
            let key = sort_key(&name);
            assert!(key.len() < 2_000, "{} bytes", key.len());
            assert!(key.contains(&EntryName::key_of(&name)), "what is cut off still decides");
        }
        let (one, other) = ("\u{fdfa}".repeat(84) + "a", "\u{fdfa}".repeat(84) + "b");
        assert!(sort_key(&one) < sort_key(&other));
    }
}
