//! What is put right before a process serves.

use std::future::Future;

use anyhow::Context;

use crate::task::Task;

/// What a process that uses the disks finishes or undoes after a crash, before it serves. If it fails, nothing is served.
#[derive(Clone)]
pub struct Recovery {
    failure: &'static str,
    task: Task,
}

impl Recovery {
    /// `failure` is what the program says when it ends because of it.
    pub fn new<S, F, R, E>(failure: &'static str, state: &S, run: F) -> Self
    where
        S: Clone + Send + Sync + 'static,
        F: Fn(S) -> R + Send + Sync + 'static,
        R: Future<Output = Result<(), E>> + Send + 'static,
        E: Into<anyhow::Error>,
    {
        Self { failure, task: Task::with(state, run) }
    }

    pub async fn run(&self) -> anyhow::Result<()> {
        self.task.run().await.context(self.failure)
    }
}
