//! Recovery codes: ten, each works once and is shown once; only hashes are stored.

use primitives::random_hex;

pub(crate) const CODES: usize = 10;

/// Eighty random bits, written `xxxxx-xxxxx-xxxxx-xxxxx`.
pub(crate) fn made_up() -> String {
    let hex = random_hex(10);
    let groups: Vec<&str> = (0..4).map(|n| &hex[5 * n..5 * n + 5]).collect();
    groups.join("-")
}

/// The form for comparison: users leave hyphens out, add spaces, and type capitals.
pub(crate) fn folded(typed: &str) -> String {
    typed.chars().filter(|letter| !matches!(letter, '-' | ' ')).flat_map(char::to_lowercase).collect()
}

pub(crate) fn hashed(folded: &str) -> String {
    blake3::hash(folded.as_bytes()).to_hex().to_string()
}
