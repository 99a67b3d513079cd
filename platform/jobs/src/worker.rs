//! A worker: a number of places in which jobs run, filled whenever something is due.

use std::sync::Arc;
use std::time::Duration;

use db::{Db, Tx, Wake};
use primitives::{Clock, Seconds};
use tokio::task::JoinSet;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::kind::Kind;
use crate::run::{LEASE_SECONDS, Run, bury};
use crate::store::{self, Claimed};

/// Looks for jobs of other processes this often; its own process wakes it.
const POLL: Duration = Duration::from_secs(1);
const PRUNE_EVERY: Duration = Duration::from_secs(3600);
/// Ended jobs are kept a week, so that somebody can look at what went wrong.
const KEEP_SECONDS: i64 = 7 * 24 * 3600;

#[derive(Clone)]
pub struct Worker {
    db: Db,
    clock: Clock,
    kinds: Arc<Vec<Kind>>,
    places: usize,
}

impl Worker {
    /// A worker for `kinds` only; jobs of other kinds are left to others.
    pub fn new(db: Db, clock: Clock, kinds: Vec<Kind>, places: usize) -> Self {
        assert!(!kinds.is_empty(), "a worker without kinds has nothing to do");
        Self { db, clock, kinds: Arc::new(kinds), places: places.max(1) }
    }

    /// Works until `stop`, then lets the running jobs come to an end for ten seconds and puts the others back.
    pub async fn run(self, stop: CancellationToken) {
        let mut woken = self.db.woken(Wake::Jobs);
        let mut running = JoinSet::new();
        let mut prune_at = Instant::now();
        while !stop.is_cancelled() {
            woken.mark_unchanged();
            if let Err(error) = self.fill(&mut running, &stop).await {
                tracing::warn!("Jobs could not be looked for: {error}");
            }
            if prune_at <= Instant::now() {
                prune_at = Instant::now() + PRUNE_EVERY;
                self.prune().await;
            }
            tokio::select! {
                () = stop.cancelled() => {}
                _ = running.join_next(), if !running.is_empty() => {}
                _ = woken.changed() => {}
                () = tokio::time::sleep(POLL) => {}
            }
        }
        while running.join_next().await.is_some() {}
    }

    /// For tests: runs what is due, one job at a time, until nothing is. Says how many runs that took.
    pub async fn drain(&self) -> db::Result<usize> {
        let mut runs = 0;
        let never = CancellationToken::new();
        loop {
            self.gather_strays().await?;
            let Some(claimed) = self.claim().await? else { return Ok(runs) };
            self.carry_out(claimed, &never).await;
            runs += 1;
        }
    }

    async fn fill(&self, running: &mut JoinSet<()>, stop: &CancellationToken) -> db::Result<()> {
        while running.try_join_next().is_some() {}
        self.gather_strays().await?;
        if running.len() >= self.places || !self.is_due().await? {
            return Ok(());
        }
        while running.len() < self.places && !stop.is_cancelled() {
            let Some(claimed) = self.claim().await? else { break };
            let (worker, stop) = (self.clone(), stop.clone());
            running.spawn(async move { worker.carry_out(claimed, &stop).await });
        }
        Ok(())
    }

    async fn carry_out(&self, claimed: Claimed, stop: &CancellationToken) {
        let Some(kind) = self.kind(&claimed.kind) else { return };
        let run = Run { db: &self.db, clock: &self.clock, kind, claimed, shutdown: stop.clone() };
        run.carry_out().await;
    }

    fn kind(&self, name: &str) -> Option<&Kind> {
        self.kinds.iter().find(|kind| kind.name == name)
    }

    fn names(&self) -> Vec<&'static str> {
        self.kinds.iter().map(|kind| kind.name).collect()
    }

    async fn is_due(&self) -> db::Result<bool> {
        let (kinds, now) = (self.names(), self.clock.now());
        self.db.read(move |conn| store::is_due(conn, &kinds, now)).await
    }

    /// Tries again when another worker took a job of the same serial key at the same moment.
    async fn claim(&self) -> db::Result<Option<Claimed>> {
        loop {
            let (kinds, now) = (self.names(), self.clock.now());
            let claimed = self.db.write(move |tx| store::claim(tx, &kinds, now, now + LEASE_SECONDS)).await;
            match claimed {
                Err(db::Error::Unique(_)) => tokio::task::yield_now().await,
                answer => return answer,
            }
        }
    }

    /// Ends what was cancelled before it began; puts back what a dead worker left, or ends it after its last attempt.
    async fn gather_strays(&self) -> db::Result<()> {
        loop {
            let (worker, now) = (self.clone(), self.clock.now());
            if !self.db.read(move |conn| store::has_strays(conn, now)).await? {
                return Ok(());
            }
            let gathered = self.db.write(move |tx| worker.gather(tx, now)).await?;
            if gathered < store::STRAYS {
                return Ok(());
            }
        }
    }

    fn gather(&self, tx: &mut Tx<'_>, now: Seconds) -> db::Result<usize> {
        let strays = store::strays(tx, &self.names(), now)?;
        for stray in &strays {
            let run = &stray.claimed;
            let Some(kind) = self.kind(&run.kind) else { continue };
            if stray.cancelled {
                bury(tx, kind, run, true, "cancelled", now)?;
            } else if run.attempt >= kind.attempts {
                bury(tx, kind, run, false, "it ended without a word, as a process that is killed does", now)?;
            } else {
                store::requeue(tx, run, run.attempt, now, Some("its worker fell silent"))?;
            }
        }
        Ok(strays.len())
    }

    async fn prune(&self) {
        let before = self.clock.now() - KEEP_SECONDS;
        if let Err(error) = self.db.write(move |tx| store::prune(tx, before)).await {
            tracing::warn!("Old jobs could not be removed: {error}");
        }
    }
}
