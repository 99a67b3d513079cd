//! Leases: the runs of this worker, and the heartbeat that renews them. A worker never takes over a job that it runs
//! itself, however late its heartbeat is: a machine that slept wakes up with expired leases and live jobs.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use db::Db;
use primitives::{Clock, Seconds};
use tokio::time::{MissedTickBehavior, interval};

use crate::JobId;
use crate::store::{self, Claim, Claimed};
use crate::turns::Turn;

/// A worker may be silent this long before its jobs are given to another.
pub const LEASE_SECONDS: Seconds = 30;

/// The runs of one worker.
#[derive(Clone, Debug, Default)]
pub struct Alive(Arc<Mutex<BTreeMap<JobId, Running>>>);

#[derive(Debug)]
struct Running {
    /// The number of its claim.
    number: i64,
    kind: String,
    turn: Turn,
}

/// One run, which counts as alive until this is dropped.
pub struct Held {
    alive: Alive,
    claim: Claim,
}

impl Alive {
    /// `turn` is the tenant and the person that the job is for.
    pub fn hold(&self, claimed: &Claimed, turn: Turn) -> Held {
        let running = Running { number: claimed.claim.number, kind: claimed.kind.clone(), turn };
        self.with(|runs| runs.insert(claimed.claim.job, running));
        Held { alive: self.clone(), claim: claimed.claim }
    }

    pub fn has(&self, claim: Claim) -> bool {
        self.with(|runs| runs.get(&claim.job).is_some_and(|run| run.number == claim.number))
    }

    /// How many runs of `kind` there are.
    pub fn of(&self, kind: &str) -> usize {
        self.with(|runs| runs.values().filter(|run| run.kind == kind).count())
    }

    /// Whose runs of `kind` there are.
    pub fn whose(&self, kind: &str) -> Vec<Turn> {
        self.with(|runs| runs.values().filter(|run| run.kind == kind).map(|run| run.turn).collect())
    }

    fn claims(&self) -> Vec<Claim> {
        self.with(|runs| runs.iter().map(|(job, run)| Claim { job: *job, number: run.number }).collect())
    }

    fn with<T>(&self, look: impl FnOnce(&mut BTreeMap<JobId, Running>) -> T) -> T {
        look(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        if self.alive.has(self.claim) {
            self.alive.with(|runs| runs.remove(&self.claim.job));
        }
    }
}

/// Renews the leases of all live runs, four times per lease, for ever.
pub async fn beat(db: Db, clock: Clock, alive: Alive, lease: Seconds) {
    let pause = Duration::from_secs(lease.unsigned_abs()) / 4;
    let mut beats = interval(pause);
    beats.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        beats.tick().await;
        let (claims, until) = (alive.claims(), clock.now() + lease);
        if claims.is_empty() {
            continue;
        }
        let renewed =
            db.write(move |tx| claims.iter().try_for_each(|claim| store::renew(tx, *claim, until).map(|_| ())));
        if let Err(error) = renewed.await {
            tracing::warn!("The leases of running jobs could not be renewed: {error}");
        }
    }
}
