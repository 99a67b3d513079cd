//! Optimistic locking: what two people may edit carries a version, and a change may say which one it was made from.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::HeaderValue;
use axum::http::header::{ETAG, IF_MATCH};
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use primitives::whole_number;
use serde::Serialize;
use utoipa::IntoParams;
use utoipa::openapi::Required;
use utoipa::openapi::path::{Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::{ObjectBuilder, Type};

use crate::{Json, Problem};

/// As the document writes it.
pub(crate) const IF_MATCH_NAME: &str = "If-Match";

/// The version that the caller has seen, from `If-Match: "7"`; without the header whatever is there is changed. It is
/// judged when the form was read and the thing was found: what is wrong with those is told first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IfMatch(Seen);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Seen {
    Anything,
    Version(i64),
    /// A tag that this server never gave.
    NoneOfOurs,
}

impl IfMatch {
    /// Refused with 412 where somebody else has made another version meanwhile.
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
        let tag = ObjectBuilder::new().schema_type(Type::String).pattern(Some(r#"^(\*|"[0-9]{1,18}")$"#));
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
        Ok(Self(bare.and_then(whole_number).map_or(Seen::NoneOfOurs, Seen::Version)))
    }
}

/// An answer with its version as its `ETag`.
pub struct Versioned<T>(pub i64, pub T);

impl<T: Serialize> IntoResponse for Versioned<T> {
    fn into_response(self) -> Response {
        let mut response = Json(self.1).into_response();
        if let Ok(tag) = HeaderValue::try_from(format!("\"{}\"", self.0)) {
            response.headers_mut().insert(ETAG, tag);
        }
        response
    }
}
