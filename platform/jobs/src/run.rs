//! One run of one job: the work, and a watch that notices a cancellation.

use std::time::Duration;

use db::Db;
use primitives::Clock;
use tokio::task::JoinHandle;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep_until, timeout};
use tokio_util::sync::CancellationToken;

use crate::JobContext;
use crate::kind::{Abandoned, Kind, pause};
use crate::outcome::{JobError, Outcome};
use crate::store::{self, Claimed};

const LOOK_EVERY: Duration = Duration::from_millis(500);
/// How long a run may take to return after its job has ended.
const RETURNING: Duration = Duration::from_secs(1);
/// How long a run may take to end after it was asked to.
const GRACE: Duration = Duration::from_secs(10);

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Ended {
    Outcome(Outcome),
    Error(JobError),
    /// It did not end in time after a cancellation.
    CutOff,
    /// It did not end before the server stopped.
    Interrupted,
    /// Another worker has taken it over.
    Lost,
}

impl Ended {
    /// The label in metrics.
    fn word(&self) -> &'static str {
        match self {
            Self::Outcome(_) => "done",
            Self::Error(_) => "error",
            Self::CutOff => "cut_off",
            Self::Interrupted => "interrupted",
            Self::Lost => "lost",
        }
    }
}

pub struct Run<'w> {
    pub db: &'w Db,
    pub clock: &'w Clock,
    pub kind: &'w Kind,
    pub claimed: Claimed,
    pub shutdown: CancellationToken,
}

/// A task that ends with the task that watches it.
struct Task(JoinHandle<Result<Outcome, JobError>>);

impl Drop for Task {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl Run<'_> {
    pub async fn carry_out(self) {
        let cancel = CancellationToken::new();
        let begun = Instant::now();
        let ended = self.watch(&cancel).await;
        metrics::histogram!("job_seconds", "kind" => self.kind.name).record(begun.elapsed().as_secs_f64());
        metrics::counter!("jobs_ended_total", "kind" => self.kind.name, "result" => ended.word()).increment(1);
        let cancelled = cancel.is_cancelled();
        for _ in 0..5 {
            match self.finish(ended.clone(), cancelled).await {
                Ok(()) => return,
                Err(error) => {
                    tracing::warn!(job.id = %self.claimed.claim.job, "A job's end could not be written: {error}")
                }
            }
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
        // Its lease expires, and the job runs again.
    }

    async fn watch(&self, cancel: &CancellationToken) -> Ended {
        let context = JobContext {
            job: self.claimed.claim.job,
            attempt: self.claimed.attempt,
            claim: self.claimed.claim,
            cancel: cancel.clone(),
            shutdown: self.shutdown.clone(),
            payload: self.claimed.payload.clone(),
            clock: self.clock.clone(),
        };
        let mut task = Task(tokio::spawn((self.kind.work)(context)));
        let mut look = interval(LOOK_EVERY);
        look.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut cut_off: Option<Instant> = None;
        loop {
            tokio::select! {
                biased;
                ended = &mut task.0 => return ended.map_or_else(|error| panicked(&error), returned),
                () = sleep_until(cut_off.unwrap_or_else(Instant::now)), if cut_off.is_some() => {
                    return if cancel.is_cancelled() { Ended::CutOff } else { Ended::Interrupted };
                }
                () = self.shutdown.cancelled(), if cut_off.is_none() => cut_off = Some(Instant::now() + GRACE),
                _ = look.tick() => match self.look().await {
                    None => return self.lost(&mut task).await,
                    Some(true) if !cancel.is_cancelled() => {
                        cancel.cancel();
                        cut_off = Some(Instant::now() + GRACE);
                    }
                    Some(_) => {}
                },
            }
        }
    }

    /// A job that has ended together with its rows is no longer ours either; its run is then about to return.
    async fn lost(&self, task: &mut Task) -> Ended {
        match timeout(RETURNING, &mut task.0).await {
            Ok(Ok(Ok(Outcome::Done))) => Ended::Outcome(Outcome::Done),
            _ => Ended::Lost,
        }
    }

    /// None if the run is no longer ours, else whether it is to be cancelled.
    async fn look(&self) -> Option<bool> {
        let claim = self.claimed.claim;
        let kept = self.db.read(move |conn| store::watch(conn, claim)).await;
        kept.unwrap_or_else(|error: db::Error| {
            tracing::warn!(job.id = %claim.job, "A running job could not be checked: {error}");
            Some(false)
        })
    }

    async fn finish(&self, ended: Ended, cancelled: bool) -> db::Result<()> {
        let (run, now) = (self.claimed.clone(), self.clock.now());
        match ended {
            Ended::Outcome(Outcome::Done) => {
                self.db.write(move |tx| store::finish(tx, run.claim, now)).await.map(|_| ())
            }
            Ended::Outcome(Outcome::Cancelled) | Ended::CutOff => self.abandon(true, "cancelled".into()).await,
            Ended::Error(error) if cancelled => self.abandon(true, error.to_string()).await,
            Ended::Error(JobError::Fatal(reason)) => self.abandon(false, reason).await,
            Ended::Error(JobError::Retry(reason)) if run.attempt >= self.kind.attempts => {
                self.abandon(false, reason).await
            }
            Ended::Error(JobError::Retry(reason)) => {
                tracing::warn!(job.id = %run.claim.job, attempt = run.attempt, "{} failed and is tried again: {reason}", self.kind.name);
                let (attempts, at) = (run.attempt, now + pause(run.attempt));
                self.db.write(move |tx| store::requeue(tx, &run, attempts, at, Some(&reason))).await.map(|_| ())
            }
            Ended::Outcome(Outcome::Again(at)) => {
                self.db.write(move |tx| store::requeue(tx, &run, run.attempt - 1, at, None)).await.map(|_| ())
            }
            Ended::Interrupted => {
                self.db.write(move |tx| store::requeue(tx, &run, run.attempt - 1, now, None)).await.map(|_| ())
            }
            Ended::Lost => {
                tracing::warn!(job.id = %run.claim.job, "Another worker has taken job {} over", run.claim.job);
                Ok(())
            }
        }
    }

    async fn abandon(&self, cancelled: bool, reason: String) -> db::Result<()> {
        let (kind, run, now) = (self.kind.clone(), self.claimed.clone(), self.clock.now());
        self.db.write(move |tx| abandon(tx, &kind, &run, cancelled, &reason, now)).await
    }
}

/// Ends a job that was not completed, and calls its room's handler.
pub fn abandon(
    tx: &mut db::Tx<'_>,
    kind: &Kind,
    run: &Claimed,
    cancelled: bool,
    reason: &str,
    now: primitives::Seconds,
) -> db::Result<()> {
    if !store::abandon(tx, run, if cancelled { "cancelled" } else { "failed" }, reason, now)? {
        return Ok(());
    }
    if !cancelled {
        tracing::error!(job.id = %run.claim.job, "{} failed for good: {reason}", kind.name);
    }
    let Some(on_abandoned) = &kind.on_abandoned else { return Ok(()) };
    let abandoned = Abandoned {
        job: run.claim.job,
        kind: run.kind.clone(),
        payload: run.payload.clone(),
        cancelled,
        reason: reason.to_owned(),
    };
    on_abandoned(tx, &abandoned)
}

fn returned(result: Result<Outcome, JobError>) -> Ended {
    result.map_or_else(Ended::Error, Ended::Outcome)
}

fn panicked(error: &tokio::task::JoinError) -> Ended {
    Ended::Error(JobError::Retry(format!("it panicked: {error}")))
}
