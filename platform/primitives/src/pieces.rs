//! The pieces of a text: every one, two and three letters that stand side by side in it, as words of an index.

use std::collections::BTreeSet;

use crate::TenantId;

/// A piece has so many letters at most.
const LONGEST: usize = 3;

/// Every piece of a tenant's folded text, each once, as words of digits and letters with spaces between them.
pub fn pieces(tenant: TenantId, folded: &str) -> String {
    let letters: Vec<char> = folded.chars().collect();
    let all: BTreeSet<&[char]> = (1..=LONGEST).flat_map(|length| letters.windows(length)).collect();
    all.into_iter().map(|piece| word(tenant, piece)).collect::<Vec<_>>().join(" ")
}

/// The pieces that a text must have all of to have `folded` in it, the longest there are, in order and each once.
pub fn pieces_of_term(tenant: TenantId, folded: &str) -> Vec<String> {
    let letters: Vec<char> = folded.chars().collect();
    let mut told = BTreeSet::new();
    let all = letters.windows(letters.len().clamp(1, LONGEST)).filter(|piece| told.insert(*piece));
    all.map(|piece| word(tenant, piece)).collect()
}

fn word(tenant: TenantId, letters: &[char]) -> String {
    let numbers: Vec<String> = letters.iter().map(|letter| format!("{:x}", u32::from(*letter))).collect();
    format!("{tenant}y{}", numbers.join("x"))
}

#[cfg(test)]
mod tests {
    use super::{pieces, pieces_of_term};
    use crate::TenantId;

    #[test]
    fn a_text_has_every_piece_of_every_part_of_it() {
        let all = pieces(TenantId(1), "a sé 日本語");
        let has = |term| {
            let asked = pieces_of_term(TenantId(1), term);
            asked.iter().all(|piece| all.split(' ').any(|other| other == piece))
        };
        for part in ["a", "é", "a ", "sé", " 日", "a s", "日本語", "sé 日本"] {
            assert!(has(part), "{part}");
        }
        for other in ["x", "as", "本日", "a sx"] {
            assert!(!has(other), "{other}");
        }
        assert_ne!(pieces(TenantId(11), "a"), pieces_of_term(TenantId(1), "a")[0]);
    }
}
