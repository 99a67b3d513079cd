//! Uses are counted in memory first, and many of them with one write. If it fails, they are written with the next ones.
//! What a process has not written when it ends is lost: some seconds of them.

pub(crate) mod add;
mod place;
mod waiting;

use std::hash::{BuildHasher, Hash, RandomState};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use content::{Use, UseKind, UsedBy};
use db::Db;
use links::LinkId;
use primitives::Seconds;
use quick_cache::sync::Cache;

use self::waiting::Waiting;
use crate::days::Day;

pub(crate) use self::waiting::UseCount;

/// A person who opens an entry again after so long has come again.
const AWAY: Seconds = 1800;
/// What is fetched again after so long is another download; ranges before that are parts of one.
const ANEW: Seconds = 3600;
/// So many are remembered.
const REMEMBERED: usize = 65_536;
/// Of an archive of more entries, or of a link to more, the first ones are counted.
const MOST_AT_ONCE: usize = 1_000;
/// Counts wait so long for others.
const DELAY: Duration = Duration::from_secs(3);
/// So many are written with one transaction.
const AT_ONCE: usize = 100;

/// Clones share everything.
#[derive(Clone)]
pub(crate) struct Counts {
    waiting: Arc<Mutex<Waiting>>,
    /// When somebody was last counted, by a hash of who and what.
    counted: Arc<Cache<u64, Seconds>>,
    hash: RandomState,
    /// They will be written in a moment.
    is_due: Arc<AtomicBool>,
}

impl Default for Counts {
    fn default() -> Self {
        Self {
            waiting: Arc::default(),
            counted: Arc::new(Cache::new(REMEMBERED)),
            hash: RandomState::new(),
            is_due: Arc::default(),
        }
    }
}

impl Counts {
    /// Counts a use; it is written later, by a task of its own.
    pub fn hear(&self, db: &Db, used: &Use<'_>) {
        let Use { kind, nodes, by, at } = *used;
        if nodes.is_empty() && matches!(by, UsedBy::Person(_)) {
            return;
        }
        let day = Day::of(at);
        {
            let mut waiting = self.waiting();
            for node in nodes.iter().take(MOST_AT_ONCE) {
                let is_new = match by {
                    UsedBy::Person(person) => self.is_new(&(person.0, node.0, kind), kind, at),
                    UsedBy::Visitor(_) => true,
                };
                if is_new {
                    waiting.add(*node, day, UseCount::one(kind));
                }
            }
            if let UsedBy::Visitor(link) = by {
                waiting.add_to_link(LinkId(link), day, UseCount::one(kind));
            }
        }
        self.write_soon(db);
    }

    /// The next ranges of a download are the same download, and who goes on looking has not come again.
    fn is_new(&self, what: &impl Hash, kind: UseKind, now: Seconds) -> bool {
        let after = match kind {
            UseKind::Viewed => AWAY,
            UseKind::Downloaded => ANEW,
            UseKind::Shared => return true,
        };
        let key = self.hash.hash_one(what);
        let known = self.counted.get(&key).is_some_and(|at| at <= now && now - at < after);
        if !known {
            self.counted.insert(key, now);
        }
        !known
    }

    fn write_soon(&self, db: &Db) {
        if self.is_due.swap(true, Ordering::AcqRel) {
            return;
        }
        let (counts, db) = (self.clone(), db.clone());
        tokio::spawn(async move {
            tokio::time::sleep(DELAY).await;
            counts.is_due.store(false, Ordering::Release);
            let queue = db.clone();
            queue.in_background("insights.counts".to_owned(), async move {
                if let Err(error) = counts.write(&db).await {
                    tracing::warn!("Uses of entries are counted with the next ones: {error}");
                }
            });
        });
    }

    /// Writes what waits.
    pub async fn write(&self, db: &Db) -> db::Result<()> {
        let (mut entries, mut links) = std::mem::take(&mut *self.waiting()).into_sorted();
        let written = write_all(db, &mut entries, &mut links).await;
        if written.is_err() {
            let mut waiting = self.waiting();
            entries.into_iter().for_each(|((node, day), count)| waiting.add(node, day, count));
            links.into_iter().for_each(|((link, day), count)| waiting.add_to_link(link, day, count));
        }
        written
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Takes out of the lists what is written.
async fn write_all(db: &Db, entries: &mut Vec<waiting::OfEntry>, links: &mut Vec<waiting::OfLink>) -> db::Result<()> {
    while !entries.is_empty() {
        let some = entries.split_off(entries.len().saturating_sub(AT_ONCE));
        if let Err(error) = write_some(db, some.clone()).await {
            entries.extend(some);
            return Err(error);
        }
    }
    while !links.is_empty() {
        let some = links.split_off(links.len().saturating_sub(AT_ONCE));
        let counted = some.clone();
        if let Err(error) = db.write(move |tx| add::of_links(tx, &counted)).await {
            links.extend(some);
            return Err(error);
        }
    }
    Ok(())
}

/// Which access the entries have is read before the write, which takes less time so.
async fn write_some(db: &Db, some: Vec<waiting::OfEntry>) -> db::Result<()> {
    let placed = db.read(move |c| place::find(c, some)).await?;
    db.write(move |tx| add::of_entries(tx, &placed)).await
}
