//! A worker: a number of slots for each kind of job, filled whenever a job is due.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use db::{Db, Tx, Wake};
use primitives::{Clock, Seconds};
use tokio::task::{AbortHandle, JoinSet};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::claim;
use crate::kind::Kind;
use crate::lease::{self, Alive, Held, LEASE_SECONDS};
use crate::run::{Run, abandon};
use crate::store::{self, Claimed};
use crate::turns::{Turn, Turns};

/// How often it looks for jobs of other processes; its own process wakes it.
const POLL: Duration = Duration::from_secs(1);
const PRUNE_EVERY: Duration = Duration::from_secs(3600);
/// Ended jobs are kept a week, so that operators can look at failures.
const KEEP_SECONDS: i64 = 7 * 24 * 3600;

#[derive(Clone)]
pub struct Worker {
    db: Db,
    clock: Clock,
    kinds: Arc<Vec<Kind>>,
    places: usize,
    lease: Seconds,
    alive: Alive,
    /// Who was served last, by kind.
    served: Arc<Mutex<HashMap<&'static str, Arc<Turns>>>>,
}

/// The heartbeat of a worker; it ends with the worker.
struct Beat(AbortHandle);

impl Drop for Beat {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl Worker {
    /// A worker for `kinds` only, each with `places` slots; other workers take the other kinds.
    pub fn new(db: Db, clock: Clock, kinds: Vec<Kind>, places: usize) -> Self {
        assert!(!kinds.is_empty(), "a worker without kinds has nothing to do");
        let (kinds, places) = (Arc::new(kinds), places.max(1));
        Self { db, clock, kinds, places, lease: LEASE_SECONDS, alive: Alive::default(), served: Arc::default() }
    }

    /// Its jobs are given to another worker when it is silent for this long; the default is 30 seconds.
    pub fn with_lease(self, seconds: Seconds) -> Self {
        Self { lease: seconds.max(1), ..self }
    }

    /// Works until `stop`, then gives the running jobs ten seconds to end and puts the others back.
    pub async fn run(self, stop: CancellationToken) {
        let mut woken = self.db.woken(Wake::Jobs);
        let mut running = JoinSet::new();
        let _beat = self.beat();
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

    /// For tests: runs due jobs one at a time until none is left. Returns the number of runs.
    pub async fn drain(&self) -> db::Result<usize> {
        let mut runs = 0;
        let never = CancellationToken::new();
        let _beat = self.beat();
        loop {
            self.gather_strays().await?;
            let Some((claimed, held)) = self.claim_any().await? else { return Ok(runs) };
            self.carry_out(claimed, held, &never).await;
            runs += 1;
        }
    }

    fn beat(&self) -> Beat {
        let beat = lease::beat(self.db.clone(), self.clock.clone(), self.alive.clone(), self.lease);
        Beat(tokio::spawn(beat).abort_handle())
    }

    async fn fill(&self, running: &mut JoinSet<()>, stop: &CancellationToken) -> db::Result<()> {
        while running.try_join_next().is_some() {}
        self.gather_strays().await?;
        for kind in self.due().await? {
            while self.has_room(kind) && !stop.is_cancelled() {
                let Some((claimed, held)) = self.claim(kind).await? else { break };
                let (worker, stop) = (self.clone(), stop.clone());
                running.spawn(async move { worker.carry_out(claimed, held, &stop).await });
            }
        }
        Ok(())
    }

    async fn carry_out(&self, claimed: Claimed, _held: Held, stop: &CancellationToken) {
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

    fn has_room(&self, kind: &Kind) -> bool {
        self.alive.of(kind.name) < kind.at_once(self.places)
    }

    /// People who have the one place that each of them may have.
    fn placed(&self, kind: &Kind) -> Vec<Turn> {
        if kind.is_shared_out { self.alive.whose(kind.name) } else { Vec::new() }
    }

    /// The kinds that have a free slot and a due job.
    async fn due(&self) -> db::Result<Vec<&Kind>> {
        let roomy = self.kinds.iter().filter(|kind| self.has_room(kind));
        let roomy: Vec<_> = roomy.map(|kind| (kind.name, self.placed(kind))).collect();
        if roomy.is_empty() {
            return Ok(Vec::new());
        }
        let now = self.clock.now();
        let due = self.db.read(move |conn| claim::due(conn, &roomy, now)).await?;
        Ok(due.into_iter().filter_map(|name| self.kind(name)).collect())
    }

    async fn claim_any(&self) -> db::Result<Option<(Claimed, Held)>> {
        for kind in self.due().await? {
            if let Some(claimed) = self.claim(kind).await? {
                return Ok(Some(claimed));
            }
        }
        Ok(None)
    }

    /// Tries again if another worker claimed a job of the same serial key at the same moment.
    async fn claim(&self, kind: &Kind) -> db::Result<Option<(Claimed, Held)>> {
        let (kind, placed) = (kind.name, self.placed(kind));
        loop {
            let (now, until) = (self.clock.now(), self.clock.now() + self.lease);
            let (placed, last) = (placed.clone(), self.turns(|turns| turns.get(kind).cloned().unwrap_or_default()));
            match self.db.write(move |tx| claim::claim(tx, kind, (&last, &placed), now, until)).await {
                Err(db::Error::Unique(_)) => tokio::task::yield_now().await,
                Err(error) => return Err(error),
                Ok(None) => return Ok(None),
                Ok(Some((turn, claimed))) => {
                    self.turns(|turns| Arc::make_mut(turns.entry(kind).or_default()).served(turn));
                    let held = self.alive.hold(&claimed, turn);
                    return Ok(Some((claimed, held)));
                }
            }
        }
    }

    fn turns<T>(&self, look: impl FnOnce(&mut HashMap<&'static str, Arc<Turns>>) -> T) -> T {
        look(&mut self.served.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Ends jobs that were cancelled before they began. Requeues the jobs of dead workers, or fails them after their
    /// last attempt.
    async fn gather_strays(&self) -> db::Result<()> {
        loop {
            let (worker, now) = (self.clone(), self.clock.now());
            if !self.db.read(move |conn| store::has_orphans(conn, now)).await? {
                return Ok(());
            }
            let gathered = self.db.write(move |tx| worker.gather(tx, now)).await?;
            if gathered < store::ORPHANS {
                return Ok(());
            }
        }
    }

    fn gather(&self, tx: &mut Tx<'_>, now: Seconds) -> db::Result<usize> {
        let orphans = store::orphans(tx, &self.names(), now)?;
        for orphan in &orphans {
            let run = &orphan.claimed;
            let Some(kind) = self.kind(&run.kind) else { continue };
            if self.alive.has(run.claim) {
                continue;
            }
            if orphan.cancelled {
                abandon(tx, kind, run, true, "cancelled", now)?;
            } else if run.attempt >= kind.attempts {
                abandon(tx, kind, run, false, "it ended without a word, as a process that is killed does", now)?;
            } else {
                store::requeue(tx, run, run.attempt, now, Some("its worker fell silent"))?;
            }
        }
        Ok(orphans.len())
    }

    async fn prune(&self) {
        let before = self.clock.now() - KEEP_SECONDS;
        if let Err(error) = self.db.write(move |tx| store::prune(tx, before)).await {
            tracing::warn!("Old jobs could not be removed: {error}");
        }
    }
}
