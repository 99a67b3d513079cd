//! `/metrics` in the format of Prometheus, for operators.

mod names;
pub mod otlp;
mod process;
mod recorder;
mod requests;

use axum::Router;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use axum::routing::get;
use db::Db;
use primitives::{Clock, Seconds};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

pub use recorder::Recorder;
pub use requests::{Operations, measure};

/// Jobs that failed within a day are reported beside those that wait.
const FAILURE_WINDOW: Seconds = 86_400;

#[derive(Clone)]
struct Page {
    recorder: Recorder,
    db: Db,
    clock: Clock,
}

/// Starts recording. Call it before anything is measured.
pub fn record() -> Recorder {
    let recorder = Recorder::default();
    names::describe(&recorder);
    if metrics::set_global_recorder(recorder.clone()).is_err() {
        tracing::warn!("Metrics are recorded elsewhere already");
    }
    recorder
}

/// Serves `/metrics` on a listener of its own until `stop`.
pub async fn serve(listener: TcpListener, recorder: Recorder, db: Db, clock: Clock, stop: CancellationToken) {
    let page = Router::new().route("/metrics", get(show)).with_state(Page { recorder, db, clock });
    let ended = axum::serve(listener, page).with_graceful_shutdown(async move { stop.cancelled().await }).await;
    if let Err(error) = ended {
        tracing::error!("The metrics' listener failed: {error}");
    }
}

async fn show(State(Page { recorder, db, clock }): State<Page>) -> impl IntoResponse {
    process::look(&recorder);
    let now = clock.now();
    match db.read(move |c| jobs::backlog(c, now - FAILURE_WINDOW)).await {
        Ok(kinds) => tell_backlog(&recorder, &kinds, now),
        Err(error) => tracing::warn!("The metrics of jobs are missing: {error}"),
    }
    ([(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], recorder.render())
}

/// A kind that no longer has jobs to report is reported as zero.
fn tell_backlog(recorder: &Recorder, kinds: &[jobs::Backlog], now: Seconds) {
    for name in [names::QUEUED, names::RUNNING, names::FAILED, names::OLDEST] {
        recorder.clear(name);
    }
    for kind in kinds {
        let label = [("kind", kind.kind.as_str())];
        let age = kind.oldest_due_at.map_or(0, |due| (now - due).max(0));
        for (name, value) in [
            (names::QUEUED, kind.queued),
            (names::RUNNING, kind.running),
            (names::FAILED, kind.failed),
            (names::OLDEST, age),
        ] {
            recorder.set(name, &label, value as f64);
        }
    }
}
