//! The page's policy when application instances are on other servers: connections to those, and no others, are allowed.
//! From the origins of themes' logos, only pictures are loaded.

use axum::extract::Request;
use axum::http::HeaderValue;
use axum::http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::response::Response;
use db::Db;

use crate::base_path::BasePath;
use crate::{assets, headers};

/// A file of the web app; the page itself has the policy that its instances need.
pub async fn serve(db: Db, base: BasePath, request: Request) -> Response {
    let mut response = assets::serve(&base, request);
    let html = response.headers().get(CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"text/html"));
    if html {
        // If the query fails, the page has the strict policy, and only calls to other servers fail.
        let read =
            db.read(|conn| Ok::<_, db::Error>((tenancy::origins_elsewhere(conn)?, tenancy::logo_origins(conn)?)));
        let (origins, logos) = read.await.unwrap_or_default();
        if let Ok(policy) = HeaderValue::try_from(headers::page_policy(&origins, &logos)) {
            response.headers_mut().insert(CONTENT_SECURITY_POLICY, policy);
        }
    }
    response
}
