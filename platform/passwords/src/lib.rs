//! Passwords: parsed, hashed, compared, checked for strength. They are never shown, logged or stored.
//!
//! Hashing takes memory and time on purpose: requests hash through `Hasher`, a few at a time and on threads of its own.

mod hash_pool;
mod hasher;
mod known;
mod rules;

pub use hasher::{Hasher, PasswordHash, hash_password};
pub use rules::{MIN_LETTERS, judge, judge_new};

/// A typed password: 1 to 1,000 bytes.
#[derive(Clone, PartialEq, Eq)]
pub struct Password(String);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PasswordFault {
    Empty,
    TooLong {
        max: usize,
    },
    TooShort,
    /// Easy to guess.
    Weak,
    /// The new password equals the old one.
    Same,
}

#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Too many callers are waiting for their hash.
    #[error("too many passwords are being checked")]
    Busy,
    /// Hashing failed; the library's own text.
    #[error("{0}")]
    Broken(String),
}

pub type Result<T, E = Error> = std::result::Result<T, E>;

const MAX_LETTERS: usize = 1_000;

impl Password {
    pub fn parse(typed: &str) -> Result<Self, PasswordFault> {
        match typed.chars().count() {
            0 => Err(PasswordFault::Empty),
            1..=MAX_LETTERS => Ok(Self(typed.to_owned())),
            _ => Err(PasswordFault::TooLong { max: MAX_LETTERS }),
        }
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for Password {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Password(…)")
    }
}
