//! Visits and downloads are counted after the answer: in memory first, and many of them with one write. If it fails,
//! they are written with the next use of any link. What a process has not written when it ends is lost. Downloads of a
//! link with a limit are counted before (`visit/taken.rs`).

use std::collections::HashMap;
use std::hash::{BuildHasher, Hash, RandomState};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use db::Db;
use primitives::Seconds;
use quick_cache::sync::Cache;
use rates::{Limit, Rates};

use crate::LinkId;
use crate::store::{self, Count};

/// Somebody who opens a link again after so long has come again.
const VISIT: Limit = Limit { name: "visits of a link", burst: 1, interval: 1800 };
/// A file that is fetched again after so long is another download.
const DOWNLOAD: Limit = Limit { name: "downloads of a link", burst: 1, interval: 3600 };
/// So many are remembered.
const REMEMBERED: usize = 65_536;

/// Who opens a link.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Comer<'c> {
    /// By their cookie.
    Known(&'c str),
    /// Who has none gets one. A browser that keeps none is the same from one address for a while.
    New { visitor: &'c str, network: IpAddr, agent: &'c str },
}

#[derive(Clone)]
pub(crate) struct Counts {
    db: Db,
    /// The next request of a visitor may come to another process.
    rates: Rates,
    waiting: Arc<Mutex<HashMap<LinkId, Count>>>,
    /// When somebody was last counted, by a hash of what was counted.
    counted: Arc<Cache<u64, Seconds>>,
    hash: RandomState,
}

impl Counts {
    pub fn new(db: Db, rates: Rates) -> Self {
        let counted = Arc::new(Cache::new(REMEMBERED));
        Self { db, rates, waiting: Arc::default(), counted, hash: RandomState::new() }
    }

    /// Whether a visitor who opens the link comes anew: nobody has known them before, or they were away.
    pub async fn comes_anew(&self, link: LinkId, who: &Comer<'_>, now: Seconds) -> bool {
        match *who {
            Comer::Known(visitor) => self.is_new(VISIT, (link.0, visitor), now).await,
            Comer::New { visitor, network, agent } => {
                // With their cookie they are known from now on.
                self.is_new(VISIT, (link.0, visitor), now).await;
                self.is_new_here(VISIT, &(link.0, network, agent), now)
            }
        }
    }

    /// Counts that somebody opened the link.
    pub fn visit(&self, link: LinkId, now: Seconds) {
        metrics::counter!("link_visits_total").increment(1);
        self.add(link, Count { visits: 1, downloads: 0, last_used_at: now });
    }

    /// Counts one download. A visitor who began the same download within the hour is not counted again. Returns whether
    /// it was counted.
    pub async fn download(&self, link: LinkId, whoever: &str, what: &str, now: Seconds) -> bool {
        let is_new = self.is_new(DOWNLOAD, (link.0, whoever, what), now).await;
        if is_new {
            metrics::counter!("link_downloads_total").increment(1);
            self.add(link, Count { visits: 0, downloads: 1, last_used_at: now });
        }
        is_new
    }

    async fn is_new(&self, limit: Limit, what: impl Hash, now: Seconds) -> bool {
        self.is_new_here(limit, &what, now) && self.rates.take_one(limit, what).await.is_ok()
    }

    /// As far as this process knows. Nothing of it is stored.
    fn is_new_here(&self, limit: Limit, what: &impl Hash, now: Seconds) -> bool {
        let key = self.hash.hash_one((limit.name, what));
        let is_known = self.counted.get(&key).is_some_and(|at| at <= now && now - at < limit.interval);
        if !is_known {
            self.counted.insert(key, now);
        }
        !is_known
    }

    fn add(&self, link: LinkId, more: Count) {
        merge(&mut self.waiting(), link, more);
        let counts = self.clone();
        self.db.in_background("links.counts".to_owned(), async move { counts.write().await });
    }

    async fn write(&self) {
        let waiting = std::mem::take(&mut *self.waiting());
        let counted = waiting.clone();
        let written = self.db.write(move |tx| {
            let mut counted: Vec<_> = counted.into_iter().collect();
            // Two processes that write several of the same links do it in one order.
            counted.sort_unstable_by_key(|(link, _)| *link);
            counted.into_iter().try_for_each(|(link, count)| store::add_count(tx, link, count))
        });
        if let Err(error) = written.await {
            tracing::warn!("Uses of share links are counted with the next one: {error}");
            let mut again = self.waiting();
            waiting.into_iter().for_each(|(link, count)| merge(&mut again, link, count));
        }
    }

    fn waiting(&self) -> MutexGuard<'_, HashMap<LinkId, Count>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn merge(counts: &mut HashMap<LinkId, Count>, link: LinkId, more: Count) {
    let count = counts.entry(link).or_default();
    count.visits += more.visits;
    count.downloads += more.downloads;
    count.last_used_at = count.last_used_at.max(more.last_used_at);
}
