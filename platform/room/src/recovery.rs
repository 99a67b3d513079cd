//! What is put right before a process serves.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use anyhow::Context;

type Running = Pin<Box<dyn Future<Output = anyhow::Result<()>> + Send>>;

/// What a process that uses the disks finishes or undoes after a crash, before it serves. If it fails, nothing is served.
#[derive(Clone)]
pub struct Recovery {
    failure: &'static str,
    run: Arc<dyn Fn() -> Running + Send + Sync>,
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
        let state = state.clone();
        let run = move || -> Running {
            let running = run(state.clone());
            Box::pin(async move { running.await.map_err(Into::into) })
        };
        Self { failure, run: Arc::new(run) }
    }

    pub async fn run(&self) -> anyhow::Result<()> {
        (self.run)().await.context(self.failure)
    }
}
