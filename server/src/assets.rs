//! The web app: files made by its build, in the executable; every other path is one of its screens.

use axum::body::Body;
use axum::extract::Request;
use axum::http::header::{ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY};
use axum::http::{HeaderMap, HeaderValue, Method, Response, StatusCode};
use axum::response::IntoResponse;
use rest::Problem;
use rust_embed::RustEmbed;

/// Debug builds read the folder while they run.
#[derive(RustEmbed)]
#[folder = "../web/dist"]
#[allow_missing = true]
struct Files;

/// Answers with a file, or with the app's page, which finds its own way; never with a page for an API path.
pub fn serve(request: Request) -> Response<Body> {
    let path = request.uri().path();
    if path.starts_with("/api/") || path == "/api" {
        return Problem::not_found().into_response();
    }
    if request.method() != Method::GET && request.method() != Method::HEAD {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    let wanted = path.trim_start_matches('/');
    let name = if !wanted.is_empty() && Files::get(wanted).is_some() { wanted } else { "index.html" };
    if name == "index.html" && wanted.starts_with("assets/") {
        return StatusCode::NOT_FOUND.into_response();
    }
    file(name, request.headers())
}

fn file(name: &str, asked: &HeaderMap) -> Response<Body> {
    let accepted = asked.get(ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or("");
    let packed = [("br", ".br"), ("gzip", ".gz")]
        .into_iter()
        .filter(|(coding, _)| accepted.split(',').any(|one| one.trim().split(';').next() == Some(coding)))
        .find_map(|(coding, suffix)| Some((coding, Files::get(&format!("{name}{suffix}"))?)));
    let (coding, found) = match packed {
        Some((coding, found)) => (Some(coding), found),
        None => match Files::get(name) {
            Some(found) => (None, found),
            None => return (StatusCode::NOT_FOUND, "The web app is not built: run `make web`.").into_response(),
        },
    };
    let tag = format!("\"{}\"", hex(&found.metadata.sha256_hash()[..12]));
    let mut response = if asked.get(IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        Body::from(found.data.into_owned()).into_response()
    };
    // Files below assets/ are named by their content and never change.
    let cache = if name.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(mime(name)));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static(cache));
    headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(ETAG, tag);
    }
    if let Some(coding) = coding {
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static(coding));
    }
    response
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn mime(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or("") {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "webmanifest" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
