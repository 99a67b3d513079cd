//! Extractors whose refusals are problems like all others.

use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::Problem;

/// A JSON body, in and out. A body that does not fit is 422; one that is no JSON at all is 400.
pub struct Json<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Json<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        match axum::Json::<T>::from_request(request, state).await {
            Ok(axum::Json(value)) => Ok(Self(value)),
            Err(JsonRejection::JsonDataError(error)) => {
                let (field, key) = fault(&error.body_text());
                Err(Problem::invalid(&field, key))
            }
            Err(rejection) if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE => Err(Problem::too_large()),
            Err(_) => Err(Problem::bad_request()),
        }
    }
}

/// Which field does not fit, and the rule it breaks, from what the parser says: `…: path: what is wrong at line 1 …`.
fn fault(said: &str) -> (String, &'static str) {
    let said = said.split_once("target type: ").map_or(said, |(_, rest)| rest);
    let path = said.split_once(": ").map(|(path, _)| path).filter(|path| !path.contains(' '));
    let named = said.split_once(" field `").and_then(|(_, rest)| rest.split_once('`')).map(|(name, _)| name);
    // An unknown field stands in the path already.
    let named = named.filter(|name| path.is_none_or(|path| path.rsplit('.').next() != Some(*name)));
    let fields: Vec<&str> = path.into_iter().chain(named).filter(|field| *field != ".").collect();
    let field = if fields.is_empty() { "body".to_owned() } else { fields.join(".") };
    let missing = said.contains("missing field") || said.contains("invalid type: null");
    (field, if missing { "form_rules.mandatory" } else { "invalid" })
}

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        // Into a vector, which grows and is written to more cheaply than the buffer that axum's own answer fills.
        match serde_json::to_vec(&self.0) {
            Ok(body) => ([(CONTENT_TYPE, "application/json")], body).into_response(),
            Err(error) => {
                tracing::error!("An answer cannot be written as JSON: {error}");
                Problem::internal().into_response()
            }
        }
    }
}

/// Path parameters; an id that is no number names nothing, so it is 404.
pub struct Path<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Path<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let found = axum::extract::Path::<T>::from_request_parts(parts, state).await;
        found.map(|axum::extract::Path(value)| Self(value)).map_err(|_| Problem::not_found())
    }
}

/// Query parameters; one that does not fit is 422.
pub struct Query<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Query<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let found = axum::extract::Query::<T>::from_request_parts(parts, state).await;
        found.map(|axum::extract::Query(value)| Self(value)).map_err(|_| Problem::invalid("query", "invalid"))
    }
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use axum::extract::{FromRequest, Request};
    use axum::response::IntoResponse;
    use serde::Deserialize;

    use super::Json;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "it is read, and refused")]
    struct Outer {
        number: i64,
        inner: Inner,
    }

    #[derive(Debug, Deserialize)]
    #[expect(dead_code, reason = "it is read, and refused")]
    struct Inner {
        text: String,
    }

    #[tokio::test]
    async fn what_does_not_fit_is_told_at_its_field() {
        for (body, field, key) in [
            (r#"{"inner":{"text":""}}"#, "number", "form_rules.mandatory"),
            (r#"{"number":null,"inner":{"text":""}}"#, "number", "form_rules.mandatory"),
            (r#"{"number":"7","inner":{"text":""}}"#, "number", "invalid"),
            (r#"{"number":7,"inner":{}}"#, "inner.text", "form_rules.mandatory"),
            (r#"{"number":7,"inner":{"text":[]}}"#, "inner.text", "invalid"),
            (r#"{"number":7,"inner":{"text":""},"more":1}"#, "more", "invalid"),
            ("[]", "body", "invalid"),
        ] {
            let request = Request::post("/").header("content-type", "application/json").body(Body::from(body)).unwrap();
            let refused = Json::<Outer>::from_request(request, &()).await.err().unwrap().into_response();
            let bytes = axum::body::to_bytes(refused.into_body(), 10_000).await.unwrap();
            let told: serde_json::Value = serde_json::from_slice(&bytes).unwrap();
            assert_eq!(
                (&told["errors"][0]["field"], &told["errors"][0]["key"]),
                (&field.into(), &key.into()),
                "{body}"
            );
        }
    }
}
