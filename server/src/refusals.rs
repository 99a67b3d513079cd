//! Logs every request that was refused for missing rights, or for coming too often: its operation, and never who sent
//! it or with what.

use axum::extract::{MatchedPath, Request};
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::Response;

pub async fn log(request: Request, next: Next) -> Response {
    let route = request.extensions().get::<MatchedPath>().map(|path| path.as_str().to_owned());
    let method = request.method().clone();
    let response = next.run(request).await;
    if matches!(response.status(), StatusCode::FORBIDDEN | StatusCode::TOO_MANY_REQUESTS) {
        let (status, route) = (response.status().as_u16(), route.unwrap_or_default());
        tracing::info!(%method, route, status, "A request was refused");
    }
    response
}
