//! Optimistic locking: entities have a version, and a change may name the version it is based on. A
//! caller that already has the current answer gets 304.

use std::convert::Infallible;
use std::hash::{DefaultHasher, Hash, Hasher};

use axum::body::Body;
use axum::extract::{FromRequestParts, Request};
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE, ETAG, IF_MATCH, IF_NONE_MATCH};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::IntoParams;
use utoipa::openapi::Required;
use utoipa::openapi::path::{Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::{ObjectBuilder, Type};

use crate::Problem;
use crate::entity_tags::{Tag, Tags};
use crate::extract::written;

/// The header's name in the document.
pub(crate) const IF_MATCH_NAME: &str = "If-Match";

/// The versions that the caller has seen, from `If-Match: "7"` or the whole of an `ETag`, `"7-…"`, or a list of those;
/// without the header any version is changed. It is checked after the form and the object, whose errors are reported first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IfMatch(Seen);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Seen {
    Anything,
    /// Without the tags that this server never gave.
    Versions(Vec<i64>),
    Unreadable,
}

impl IfMatch {
    /// Refused with 412 if somebody else has made another version meanwhile.
    pub fn check(&self, version: i64) -> Result<(), Problem> {
        match &self.0 {
            Seen::Anything => Ok(()),
            Seen::Versions(seen) if seen.contains(&version) => Ok(()),
            Seen::Versions(_) => Err(Problem::changed_meanwhile()),
            Seen::Unreadable => Err(Problem::bad_request()),
        }
    }
}

/// As we give them.
const TAG: &str = r#""[0-9]{1,18}(-[0-9a-f]{16})?""#;

impl IntoParams for IfMatch {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let tag = ObjectBuilder::new().schema_type(Type::String).pattern(Some(format!("^(\\*|{TAG}(, {TAG})*)$")));
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
        Ok(Self(match Tags::of(&parts.headers, &IF_MATCH) {
            None | Some(Tags::Any) => Seen::Anything,
            Some(Tags::Listed(tags)) => Seen::Versions(tags.iter().filter_map(Tag::version).collect()),
            Some(Tags::Unreadable) => Seen::Unreadable,
        }))
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
pub async fn answer_not_modified(request: Request, next: Next) -> Response {
    let reads = [Method::GET, Method::HEAD].contains(request.method());
    let known = Tags::of(request.headers(), &IF_NONE_MATCH);
    let response = next.run(request).await;
    let is_known = |tag: &HeaderValue| known.as_ref().is_some_and(|known| known.name(tag.as_bytes()));
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

/// Whether `If-None-Match` of a read names the tag of what would be answered.
pub fn is_known(asked: &HeaderMap, tag: &str) -> bool {
    Tags::of(asked, &IF_NONE_MATCH).is_some_and(|known| known.name(tag.as_bytes()))
}
