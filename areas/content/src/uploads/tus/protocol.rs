//! The headers of tus 1.0.

use axum::body::Body;
use axum::extract::{FromRequestParts, Request};
use axum::http::header::{CONTENT_TYPE, LOCATION};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Response, StatusCode};
use axum::middleware::Next;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use primitives::Seconds;
use rest::Problem;

use crate::uploads::checksum::Announced;
use crate::{Content, Error, Result};

/// The address where uploads are created and sent.
pub(super) const ADDRESS: &str = "/api/file/upload";
pub(super) const OFFSET: HeaderName = HeaderName::from_static("upload-offset");
pub(super) const LENGTH: HeaderName = HeaderName::from_static("upload-length");
pub(super) const DEFER: HeaderName = HeaderName::from_static("upload-defer-length");
pub(super) const CONCAT: HeaderName = HeaderName::from_static("upload-concat");
/// Only where it is so: the file that was to be replaced has these bytes already.
pub(super) const UNCHANGED: HeaderName = HeaderName::from_static("upload-unchanged");
const CHECKSUM: HeaderName = HeaderName::from_static("upload-checksum");
const EXPIRES: HeaderName = HeaderName::from_static("upload-expires");
const METADATA: HeaderName = HeaderName::from_static("upload-metadata");
const RESUMABLE: HeaderName = HeaderName::from_static("tus-resumable");
const VERSIONS: HeaderName = HeaderName::from_static("tus-version");
const OVERRIDE: HeaderName = HeaderName::from_static("x-http-method-override");
const VERSION: HeaderValue = HeaderValue::from_static("1.0.0");
const BYTES: &str = "application/offset+octet-stream";

/// The sender uses the version that this server supports.
pub struct Tus;

impl<S: Send + Sync> FromRequestParts<S> for Tus {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        let same = parts.headers.get(RESUMABLE) == Some(&VERSION);
        if same { Ok(Self) } else { Err(Error::TusVersion.into()) }
    }
}

/// Middleware around the whole router: a method may be given in `X-HTTP-Method-Override`, for clients and proxies that
/// only support POST, and every answer states our version, also errors.
pub async fn speak_tus(mut request: Request, next: Next) -> Response<Body> {
    if request.uri().path() != ADDRESS {
        return next.run(request).await;
    }
    if request.method() == Method::POST
        && let Some(method) = request.headers().get(OVERRIDE).and_then(|value| overriding(value.as_bytes()))
    {
        *request.method_mut() = method;
    }
    let mut response = next.run(request).await;
    if response.status() == StatusCode::PRECONDITION_FAILED {
        response.headers_mut().insert(VERSIONS, VERSION);
    }
    response.headers_mut().insert(RESUMABLE, VERSION);
    response
}

fn overriding(method: &[u8]) -> Option<Method> {
    [Method::HEAD, Method::PATCH, Method::DELETE].into_iter().find(|known| known.as_str().as_bytes() == method)
}

/// A POST with these headers creates an upload; any other sends a whole prepared file.
pub(crate) fn is_creation(headers: &HeaderMap) -> bool {
    headers.contains_key(RESUMABLE) || [LENGTH, DEFER, CONCAT].iter().any(|name| headers.contains_key(name))
}

/// Whether the body contains bytes of the file; other types are refused.
pub(super) fn brings_bytes(headers: &HeaderMap) -> Result<bool> {
    match headers.get(CONTENT_TYPE) {
        None => Ok(false),
        Some(kind) if kind == BYTES => Ok(true),
        Some(_) => Err(Error::MediaType),
    }
}

/// The number in a header; an error if it is not a number of bytes, None if the header is missing.
pub(super) fn number(headers: &HeaderMap, name: &HeaderName) -> Result<Option<u64>> {
    let Some(value) = headers.get(name) else { return Ok(None) };
    let read = value.to_str().ok().filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
    read.and_then(|text| text.parse().ok()).map(Some).ok_or(Error::Unreadable)
}

pub(super) fn checksum(headers: &HeaderMap) -> Result<Option<Announced>> {
    let Some(value) = headers.get(CHECKSUM) else { return Ok(None) };
    value.to_str().ok().and_then(Announced::parse).map(Some).ok_or(Error::Unreadable)
}

/// The first value of `key` in `Upload-Metadata`.
pub(super) fn metadata(headers: &HeaderMap, keys: &[&str]) -> Result<Option<String>> {
    let Some(header) = headers.get(METADATA) else { return Ok(None) };
    let header = header.to_str().map_err(|_| Error::Unreadable)?;
    let pairs: Vec<_> =
        header.split(',').map(|pair| pair.trim().split_once(' ').unwrap_or((pair.trim(), ""))).collect();
    for key in keys {
        if let Some((_, value)) = pairs.iter().find(|(name, _)| name == key) {
            let bytes = STANDARD.decode(value.trim()).map_err(|_| Error::Unreadable)?;
            return Ok(Some(String::from_utf8(bytes).map_err(|_| Error::Unreadable)?));
        }
    }
    Ok(None)
}

pub(super) fn answer(status: StatusCode) -> Response<Body> {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = status;
    response
}

pub(super) fn say(response: &mut Response<Body>, name: HeaderName, value: impl ToString) {
    if let Ok(value) = HeaderValue::from_str(&value.to_string()) {
        response.headers_mut().insert(name, value);
    }
}

/// Sets the length, or that it will be announced later.
pub(super) fn say_length(response: &mut Response<Body>, expected: Option<u64>) {
    match expected {
        Some(length) => say(response, LENGTH, length),
        None => say(response, DEFER, 1),
    }
}

/// Sets when an upload that receives nothing is abandoned.
pub(super) fn say_expiry(response: &mut Response<Body>, at: Seconds) {
    say(response, EXPIRES, rest::http_date(at));
}

/// The answer to a creation. The address is relative to that of the creation, so that a proxy's prefix does not matter.
pub(super) fn created(content: &Content, location: &str, offset: u64) -> Response<Body> {
    let mut response = answer(StatusCode::CREATED);
    say(&mut response, LOCATION, location);
    say(&mut response, OFFSET, offset);
    say_expiry(&mut response, content.clock.now() + content.config.staging_keeps);
    response
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, HeaderValue};

    use super::{LENGTH, METADATA, metadata, number};

    fn with(name: axum::http::HeaderName, value: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(name, HeaderValue::from_static(value))])
    }

    #[test]
    fn a_length_is_a_number_of_bytes_and_nothing_else() {
        assert_eq!(number(&HeaderMap::new(), &LENGTH).unwrap(), None);
        assert_eq!(number(&with(LENGTH, "12"), &LENGTH).unwrap(), Some(12));
        for wrong in ["-4", "+4", "", "1.5", "0x4", "99999999999999999999"] {
            assert!(number(&with(LENGTH, wrong), &LENGTH).is_err(), "{wrong}");
        }
    }

    #[test]
    fn metadata_is_pairs_of_a_key_and_base64() {
        let header = with(METADATA, "filename d29ybGQudHh0,is_confidential, folder_parent_id Nw==");
        let read = |keys: &[&str]| metadata(&header, keys).unwrap();
        assert_eq!(read(&["filename", "name"]).as_deref(), Some("world.txt"));
        assert_eq!(read(&["folder_parent_id"]).as_deref(), Some("7"));
        assert_eq!(read(&["is_confidential"]).as_deref(), Some(""));
        assert_eq!(read(&["name"]), None);
        assert!(metadata(&with(METADATA, "filename %%%"), &["filename"]).is_err());
    }
}
