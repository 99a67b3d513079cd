//! Following the event log: everything published from now on, once, in the order in which it was committed.
//!
//! PostgreSQL gives out ids before it commits, so that a lower id may appear after a higher one, or never.
//! A follower therefore remembers which ids it has passed over and asks for them again for a while.

use std::collections::BTreeMap;
use std::time::Duration;

use db::{Db, Wake};
use tokio::sync::watch;
use tokio::time::Instant;

use crate::Event;
use crate::event::{after, among, newest, prune};

/// Looks for events of other processes this often; its own process wakes it.
const POLL: Duration = Duration::from_millis(250);
const AT_ONCE: i64 = 256;
const PRUNE_EVERY: Duration = Duration::from_secs(300);
/// A transaction that takes longer than this after its event was written is not waited for.
const GIVE_UP_AFTER: Duration = Duration::from_secs(20);
const MOST_GAPS: usize = 256;

pub struct Tail {
    db: Db,
    woken: watch::Receiver<u64>,
    gaps: Gaps,
    prune_at: Instant,
}

impl Tail {
    pub async fn from_now(db: &Db) -> db::Result<Self> {
        let woken = db.woken(Wake::Events);
        let newest = db.read(newest).await?;
        Ok(Self { db: db.clone(), woken, gaps: Gaps::after(newest), prune_at: Instant::now() + PRUNE_EVERY })
    }

    /// The next events; waits until there are some. Nothing is lost when this is dropped half way.
    pub async fn next(&mut self) -> db::Result<Vec<Event>> {
        loop {
            self.woken.mark_unchanged();
            if self.prune_at <= Instant::now() {
                self.prune_at = Instant::now() + PRUNE_EVERY;
                self.db.write(prune).await?;
            }
            let (high, open) = (self.gaps.high, self.gaps.open());
            let ask = move |conn: &mut db::Conn<'_>| -> db::Result<_> {
                Ok((among(conn, &open)?, after(conn, high, AT_ONCE)?))
            };
            let (late, fresh) = self.db.read(ask).await?;
            self.gaps.note(&late, &fresh, Instant::now());
            let events: Vec<_> = late.into_iter().chain(fresh).collect();
            if !events.is_empty() {
                return Ok(events);
            }
            tokio::select! {
                _ = self.woken.changed() => {}
                () = tokio::time::sleep(POLL) => {}
            }
        }
    }
}

/// The highest id seen, and the lower ones that have not appeared.
#[derive(Debug, PartialEq, Eq)]
struct Gaps {
    high: i64,
    missing: BTreeMap<i64, Instant>,
}

impl Gaps {
    fn after(high: i64) -> Self {
        Self { high, missing: BTreeMap::new() }
    }

    fn open(&self) -> Vec<i64> {
        self.missing.keys().copied().collect()
    }

    fn note(&mut self, late: &[Event], fresh: &[Event], now: Instant) {
        for event in late {
            self.missing.remove(&event.id);
        }
        for event in fresh {
            // An empty log says nothing of the ids before its first event.
            if self.high > 0 {
                self.missing.extend((self.high + 1..event.id).rev().take(MOST_GAPS).map(|id| (id, now)));
            }
            self.high = event.id;
        }
        self.missing.retain(|_, since| now.duration_since(*since) < GIVE_UP_AFTER);
        while self.missing.len() > MOST_GAPS {
            self.missing.pop_first();
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::Instant;

    use super::{GIVE_UP_AFTER, Gaps};
    use crate::Event;

    fn events(ids: &[i64]) -> Vec<Event> {
        ids.iter()
            .map(|id| Event { id: *id, room: "r".into(), name: "n".into(), about: None, body: "{}".into() })
            .collect()
    }

    #[test]
    fn an_id_that_was_passed_over_is_asked_for_until_it_appears_or_is_given_up() {
        let begin = Instant::now();
        let mut gaps = Gaps::after(3);
        gaps.note(&[], &events(&[5, 8]), begin);
        assert_eq!((gaps.high, gaps.open()), (8, vec![4, 6, 7]));
        gaps.note(&events(&[6]), &[], begin);
        assert_eq!(gaps.open(), [4, 7]);
        gaps.note(&[], &events(&[10]), begin + GIVE_UP_AFTER);
        assert_eq!((gaps.high, gaps.open()), (10, vec![9]));
    }

    #[test]
    fn a_great_leap_of_ids_is_not_searched_in_full() {
        let mut gaps = Gaps::after(1);
        gaps.note(&[], &events(&[1_000_000]), Instant::now());
        assert_eq!(gaps.open().len(), super::MOST_GAPS);
        assert!(gaps.open().contains(&999_999));
    }
}
