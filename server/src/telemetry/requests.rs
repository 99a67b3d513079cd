//! How long requests take, by the operation that they ask for.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::Response;
use rest::GateEntry;

use super::names;

/// The name of each operation in the API document, by method and path.
#[derive(Clone, Debug)]
pub struct Operations(Arc<HashMap<(Method, String), String>>);

impl Operations {
    pub fn of(gates: &[GateEntry]) -> Self {
        let named = gates.iter().filter_map(|gate| {
            let method = gate.method.parse().ok()?;
            Some(((method, gate.path.clone()), gate.operation.clone()))
        });
        Self(Arc::new(named.collect()))
    }

    fn of_request(&self, request: &Request) -> String {
        let path = request.extensions().get::<MatchedPath>().map(|path| path.as_str().to_owned());
        let key = path.map(|path| (request.method().clone(), path));
        key.and_then(|key| self.0.get(&key)).map_or_else(|| "other".to_owned(), Clone::clone)
    }
}

/// Decremented when the request ends, also if its client went away.
struct UnderWay;

impl UnderWay {
    fn begin() -> Self {
        metrics::gauge!(names::UNDER_WAY).increment(1.0);
        Self
    }
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        metrics::gauge!(names::UNDER_WAY).decrement(1.0);
    }
}

/// Middleware of routes: how long they took, by operation and status.
pub async fn measure(State(operations): State<Operations>, request: Request, next: Next) -> Response {
    let operation = operations.of_request(&request);
    tracing::Span::current().record("operation", operation.as_str());
    let (_under_way, begun) = (UnderWay::begin(), Instant::now());
    let response = next.run(request).await;
    let status = response.status().as_u16().to_string();
    let taken = begun.elapsed().as_secs_f64();
    metrics::histogram!(names::REQUEST, "operation" => operation, "status" => status).record(taken);
    response
}
