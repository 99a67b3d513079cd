//! The methods of a path: `OPTIONS` is answered everywhere, and `Allow` lists them.

use axum::body::Body;
use axum::extract::Request;
use axum::http::header::{ALLOW, CONTENT_LANGUAGE, CONTENT_LENGTH, CONTENT_TYPE, WWW_AUTHENTICATE};
use axum::http::{HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::Response;

/// Middleware around the router, which sets `Allow` if a path exists but has no such method. The methods are no secret:
/// `OPTIONS` needs no session.
pub async fn tell(request: Request, next: Next) -> Response {
    let asks = request.method() == Method::OPTIONS;
    let mut response = next.run(request).await;
    let Some(allowed) = response.headers().get(ALLOW).and_then(|allowed| allowed.to_str().ok()) else {
        return response;
    };
    let methods: Vec<_> = allowed.split(',').map(str::trim).filter(|method| !method.is_empty()).collect();
    let is_named = methods.contains(&"OPTIONS");
    let named = methods.into_iter().chain((!is_named).then_some("OPTIONS")).collect::<Vec<_>>().join(", ");
    if let Ok(named) = HeaderValue::from_str(&named) {
        response.headers_mut().insert(ALLOW, named);
    }
    if asks && !response.status().is_success() {
        *response.status_mut() = StatusCode::NO_CONTENT;
        *response.body_mut() = Body::empty();
        for name in [CONTENT_TYPE, CONTENT_LENGTH, CONTENT_LANGUAGE, WWW_AUTHENTICATE] {
            response.headers_mut().remove(name);
        }
    }
    response
}
