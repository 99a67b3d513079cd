//! What is done before a process ends.

use std::future::Future;

use crate::task::Task;

/// What a process does once it serves nobody any more and nothing goes on in it: it writes what it has in memory alone. It
/// takes little time, or is left out. A process that is killed does none of it.
#[derive(Clone)]
pub struct Ending {
    /// What the log says when it fails: "Some uses are not counted".
    pub failure: &'static str,
    task: Task,
}

impl Ending {
    pub fn new<S, F, R, E>(failure: &'static str, state: &S, run: F) -> Self
    where
        S: Clone + Send + Sync + 'static,
        F: Fn(S) -> R + Send + Sync + 'static,
        R: Future<Output = Result<(), E>> + Send + 'static,
        E: Into<anyhow::Error>,
    {
        Self { failure, task: Task::with(state, run) }
    }

    pub async fn run(&self) {
        if let Err(error) = self.task.run().await {
            tracing::warn!("{}: {error:#}", self.failure);
        }
    }
}
