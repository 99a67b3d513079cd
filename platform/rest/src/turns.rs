//! How many of something go on at once: for each key, and in all.

use std::collections::HashMap;
use std::fmt::{self, Debug, Formatter};
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Counts in memory: each process for itself. Clones share everything.
pub struct Turns<K> {
    most: usize,
    most_of_all: usize,
    taken: Arc<Mutex<HashMap<K, usize>>>,
}

impl<K: Copy + Eq + Hash> Turns<K> {
    /// `most` at once for each key, and `most_of_all` for all together.
    pub fn new(most: usize, most_of_all: usize) -> Self {
        Self { most, most_of_all, taken: Arc::default() }
    }

    /// A turn for one more; None if there are too many.
    pub fn take(&self, key: K) -> Option<Turn<K>> {
        let mut taken = self.taken();
        if taken.values().sum::<usize>() >= self.most_of_all {
            return None;
        }
        let count = taken.entry(key).or_default();
        if *count >= self.most {
            return None;
        }
        *count += 1;
        Some(Turn { turns: self.clone(), key })
    }

    /// Whether nobody has one.
    pub fn are_free(&self) -> bool {
        self.taken().is_empty()
    }

    fn taken(&self) -> MutexGuard<'_, HashMap<K, usize>> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K> Clone for Turns<K> {
    fn clone(&self) -> Self {
        Self { most: self.most, most_of_all: self.most_of_all, taken: self.taken.clone() }
    }
}

impl<K> Debug for Turns<K> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("Turns").field("most", &self.most).field("most_of_all", &self.most_of_all).finish()
    }
}

/// Given back when it is dropped.
#[derive(Debug)]
pub struct Turn<K: Copy + Eq + Hash> {
    turns: Turns<K>,
    key: K,
}

impl<K: Copy + Eq + Hash> Drop for Turn<K> {
    fn drop(&mut self) {
        let mut taken = self.turns.taken();
        if let Some(count) = taken.get_mut(&self.key) {
            *count -= 1;
            if *count == 0 {
                taken.remove(&self.key);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Turns;

    #[test]
    fn one_key_has_few_and_keeps_no_other_from_its_own() {
        let turns = Turns::new(2, 10);
        let (first, _second) = (turns.take("a").unwrap(), turns.take("a").unwrap());
        assert!(turns.take("a").is_none());
        let _other = turns.take("b").unwrap();
        drop(first);
        assert!(turns.take("a").is_some());
    }

    #[test]
    fn all_together_have_a_bounded_number() {
        let turns = Turns::new(10, 3);
        let taken: Vec<_> = (0..3).map(|key| turns.take(key).unwrap()).collect();
        assert!(turns.take(3).is_none());
        drop(taken);
        assert!(turns.take(3).is_some());
        assert!(turns.are_free());
    }
}
