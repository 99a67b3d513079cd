//! CORS: pages of the origins in the settings may call this server and read its answers.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::header::{
    ACCEPT_RANGES, ACCESS_CONTROL_REQUEST_METHOD, AUTHORIZATION, CONTENT_DISPOSITION, CONTENT_RANGE, CONTENT_TYPE,
    ETAG, IF_MATCH, IF_NONE_MATCH, LOCATION, ORIGIN, RANGE, RETRY_AFTER, VARY,
};
use axum::http::{HeaderName, HeaderValue, Method};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::Response;
use primitives::WebOrigin;
use tower::{Layer, ServiceExt};
use tower_http::cors::CorsLayer;

/// How long a browser may cache the permission: Chromium's maximum.
const REMEMBERED: Duration = Duration::from_secs(2 * 3600);

const METHODS: [Method; 6] = [Method::GET, Method::HEAD, Method::POST, Method::PUT, Method::PATCH, Method::DELETE];

const TUS: [HeaderName; 13] = [
    HeaderName::from_static("tus-resumable"),
    HeaderName::from_static("upload-offset"),
    HeaderName::from_static("upload-length"),
    HeaderName::from_static("upload-checksum"),
    HeaderName::from_static("upload-metadata"),
    HeaderName::from_static("upload-defer-length"),
    HeaderName::from_static("upload-concat"),
    HeaderName::from_static("upload-expires"),
    HeaderName::from_static("upload-unchanged"),
    HeaderName::from_static("tus-version"),
    HeaderName::from_static("tus-extension"),
    HeaderName::from_static("tus-max-size"),
    HeaderName::from_static("x-http-method-override"),
];

/// The headers that the page may send, besides those that every browser may.
const SENT: [HeaderName; 5] = [AUTHORIZATION, CONTENT_TYPE, IF_MATCH, IF_NONE_MATCH, RANGE];

/// The headers that the page may read, besides those that every browser may.
const READ: [HeaderName; 6] = [ETAG, LOCATION, RETRY_AFTER, CONTENT_DISPOSITION, CONTENT_RANGE, ACCEPT_RANGES];

struct Sharing {
    origins: Vec<HeaderValue>,
    cors: CorsLayer,
}

/// The router, also open to pages of `origins`. Without origins it is unchanged.
pub fn open_to(router: Router, origins: &[WebOrigin]) -> Router {
    if origins.is_empty() {
        return router;
    }
    let origins: Vec<_> = origins.iter().filter_map(|origin| HeaderValue::from_str(origin.as_str()).ok()).collect();
    let cors = CorsLayer::new()
        .allow_origin(origins.clone())
        .allow_credentials(true)
        .allow_methods(METHODS)
        .allow_headers([SENT.as_slice(), TUS.as_slice()].concat())
        .expose_headers([READ.as_slice(), TUS.as_slice()].concat())
        .max_age(REMEMBERED)
        .vary([]);
    router.layer(from_fn_with_state(Arc::new(Sharing { origins, cors }), share))
}

/// Only requests of the named origins pass the layer: it would answer every `OPTIONS`, and add headers for everybody.
async fn share(State(sharing): State<Arc<Sharing>>, request: Request, next: Next) -> Response {
    let mut response = if sharing.concerns(&request) {
        let Ok(response) = sharing.cors.layer(next).oneshot(request).await;
        response
    } else {
        next.run(request).await
    };
    response.headers_mut().append(VARY, HeaderValue::from_static("origin"));
    response
}

impl Sharing {
    fn concerns(&self, request: &Request) -> bool {
        let headers = request.headers();
        let named = headers.get(ORIGIN).is_some_and(|origin| self.origins.contains(origin));
        // An `OPTIONS` that is not a preflight is an ordinary request: tus uses it to ask for the supported extensions.
        named && (request.method() != Method::OPTIONS || headers.contains_key(ACCESS_CONTROL_REQUEST_METHOD))
    }
}
