//! Uses are counted in memory first, and many of them with one write. If it fails, they are written with the next ones.
//! What a process has not written when it ends is lost: some seconds of them.

pub(crate) mod add;
mod place;
mod waiting;

use std::hash::{BuildHasher, Hash, RandomState};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use content::{Use, UseKind, UsedBy};
use db::Db;
use links::LinkId;
use primitives::Seconds;
use quick_cache::sync::Cache;
use rates::{DetachedRates, Limit, Rates};

use self::waiting::{Unsure, Waiting};
use crate::days::Day;

pub(crate) use self::waiting::UseCount;

/// A person who opens an entry again after so long has come again.
const VIEW: Limit = Limit { name: "views", burst: 1, interval: 1800 };
/// What is fetched again after so long is another download; ranges before that are parts of one.
const DOWNLOAD: Limit = Limit { name: "downloads", burst: 1, interval: 3600 };
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
    /// Where several processes count, a person's next request may come to another one.
    together: Arc<OnceLock<DetachedRates>>,
    /// They will be written in a moment.
    is_due: Arc<AtomicBool>,
}

impl Default for Counts {
    fn default() -> Self {
        Self {
            waiting: Arc::default(),
            counted: Arc::new(Cache::new(REMEMBERED)),
            hash: RandomState::new(),
            together: Arc::default(),
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
        let shared = self.shared(db);
        {
            let mut waiting = self.waiting();
            for node in nodes.iter().copied().take(MOST_AT_ONCE) {
                let UsedBy::Person(person) = by else {
                    waiting.add(node, day, UseCount::one(kind));
                    continue;
                };
                let (what, limit) = ((person.0, node.0), limit_of(kind));
                if limit.is_some_and(|limit| !self.is_new(limit, what, at)) {
                    continue;
                }
                match limit.zip(shared.as_ref()) {
                    Some((limit, rates)) => {
                        waiting.add_unsure(Unsure { count: rates.count(limit, what), node, day, kind });
                    }
                    None => waiting.add(node, day, UseCount::one(kind)),
                }
            }
            if let UsedBy::Visitor(link) = by {
                waiting.add_to_link(LinkId(link), day, UseCount::one(kind));
            }
        }
        self.write_soon(db);
    }

    /// The next ranges of a download are the same download, and who goes on looking has not come again.
    fn is_new(&self, limit: Limit, what: impl Hash, now: Seconds) -> bool {
        let key = self.hash.hash_one((limit.name, what));
        let known = self.counted.get(&key).is_some_and(|at| at <= now && now - at < limit.interval);
        if !known {
            self.counted.insert(key, now);
        }
        !known
    }

    /// Where other processes count, too.
    fn shared(&self, db: &Db) -> Option<Rates> {
        self.together.get().map(|rates| rates.of(db)).filter(Rates::are_shared)
    }

    /// From now on uses that another process has counted are not counted again.
    pub fn count_together(&self, rates: &Rates) {
        let _first = self.together.get_or_init(|| rates.detached());
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
        self.settle_unsure(db).await?;
        let (mut entries, mut links) = self.waiting().take_sorted();
        let written = write_all(db, &mut entries, &mut links).await;
        if written.is_err() {
            let mut waiting = self.waiting();
            entries.into_iter().for_each(|((node, day), count)| waiting.add(node, day, count));
            links.into_iter().for_each(|((link, day), count)| waiting.add_to_link(link, day, count));
        }
        written
    }

    /// Counts what no other process has counted.
    async fn settle_unsure(&self, db: &Db) -> db::Result<()> {
        let Some(rates) = self.shared(db) else { return Ok(()) };
        let mut unsure = self.waiting().take_unsure();
        while !unsure.is_empty() {
            let some = unsure.split_off(unsure.len().saturating_sub(AT_ONCE));
            match rates.take_each(some.iter().map(|used| used.count).collect()).await {
                Ok(new) => {
                    let mut waiting = self.waiting();
                    let new = some.into_iter().zip(new).filter(|(_, is_new)| *is_new);
                    new.for_each(|(used, _)| waiting.add(used.node, used.day, UseCount::one(used.kind)));
                }
                Err(error) => {
                    let mut waiting = self.waiting();
                    unsure.into_iter().chain(some).for_each(|used| waiting.add_unsure(used));
                    return Err(error);
                }
            }
        }
        Ok(())
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// None: each counts.
fn limit_of(kind: UseKind) -> Option<Limit> {
    match kind {
        UseKind::Viewed => Some(VIEW),
        UseKind::Downloaded => Some(DOWNLOAD),
        UseKind::Shared => None,
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
