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

/// Who has not been let to write in this time is not ready.
const DEADLINE: Duration = Duration::from_secs(5);

async fn ready(State(db): State<Db>) -> (StatusCode, &'static str) {
    let written = db.write(|tx| tx.exists("SELECT 1 FROM db_migration LIMIT 1", &[]));
    let asked = tokio::time::timeout(2 * DEADLINE, db::with_patience(DEADLINE, written)).await;
    match asked {
        Ok(Ok(_)) => (StatusCode::OK, "ok"),
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

/// Serves `/metrics` on an address of its own until `stop`.
pub async fn metrics(address: String, stop: tokio_util::sync::CancellationToken) {
    let recorder = metrics_exporter_prometheus::PrometheusBuilder::new().build_recorder();
    let handle = recorder.handle();
    if metrics::set_global_recorder(recorder).is_err() {
        tracing::warn!("Metrics are recorded elsewhere already");
    }
    let page = Router::new().route("/metrics", get(move || std::future::ready(handle.render())));
    let listener = match tokio::net::TcpListener::bind(&address).await {
        Ok(listener) => listener,
        Err(error) => {
            tracing::error!("{address} cannot be listened on for metrics: {error}");
            return;
        }
    };
    let ended = axum::serve(listener, page).with_graceful_shutdown(async move { stop.cancelled().await }).await;
    if let Err(error) = ended {
        tracing::error!("The metrics' listener failed: {error}");
    }
}

/// Middleware: how many requests, by route and status.
pub async fn count(request: axum::extract::Request, next: axum::middleware::Next) -> axum::response::Response {
    let route = request.extensions().get::<axum::extract::MatchedPath>().map(|path| path.as_str().to_owned());
    let method = request.method().to_string();
    let response = next.run(request).await;
    let status = response.status().as_u16().to_string();
    let route = route.unwrap_or_else(|| "other".into());
    metrics::counter!("http_requests_total", "method" => method, "route" => route, "status" => status).increment(1);
    response
}
