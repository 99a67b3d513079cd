//! Random identifiers: unguessable for secrets, unique for names.

use rand::Rng;

pub fn random_bytes<const N: usize>() -> [u8; N] {
    rand::rng().random()
}

/// `bytes` random bytes as lower-case hexadecimal.
pub fn random_hex(bytes: usize) -> String {
    let mut random = rand::rng();
    (0..bytes).map(|_| format!("{:02x}", random.random::<u8>())).collect()
}

/// Twelve letters and digits; names a background action or a group of them.
pub fn random_id() -> String {
    const LETTERS: &[u8] = b"abcdefghijkmnpqrstuvwxyz23456789";
    let mut random = rand::rng();
    (0..12).map(|_| char::from(LETTERS[random.random_range(0..LETTERS.len())])).collect()
}
