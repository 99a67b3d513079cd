//! What is done at the start, and mostly every so often after it, by each process that works.

use std::future::Future;
use std::time::Duration;

use crate::task::Task;

/// Something to do at the start and every so often after it. What fails is logged, and done again the next time.
#[derive(Clone)]
pub struct Schedule {
    /// What the log says when it fails: "Old sessions stay for now".
    pub failure: &'static str,
    /// None: only at the start.
    pub every: Option<Duration>,
    task: Task,
}

impl Schedule {
    pub fn new<F, R>(every: Duration, failure: &'static str, run: F) -> Self
    where
        F: Fn() -> R + Send + Sync + 'static,
        R: Future<Output = anyhow::Result<()>> + Send + 'static,
    {
        Self { failure, every: Some(every), task: Task::new(run) }
    }

    /// As `new`, of something that is done with the state of a room.
    pub fn every<S, F, R, E>(every: Duration, failure: &'static str, state: &S, run: F) -> Self
    where
        S: Clone + Send + Sync + 'static,
        F: Fn(S) -> R + Send + Sync + 'static,
        R: Future<Output = Result<(), E>> + Send + 'static,
        E: Into<anyhow::Error>,
    {
        Self { failure, every: Some(every), task: Task::with(state, run) }
    }

    /// As `every`, of something that is done at the start only.
    pub fn once<S, F, R, E>(failure: &'static str, state: &S, run: F) -> Self
    where
        S: Clone + Send + Sync + 'static,
        F: Fn(S) -> R + Send + Sync + 'static,
        R: Future<Output = Result<(), E>> + Send + 'static,
        E: Into<anyhow::Error>,
    {
        Self { every: None, ..Self::every(Duration::ZERO, failure, state, run) }
    }

    pub async fn run(&self) {
        if let Err(error) = self.task.run().await {
            tracing::warn!("{}: {error:#}", self.failure);
        }
    }
}
