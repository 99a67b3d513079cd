//! A burst at once, then one per interval, for each key: the generic cell rate algorithm.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};

use primitives::Seconds;

/// At most this many keys are kept.
const MOST: usize = 200_000;
const FIRST_SWEEP: usize = 1_024;

/// Counts per key in memory: each process counts for itself, and forgets when it ends.
pub struct Rate<K> {
    interval: Seconds,
    burst: Seconds,
    cells: Mutex<Cells<K>>,
}

/// For each key, the moment at which its count is empty again.
struct Cells<K> {
    clear_at: HashMap<K, Seconds>,
    sweep_at: usize,
}

impl<K: Copy + Eq + Hash> Rate<K> {
    /// `burst` at once, one more every `interval` seconds.
    pub fn new(burst: i64, interval: Seconds) -> Self {
        let cells = Cells { clear_at: HashMap::new(), sweep_at: FIRST_SWEEP };
        Self { interval, burst: burst * interval, cells: Mutex::new(cells) }
    }

    /// Counts one, or returns the seconds until one more is allowed.
    pub fn take(&self, key: K, now: Seconds) -> Result<(), Seconds> {
        self.take_some(key, 1, now)
    }

    /// Counts `count`, all or none.
    pub fn take_some(&self, key: K, count: i64, now: Seconds) -> Result<(), Seconds> {
        let mut cells = self.cells.lock().unwrap_or_else(PoisonError::into_inner);
        cells.sweep(now);
        // A moment further away than a full count means that the wall clock was set back; nobody has to wait for that.
        let believed = cells.clear_at.get(&key).filter(|clear_at| **clear_at <= now + self.burst);
        let stored = believed.map_or(now, |clear_at| now.max(*clear_at));
        let wanted = stored + self.interval * count;
        let wait = wanted - now - self.burst;
        cells.clear_at.insert(key, if wait > 0 { stored } else { wanted });
        if wait > 0 { Err(wait) } else { Ok(()) }
    }

    /// Removes one count of `key`.
    pub fn give_back(&self, key: K) {
        let mut cells = self.cells.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(clear_at) = cells.clear_at.get_mut(&key) {
            *clear_at -= self.interval;
        }
    }
}

impl<K: Copy + Eq + Hash> Cells<K> {
    /// Forgets keys whose count is empty; of too many others it keeps the fullest.
    fn sweep(&mut self, now: Seconds) {
        if self.clear_at.len() < self.sweep_at {
            return;
        }
        self.clear_at.retain(|_, clear_at| *clear_at > now);
        if self.clear_at.len() >= MOST {
            let mut moments: Vec<_> = self.clear_at.values().copied().collect();
            let (_, median, _) = moments.select_nth_unstable(MOST / 2);
            let (median, mut room) = (*median, MOST / 4);
            self.clear_at.retain(|_, clear_at| match (*clear_at).cmp(&median) {
                Ordering::Greater => true,
                Ordering::Less => false,
                Ordering::Equal => {
                    room = room.saturating_sub(1);
                    room > 0
                }
            });
        }
        self.sweep_at = (self.clear_at.len() * 2).clamp(FIRST_SWEEP, MOST);
    }
}

#[cfg(test)]
mod tests {
    use super::{FIRST_SWEEP, MOST, Rate};

    #[test]
    fn a_count_comes_back_with_time_and_never_exceeds_the_burst() {
        let rate = Rate::new(2, 10);
        assert_eq!([0, 0, 0].map(|now| rate.take("a", now)), [Ok(()), Ok(()), Err(10)]);
        assert_eq!([10, 10].map(|now| rate.take("a", now)), [Ok(()), Err(10)]);
        assert_eq!([900, 900, 900].map(|now| rate.take("a", now)), [Ok(()), Ok(()), Err(10)]);
    }

    #[test]
    fn an_attempt_that_is_given_back_can_be_taken_again() {
        let rate = Rate::new(1, 10);
        rate.take("a", 0).unwrap();
        rate.give_back("a");
        assert_eq!([0, 0].map(|now| rate.take("a", now)), [Ok(()), Err(10)]);
    }

    #[test]
    fn several_attempts_are_counted_together_or_not_at_all() {
        let rate = Rate::new(5, 10);
        assert_eq!([3, 3, 2, 1].map(|count| rate.take_some("a", count, 0)), [Ok(()), Err(10), Ok(()), Err(10)]);
        assert_eq!(rate.take_some("a", 5, 30), Err(20));
    }

    #[test]
    fn a_clock_set_back_resets_the_rate_limit() {
        let rate = Rate::new(2, 10);
        rate.take("a", 1_000_000).unwrap();
        assert_eq!([0, 0, 0].map(|now| rate.take("a", now)), [Ok(()), Ok(()), Err(10)]);
    }

    #[test]
    fn memory_is_bounded() {
        let rate = Rate::new(1, 10);
        for key in 0..FIRST_SWEEP as i64 * 4 {
            rate.take(key, key * 100).unwrap();
        }
        assert!(rate.cells.lock().unwrap().clear_at.len() <= FIRST_SWEEP);
        for key in 0..MOST as i64 + 10 {
            rate.take(key, 1_000_000_000 + key / 100_000).unwrap();
        }
        assert!(rate.cells.lock().unwrap().clear_at.len() <= MOST);
    }
}
