//! A kind of job: its name, what does it, and how often it is tried.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use db::Tx;
use primitives::Seconds;

use crate::outcome::{JobError, Outcome};
use crate::{JobContext, JobId};

/// A job that ended without being done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Abandoned {
    pub job: JobId,
    pub kind: String,
    pub payload: String,
    /// The job was cancelled; otherwise it failed.
    pub cancelled: bool,
    pub reason: String,
}

pub(crate) type Run = Pin<Box<dyn Future<Output = Result<Outcome, JobError>> + Send>>;
type Work = Arc<dyn Fn(JobContext) -> Run + Send + Sync>;
type OnAbandoned = Arc<dyn Fn(&mut Tx<'_>, &Abandoned) -> db::Result<()> + Send + Sync>;

/// How many jobs of a kind run at once. Each kind has slots of its own, so that no kind waits behind another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Places {
    All,
    Half,
}

impl Places {
    pub fn of(self, all: usize) -> usize {
        match self {
            Self::All => all,
            Self::Half => (all / 2).max(1),
        }
    }
}

#[derive(Clone)]
pub struct Kind {
    pub(crate) name: &'static str,
    pub(crate) attempts: i64,
    pub(crate) places: Places,
    /// Each person has one place at most.
    pub(crate) is_shared_out: bool,
    pub(crate) work: Work,
    pub(crate) on_abandoned: Option<OnAbandoned>,
}

impl Kind {
    /// A kind whose jobs run `work`, at most five times each. A run may be aborted at any await and repeated, so it
    /// must continue from the state that it finds.
    pub fn new<F, R>(name: &'static str, work: F) -> Self
    where
        F: Fn(JobContext) -> R + Send + Sync + 'static,
        R: Future<Output = Result<Outcome, JobError>> + Send + 'static,
    {
        Self {
            name,
            attempts: 5,
            places: Places::All,
            is_shared_out: false,
            work: Arc::new(move |context| Box::pin(work(context))),
            on_abandoned: None,
        }
    }

    pub fn name(&self) -> &'static str {
        self.name
    }

    pub fn attempts(self, attempts: i64) -> Self {
        Self { attempts: attempts.max(1), ..self }
    }

    /// Uses at most half of its worker's slots, and at least one: for long work that no user waits for.
    pub fn in_half_the_places(self) -> Self {
        Self { places: Places::Half, ..self }
    }

    /// Gives each person one place at most, and has at least two: for work of which one turn may take long, so that
    /// nobody waits for the end of another person's.
    pub fn one_for_each_person(self) -> Self {
        Self { is_shared_out: true, ..self }
    }

    /// How many of its jobs a worker with `all` slots runs at once.
    pub(crate) fn at_once(&self, all: usize) -> usize {
        let places = self.places.of(all);
        if self.is_shared_out { places.max(2) } else { places }
    }

    /// Runs in the transaction in which a job of this kind fails for good or is cancelled.
    pub fn on_abandoned<F>(self, on_abandoned: F) -> Self
    where
        F: Fn(&mut Tx<'_>, &Abandoned) -> db::Result<()> + Send + Sync + 'static,
    {
        Self { on_abandoned: Some(Arc::new(on_abandoned)), ..self }
    }
}

/// Seconds to wait after attempt number `attempt` (from 1) went wrong: 2, 8, 32, 128, then 10 minutes.
pub(crate) fn pause(attempt: i64) -> Seconds {
    match attempt {
        ..=1 => 2,
        2 => 8,
        3 => 32,
        4 => 128,
        5.. => 600,
    }
}
