//! Optimistic locking: what two people may edit has a version, and a change may name the version it was made from. A
//! caller that already has the current answer gets 304.

use std::convert::Infallible;
use std::hash::{DefaultHasher, Hash, Hasher};

use axum::body::Body;
use axum::extract::{FromRequestParts, Request};
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE, ETAG, IF_MATCH, IF_NONE_MATCH};
use axum::http::request::Parts;
use axum::http::{HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use primitives::whole_number;
use serde::Serialize;
use utoipa::IntoParams;
use utoipa::openapi::Required;
use utoipa::openapi::path::{Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::{ObjectBuilder, Type};

use crate::Problem;
use crate::extract::written;

/// The header's name in the document.
pub(crate) const IF_MATCH_NAME: &str = "If-Match";

/// The version that the caller has seen, from `If-Match: "7"` or the whole of an `ETag`, `"7-…"`; without the header
/// any version is changed. It is checked after the form and the object, whose errors are reported first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IfMatch(Seen);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Seen {
    Anything,
    Version(i64),
    /// A tag that this server never sent.
    NoneOfOurs,
}

impl IfMatch {
    /// Refused with 412 if somebody else has made another version meanwhile.
    pub fn check(self, version: i64) -> Result<(), Problem> {
        match self.0 {
            Seen::Anything => Ok(()),
            Seen::Version(seen) if seen == version => Ok(()),
            Seen::Version(_) | Seen::NoneOfOurs => Err(Problem::changed_meanwhile()),
        }
    }
}

impl IntoParams for IfMatch {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let tag =
            ObjectBuilder::new().schema_type(Type::String).pattern(Some(r#"^(\*|"[0-9]{1,18}(-[0-9a-f]{16})?")$"#));
        let parameter = ParameterBuilder::new()
            .name(IF_MATCH_NAME)
            .parameter_in(ParameterIn::Header)
            .required(Required::False)
            .description(Some("The version that was read, as its `ETag` had it"))
            .schema(Some(tag.build()));
        vec![parameter.build()]
    }
}

impl<S: Send + Sync> FromRequestParts<S> for IfMatch {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let Some(header) = parts.headers.get(IF_MATCH) else { return Ok(Self(Seen::Anything)) };
        let text = header.to_str().unwrap_or("").trim();
        if text == "*" {
            return Ok(Self(Seen::Anything));
        }
        let bare = text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
        let version = bare.and_then(|tag| whole_number(tag.split_once('-').map_or(tag, |(version, _)| version)));
        Ok(Self(version.map_or(Seen::NoneOfOurs, Seen::Version)))
    }
}

/// An answer with its version in its `ETag`. Data of others in it (names, say) does not change the version, so the tag
/// also contains a hash of the answer.
pub struct Versioned<T>(pub i64, pub T);

impl<T: Serialize> IntoResponse for Versioned<T> {
    fn into_response(self) -> Response {
        let body = match written(&self.1) {
            Ok(body) => body,
            Err(problem) => return problem.into_response(),
        };
        let mut hasher = DefaultHasher::new();
        body.hash(&mut hasher);
        let tag = format!("\"{}-{:016x}\"", self.0, hasher.finish());
        ([(CONTENT_TYPE, "application/json"), (ETAG, tag.as_str())], body).into_response()
    }
}

/// Answers 304 to a read whose `If-None-Match` names the tag of the answer.
pub async fn spare_the_known(request: Request, next: Next) -> Response {
    let reads = [Method::GET, Method::HEAD].contains(request.method());
    let known: Vec<HeaderValue> = request.headers().get_all(IF_NONE_MATCH).iter().cloned().collect();
    let response = next.run(request).await;
    let is_known = |tag: &HeaderValue| known.iter().any(|known| names(known, tag));
    if !reads || response.status() != StatusCode::OK || !response.headers().get(ETAG).is_some_and(is_known) {
        return response;
    }
    let (mut parts, _) = response.into_parts();
    parts.status = StatusCode::NOT_MODIFIED;
    for header in [CONTENT_TYPE, CONTENT_LENGTH] {
        parts.headers.remove(header);
    }
    Response::from_parts(parts, Body::empty())
}

/// Compares weakly: a compressed answer has the same content.
fn names(known: &HeaderValue, tag: &HeaderValue) -> bool {
    let (Ok(known), Ok(tag)) = (known.to_str(), tag.to_str()) else { return false };
    known.split(',').map(str::trim).any(|one| one == "*" || one.strip_prefix("W/").unwrap_or(one) == tag)
}
