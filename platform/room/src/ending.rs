//! What is done before a process ends.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

type Running = Pin<Box<dyn Future<Output = anyhow::Result<()>> + Send>>;

/// What a process does once it serves nobody any more and nothing goes on in it: it writes what it has in memory alone. It
/// takes little time, or is left out. A process that is killed does none of it.
#[derive(Clone)]
pub struct Ending {
    /// What the log says when it fails: "Some uses are not counted".
    pub failure: &'static str,
    run: Arc<dyn Fn() -> Running + Send + Sync>,
}

impl Ending {
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

    pub async fn run(&self) {
        if let Err(error) = (self.run)().await {
            tracing::warn!("{}: {error:#}", self.failure);
        }
    }
}
