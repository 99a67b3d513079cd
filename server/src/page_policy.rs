//! The page's policy when application instances are on other servers, or files at other hosts: connections to those, and
//! no others, are allowed.
//! From the origins of themes' logos, only pictures are loaded.

use std::sync::Arc;

use axum::extract::Request;
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY};
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::response::Response;
use db::Db;

use crate::base_path::BasePath;
use crate::{assets, headers};

/// A file of the web app; the page itself has the policy that its instances need, that of share links a stricter one.
pub async fn serve(db: Db, bytes: Arc<[String]>, base: BasePath, request: Request) -> Response {
    let is_link = assets::is_link(request.uri().path());
    let mut response = assets::serve(&base, request);
    if is_link {
        let logos = db.read(tenancy::logo_origins).await.unwrap_or_default();
        keep_to_itself(response.headers_mut(), &logos);
        return response;
    }
    let html = response.headers().get(CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"text/html"));
    if html {
        // If the query fails, the page has the strict policy, and only calls to other servers fail.
        let read =
            db.read(|conn| Ok::<_, db::Error>((tenancy::origins_elsewhere(conn)?, tenancy::logo_origins(conn)?)));
        let (mut origins, logos) = read.await.unwrap_or_default();
        for host in &*bytes {
            if !origins.contains(host) {
                origins.push(host.clone());
            }
        }
        if let Ok(policy) = HeaderValue::try_from(headers::page_policy(&origins, &logos)) {
            response.headers_mut().insert(CONTENT_SECURITY_POLICY, policy);
        }
    }
    response
}

/// The page of a share link: nobody keeps it, no search engine lists it, and no other site is told its address.
fn keep_to_itself(headers: &mut HeaderMap, logos: &[String]) {
    if let Ok(policy) = HeaderValue::try_from(headers::link_policy(logos)) {
        headers.insert(CONTENT_SECURITY_POLICY, policy);
    }
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.insert(HeaderName::from_static("x-robots-tag"), HeaderValue::from_static("noindex, nofollow"));
}
