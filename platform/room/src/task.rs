//! What a room has the program run with its state: a schedule, a recovery, an ending.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

type Running = Pin<Box<dyn Future<Output = anyhow::Result<()>> + Send>>;

/// A task that can be run any number of times. Clones share it.
#[derive(Clone)]
pub(crate) struct Task(Arc<dyn Fn() -> Running + Send + Sync>);

impl Task {
    pub(crate) fn new<F, R>(run: F) -> Self
    where
        F: Fn() -> R + Send + Sync + 'static,
        R: Future<Output = anyhow::Result<()>> + Send + 'static,
    {
        Self(Arc::new(move || Box::pin(run())))
    }

    pub(crate) fn with<S, F, R, E>(state: &S, run: F) -> Self
    where
        S: Clone + Send + Sync + 'static,
        F: Fn(S) -> R + Send + Sync + 'static,
        R: Future<Output = Result<(), E>> + Send + 'static,
        E: Into<anyhow::Error>,
    {
        let state = state.clone();
        Self::new(move || {
            let running = run(state.clone());
            async move { running.await.map_err(Into::into) }
        })
    }

    pub(crate) async fn run(&self) -> anyhow::Result<()> {
        (self.0)().await
    }
}
