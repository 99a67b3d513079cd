//! The answer with a picture, and by whom it may be kept.

use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, X_CONTENT_TYPE_OPTIONS};
use axum::http::{HeaderValue, Response, StatusCode};

const NO_STORE: &str = "no-store";

/// The picture may be kept, but only by its viewer, who asks again whether it may still be seen.
pub(crate) fn picture(status: StatusCode, tag: &str, body: Body) -> Response<Body> {
    let mut response = Response::new(body);
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("image/webp"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static("sandbox; default-src 'none'"));
    if let Ok(tag) = HeaderValue::from_str(tag) {
        headers.insert(ETAG, tag);
    }
    response
}

/// The answer will soon be another one.
pub(crate) fn kept_by_nobody(mut answer: Response<Body>) -> Response<Body> {
    answer.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static(NO_STORE));
    answer
}

pub(crate) fn is_kept_by_nobody(answer: &Response<Body>) -> bool {
    answer.headers().get(CACHE_CONTROL).is_some_and(|said| said == NO_STORE)
}
