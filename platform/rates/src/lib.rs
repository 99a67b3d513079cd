//! How often something happens, counted by all processes of an installation together: guesses at passwords, and uses of
//! entries, of which only the first in a while counts. With a count of its own for each process, an attacker would have
//! as many times the guesses.
//!
//! The counts are in the database of PostgreSQL. An installation on SQLite has one process: there everything is allowed
//! here, nothing is written, and what `rest::Rate` or a cache counts in memory is all. On PostgreSQL, too, it is asked
//! first: what it refuses costs no write.

mod room;
mod store;

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use db::{Db, Engine};
use primitives::{Clock, Seconds};
use secrets::Secrets;

pub use self::room::{migrations, room};

/// Some at once, then one in each interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// No two limits have one.
    pub name: &'static str,
    pub burst: i64,
    pub interval: Seconds,
}

/// One more of something, under its limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    subject: i64,
    limit: Limit,
}

/// Clones share everything.
#[derive(Clone)]
pub struct Rates {
    db: Db,
    clock: Clock,
    /// The same in every process: no address or e-mail is in the database.
    key: Arc<[u8; blake3::KEY_LEN]>,
}

/// `Rates` that hold no database open: what a database carries (`Db::carried`) keeps these.
#[derive(Clone)]
pub struct DetachedRates {
    clock: Clock,
    key: Arc<[u8; blake3::KEY_LEN]>,
}

impl DetachedRates {
    pub fn of(&self, db: &Db) -> Rates {
        Rates { db: db.clone(), clock: self.clock.clone(), key: self.key.clone() }
    }
}

/// What `Hash` tells of a value, under a key.
struct KeyedHasher(blake3::Hasher);

impl Hasher for KeyedHasher {
    fn write(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    fn finish(&self) -> u64 {
        self.0.finalize().as_bytes().first_chunk().copied().map_or(0, u64::from_le_bytes)
    }
}

impl Rates {
    pub fn new(db: Db, clock: Clock, secrets: &Secrets) -> Self {
        Self { db, clock, key: Arc::new(secrets.derive("rates")) }
    }

    pub fn detached(&self) -> DetachedRates {
        DetachedRates { clock: self.clock.clone(), key: self.key.clone() }
    }

    /// Whether other processes may count, too.
    pub fn are_shared(&self) -> bool {
        self.db.engine() == Engine::Postgres
    }

    /// One more under `limit` of what `subject` says.
    pub fn count(&self, limit: Limit, subject: impl Hash) -> Count {
        let mut hasher = KeyedHasher(blake3::Hasher::new_keyed(&self.key));
        (limit.name, subject).hash(&mut hasher);
        Count { subject: i64::from_le_bytes(hasher.finish().to_le_bytes()), limit }
    }

    /// Counts one after the other, until one is too many; what is before it stays counted. Then the seconds until that
    /// one is allowed. All callers have their limits in one order, so that none waits for another in a circle.
    pub async fn take(&self, counts: Vec<Count>) -> Result<(), Seconds> {
        if !self.are_shared() || counts.is_empty() {
            return Ok(());
        }
        let now = self.clock.now();
        let taken = self.db.write(move |tx| {
            for count in counts {
                if let Some(wait) = store::take(tx, count, now)? {
                    return Ok(Some(wait));
                }
            }
            Ok::<_, db::Error>(None)
        });
        match db::without_precondition(taken).await {
            Ok(Some(wait)) => Err(wait),
            Ok(None) => Ok(()),
            // The memory of this process has counted it.
            Err(error) => {
                tracing::warn!("Something is counted by this process alone: {error}");
                Ok(())
            }
        }
    }

    /// As `take`, of one.
    pub async fn take_one(&self, limit: Limit, subject: impl Hash) -> Result<(), Seconds> {
        self.take(vec![self.count(limit, subject)]).await
    }

    /// Counts each that is allowed, and says for each whether it was.
    pub async fn take_each(&self, counts: Vec<Count>) -> db::Result<Vec<bool>> {
        if !self.are_shared() {
            return Ok(vec![true; counts.len()]);
        }
        let now = self.clock.now();
        let taken = self.db.write(move |tx| {
            // Two processes that count several of the same do it in one order.
            let mut order: Vec<_> = counts.into_iter().enumerate().collect();
            order.sort_unstable_by_key(|(_, count)| count.subject);
            let mut taken = vec![false; order.len()];
            for (place, count) in order {
                taken[place] = store::take(tx, count, now)?.is_none();
            }
            Ok::<_, db::Error>(taken)
        });
        db::without_precondition(taken).await
    }

    /// Removes one of each. If that fails, they become empty by themselves.
    pub async fn give_back(&self, counts: Vec<Count>) {
        if !self.are_shared() || counts.is_empty() {
            return;
        }
        let given = self.db.write(move |tx| counts.into_iter().try_for_each(|count| store::give_back(tx, count)));
        if let Err(error) = db::without_precondition(given).await {
            tracing::warn!("What was counted too much stays for a while: {error}");
        }
    }

    /// Forgets counts that have been empty for an hour.
    pub async fn sweep(self) -> db::Result<()> {
        let before = self.clock.now() - 3600;
        while self.db.write(move |tx| store::forget(tx, before)).await? > 0 {}
        Ok(())
    }
}

#[cfg(test)]
mod tests;
