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
                let said = error.body_text();
                let field = said.split('`').nth(1).unwrap_or("body").to_owned();
                let missing = said.contains("missing field");
                Err(Problem::invalid(&field, if missing { "form_rules.mandatory" } else { "invalid" }))
            }
            Err(rejection) if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE => Err(Problem::too_large()),
            Err(_) => Err(Problem::bad_request()),
        }
    }
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
