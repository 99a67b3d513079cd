//! The page's policy where application instances live on other servers: those, and no others, may be spoken to.

use axum::extract::Request;
use axum::http::HeaderValue;
use axum::http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::response::Response;
use db::Db;

use crate::{assets, headers};

/// A file of the web app; the page itself comes with the policy that its instances need.
pub async fn serve(db: Db, request: Request) -> Response {
    let mut response = assets::serve(request);
    let html = response.headers().get(CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"text/html"));
    if html {
        // Without an answer the page has the strict policy, and only calls to other servers fail.
        let origins = db.read(tenancy::origins_elsewhere).await.unwrap_or_default();
        if let Ok(policy) = HeaderValue::try_from(headers::page_policy(&origins)) {
            response.headers_mut().insert(CONTENT_SECURITY_POLICY, policy);
        }
    }
    response
}
