//! `/healthz`: the process answers. `/readyz`: it can work, because its database can be written to.

use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::get;
use db::Db;

pub fn routes(db: Db) -> Router {
    Router::new().route("/healthz", get(|| async { "ok" })).route("/readyz", get(ready)).with_state(db)
}

/// If a write does not succeed within this time, the server is not ready.
const DEADLINE: Duration = Duration::from_secs(5);

async fn ready(State(db): State<Db>) -> (StatusCode, &'static str) {
    let asked = tokio::time::timeout(2 * DEADLINE, db::with_wait_budget(DEADLINE, db.is_writable())).await;
    match asked {
        Ok(Ok(())) => (StatusCode::OK, "ok"),
        Ok(Err(error)) if error.is_full() => {
            tracing::warn!("Not ready: {error}");
            (StatusCode::SERVICE_UNAVAILABLE, "the database's disk is full")
        }
        Ok(Err(error)) => {
            tracing::warn!("Not ready: {error}");
            (StatusCode::SERVICE_UNAVAILABLE, "the database does not answer")
        }
        Err(_) => {
            tracing::warn!("Not ready: a write takes too long");
            (StatusCode::SERVICE_UNAVAILABLE, "the database does not answer in time")
        }
    }
}
