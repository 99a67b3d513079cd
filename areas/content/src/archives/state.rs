//! What a process remembers of archives: who fetches how many at once, and check sums of files.

use std::sync::Arc;

use primitives::UserId;
use quick_cache::sync::Cache;
use rest::Turns;

use crate::{Error, Result};

/// One person fetches so many at once from this process, and all together so many.
const MOST: usize = 4;
const MOST_OF_ALL: usize = 64;
/// So many check sums are kept, for archives that are fetched on where they were interrupted.
const REMEMBERED: usize = 65_536;

#[derive(Clone, Debug)]
pub struct Archives {
    /// Of people, for archives that are being sent.
    turns: Turns<UserId>,
    /// By the hash of the content.
    check_sums: Arc<Cache<[u8; 32], u32>>,
}

impl Default for Archives {
    fn default() -> Self {
        Self { turns: Turns::new(MOST, MOST_OF_ALL), check_sums: Arc::new(Cache::new(REMEMBERED)) }
    }
}

impl Archives {
    /// A turn for one more.
    pub(super) fn take(&self, user: UserId) -> Result<Turn> {
        let turn = self.turns.take(user).ok_or(Error::TooManyArchives)?;
        metrics::gauge!("archives_sending").increment(1);
        Ok(Turn { _turn: turn })
    }

    pub(super) fn check_sum(&self, hash: Option<&str>) -> Option<u32> {
        self.check_sums.get(&key(hash)?)
    }

    pub(super) fn note(&self, hash: Option<&str>, check_sum: u32) {
        if let Some(key) = key(hash) {
            self.check_sums.insert(key, check_sum);
        }
    }
}

fn key(hash: Option<&str>) -> Option<[u8; 32]> {
    Some(*blake3::Hash::from_hex(hash?).ok()?.as_bytes())
}

/// Given back when it is dropped.
#[derive(Debug)]
pub(super) struct Turn {
    _turn: rest::Turn<UserId>,
}

impl Drop for Turn {
    fn drop(&mut self) {
        metrics::gauge!("archives_sending").decrement(1);
    }
}

#[cfg(test)]
mod tests {
    use primitives::UserId;

    use super::{Archives, MOST};

    #[test]
    fn a_person_fetches_few_at_once_and_keeps_nobody_else_from_theirs() {
        let archives = Archives::default();
        let mut turns: Vec<_> = (0..MOST).map(|_| archives.take(UserId(1)).unwrap()).collect();
        assert!(archives.take(UserId(1)).is_err());
        assert!(archives.take(UserId(2)).is_ok());
        turns.pop();
        assert!(archives.take(UserId(1)).is_ok());
        drop(turns);
        assert!(archives.turns.are_free());

        let people = (0..64).map(|user| archives.take(UserId(user)).unwrap());
        let turns: Vec<_> = people.collect();
        assert!(archives.take(UserId(64)).is_err(), "a plan is in memory until it is sent");
        drop(turns);
        assert!(archives.take(UserId(64)).is_ok());
    }
}
