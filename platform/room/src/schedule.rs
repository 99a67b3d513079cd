//! What is done every so often, by each process that works.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

type Running = Pin<Box<dyn Future<Output = anyhow::Result<()>> + Send>>;

/// Something to do at the start and every so often after it. What fails is logged and done again the next time.
#[derive(Clone)]
pub struct Schedule {
    /// What the log says when it fails: "Old sessions stay for now".
    pub failure: &'static str,
    pub every: Duration,
    run: Arc<dyn Fn() -> Running + Send + Sync>,
}

impl Schedule {
    pub fn new<F, R>(every: Duration, failure: &'static str, run: F) -> Self
    where
        F: Fn() -> R + Send + Sync + 'static,
        R: Future<Output = anyhow::Result<()>> + Send + 'static,
    {
        Self { failure, every, run: Arc::new(move || Box::pin(run())) }
    }

    /// As `new`, of something that is done with the state of a room.
    pub fn every<S, F, R, E>(every: Duration, failure: &'static str, state: &S, run: F) -> Self
    where
        S: Clone + Send + Sync + 'static,
        F: Fn(S) -> R + Send + Sync + 'static,
        R: Future<Output = Result<(), E>> + Send + 'static,
        E: Into<anyhow::Error>,
    {
        let state = state.clone();
        Self::new(every, failure, move || {
            let running = run(state.clone());
            async move { running.await.map_err(Into::into) }
        })
    }

    pub async fn run(&self) {
        if let Err(error) = (self.run)().await {
            tracing::warn!("{}: {error:#}", self.failure);
        }
    }
}
