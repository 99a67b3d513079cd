//! The n-grams of a text: every one, two and three adjacent letters in it, as words of an index.

use std::collections::BTreeSet;

use crate::TenantId;

/// The longest n-gram, in letters.
const LONGEST: usize = 3;

/// Every n-gram of a tenant's folded text, each once, as words of digits and letters separated by spaces.
pub fn ngrams(tenant: TenantId, folded: &str) -> String {
    let letters: Vec<char> = folded.chars().collect();
    let all: BTreeSet<&[char]> = (1..=LONGEST).flat_map(|length| letters.windows(length)).collect();
    all.into_iter().map(|ngram| word(tenant, ngram)).collect::<Vec<_>>().join(" ")
}

/// The n-grams that a text must have to contain `folded`: the longest ones, in order and each once.
pub fn ngrams_of_term(tenant: TenantId, folded: &str) -> Vec<String> {
    let letters: Vec<char> = folded.chars().collect();
    let mut told = BTreeSet::new();
    let all = letters.windows(letters.len().clamp(1, LONGEST)).filter(|ngram| told.insert(*ngram));
    all.map(|ngram| word(tenant, ngram)).collect()
}

fn word(tenant: TenantId, letters: &[char]) -> String {
    let numbers: Vec<String> = letters.iter().map(|letter| format!("{:x}", u32::from(*letter))).collect();
    format!("{tenant}y{}", numbers.join("x"))
}

#[cfg(test)]
mod tests {
    use super::{ngrams, ngrams_of_term};
    use crate::TenantId;

    #[test]
    fn a_text_has_every_ngram_of_every_part_of_it() {
        let all = ngrams(TenantId(1), "a sé 日本語");
        let has = |term| {
            let asked = ngrams_of_term(TenantId(1), term);
            asked.iter().all(|ngram| all.split(' ').any(|other| other == ngram))
        };
        for part in ["a", "é", "a ", "sé", " 日", "a s", "日本語", "sé 日本"] {
            assert!(has(part), "{part}");
        }
        for other in ["x", "as", "本日", "a sx"] {
            assert!(!has(other), "{other}");
        }
        assert_ne!(ngrams(TenantId(11), "a"), ngrams_of_term(TenantId(1), "a")[0]);
    }
}
