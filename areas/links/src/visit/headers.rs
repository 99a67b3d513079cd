//! Headers of everything that a link answers.

use axum::extract::Request;
use axum::http::header::{CACHE_CONTROL, REFERRER_POLICY};
use axum::http::{HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;

const ROBOTS: HeaderName = HeaderName::from_static("x-robots-tag");

/// Answers are kept by nobody but the visitor's browser, if at all; no search engine lists them, and no other site is
/// told the address.
pub(crate) async fn unlist(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.insert(ROBOTS, HeaderValue::from_static("noindex, nofollow"));
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}
