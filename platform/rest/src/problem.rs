//! Errors on the wire: RFC 9457 problems with our members `message`, `code` and `errors`.
//!
//! Only this file turns a kind of failure into a status code.

use axum::Json as AxumJson;
use axum::http::header::{CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use crate::refused::{RIGHTS_CHANGED, SESSION_ENDED};
use crate::request_id::current_request_id;
use crate::{FieldError, Rule, current_language, text};

/// One failed request. Rooms make it from their own errors; its sentence is chosen when it is answered.
#[derive(Clone, Debug)]
pub struct Problem {
    status: StatusCode,
    code: &'static str,
    key: &'static str,
    params: Vec<(&'static str, String)>,
    errors: Vec<FieldError>,
    retry_after: Option<u64>,
}

/// The body of every answer of 400 and above.
#[derive(Serialize, utoipa::ToSchema)]
#[schema(as = Problem)]
pub struct ProblemBody {
    #[serde(rename = "type")]
    pub about: &'static str,
    pub title: String,
    pub status: u16,
    /// In the caller's language, ready to be shown.
    pub message: String,
    /// For programs; it does not change with the language.
    pub code: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<FieldError>,
    /// The request's name in the server's log; `X-Request-Id` of the answer has it too.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request_id: Option<String>,
}

impl Problem {
    fn new(status: StatusCode, code: &'static str, key: &'static str) -> Self {
        Self { status, code, key, params: Vec::new(), errors: Vec::new(), retry_after: None }
    }

    pub fn no_session() -> Self {
        Self::new(StatusCode::UNAUTHORIZED, "no_session", "no_session")
    }

    pub fn unauthenticated(code: &'static str) -> Self {
        Self::new(StatusCode::UNAUTHORIZED, code, code)
    }

    /// Visible, but not allowed.
    pub fn forbidden(code: &'static str) -> Self {
        Self::new(StatusCode::FORBIDDEN, code, code)
    }

    /// Missing and invisible look the same.
    pub fn not_found() -> Self {
        Self::new(StatusCode::NOT_FOUND, "not_found", "not_found")
    }

    /// As `not_found`, with a sentence of its own.
    pub fn missing(code: &'static str) -> Self {
        Self::new(StatusCode::NOT_FOUND, code, code)
    }

    /// It existed, and the caller knows so (410).
    pub fn gone(code: &'static str, key: &'static str) -> Self {
        Self::new(StatusCode::GONE, code, key)
    }

    pub fn conflict(code: &'static str, key: &'static str) -> Self {
        Self::new(StatusCode::CONFLICT, code, key)
    }

    /// Another request uses it right now; try again later (423).
    pub fn busy(code: &'static str) -> Self {
        Self { retry_after: Some(1), ..Self::new(StatusCode::LOCKED, code, "unavailable") }
    }

    pub fn bad_request() -> Self {
        Self::new(StatusCode::BAD_REQUEST, "bad_request", "bad_request")
    }

    pub fn too_large() -> Self {
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, "payload_too_large", "payload_too_large")
    }

    pub fn unavailable() -> Self {
        Self { retry_after: Some(1), ..Self::new(StatusCode::SERVICE_UNAVAILABLE, "unavailable", "unavailable") }
    }

    /// A disk cannot be read or written now; this may pass.
    pub fn disk_unavailable() -> Self {
        let retry_after = Some(60);
        Self { retry_after, ..Self::new(StatusCode::SERVICE_UNAVAILABLE, "disk_unavailable", "disk_unavailable") }
    }

    /// There is no space for more bytes.
    pub fn full() -> Self {
        Self::new(StatusCode::INSUFFICIENT_STORAGE, "storage_full", "storage_full")
    }

    pub fn internal() -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", "internal")
    }

    /// A file cannot be delivered as it was stored; the operators are informed.
    pub fn broken_file(code: &'static str) -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, code, code)
    }

    /// Too many requests; try again in `seconds`.
    pub fn too_many(seconds: u64) -> Self {
        Self {
            retry_after: Some(seconds.max(1)),
            ..Self::new(StatusCode::TOO_MANY_REQUESTS, "rate_limited", "rate_limited")
        }
    }

    /// tus: the part does not match its checksum.
    pub fn checksum_mismatch() -> Self {
        let status = StatusCode::from_u16(460).unwrap_or(StatusCode::BAD_REQUEST);
        Self::new(status, "checksum_mismatch", "checksum_mismatch")
    }

    /// Somebody else has changed it since the caller read it (412).
    pub fn changed_meanwhile() -> Self {
        Self::new(StatusCode::PRECONDITION_FAILED, "changed_meanwhile", "changed_meanwhile")
    }

    /// A precondition of the caller does not hold (412).
    pub fn failed_precondition(code: &'static str) -> Self {
        Self::new(StatusCode::PRECONDITION_FAILED, code, code)
    }

    pub fn unsupported_media_type() -> Self {
        Self::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported_media_type", "unsupported_media_type")
    }

    /// A form with these errors.
    pub fn refused(errors: Vec<FieldError>) -> Self {
        Self { errors, ..Self::new(StatusCode::UNPROCESSABLE_ENTITY, "invalid", "invalid") }
    }

    /// A conflict that belongs to one field of the form.
    pub fn at(mut self, error: FieldError) -> Self {
        self.errors.push(error);
        self
    }

    pub fn invalid(field: &str, key: &'static str) -> Self {
        let mut problem = Self::new(StatusCode::UNPROCESSABLE_ENTITY, "invalid", "invalid");
        problem.errors.push(FieldError { field: field.into(), key: key.into(), params: None });
        problem
    }

    /// A field of a form names something that is missing, or that the asker may not know of; the answer does not say
    /// which.
    pub fn unknown(field: &str) -> Self {
        Self::refused(vec![Rule::Unknown.of(field)])
    }

    /// This field of a form named what is missing.
    pub fn named_by(mut self, field: &str) -> Self {
        if self.status == StatusCode::NOT_FOUND && self.errors.is_empty() {
            self.errors.push(Rule::Unknown.of(field));
        }
        self
    }

    /// Adds a parameter, to the message and to the last field error.
    pub fn with(mut self, name: &'static str, value: impl ToString) -> Self {
        if let Some(error) = self.errors.last_mut() {
            error.params.get_or_insert_default().insert(name.into(), value.to_string());
        }
        self.params.push((name, value.to_string()));
        self
    }

    /// The field error `key` is also the message.
    pub fn said_by_field(mut self, key: &'static str) -> Self {
        self.key = key;
        self
    }

    pub fn method_not_allowed() -> Self {
        Self::of_status(StatusCode::METHOD_NOT_ALLOWED)
    }

    /// The problem of an error that the framework made without a text.
    pub(crate) fn of_status(status: StatusCode) -> Self {
        let code = match status {
            StatusCode::NOT_FOUND => "not_found",
            StatusCode::METHOD_NOT_ALLOWED => "method_not_allowed",
            StatusCode::PAYLOAD_TOO_LARGE => "payload_too_large",
            StatusCode::REQUEST_TIMEOUT => "request_timeout",
            StatusCode::SERVICE_UNAVAILABLE => "unavailable",
            other if other.is_server_error() => "internal",
            _ => "bad_request",
        };
        Self::new(status, code, code)
    }

    /// If only one field was refused, its message; some programs show messages but no fields.
    fn message(&self) -> String {
        let language = current_language();
        match self.errors.as_slice() {
            [one] if self.key == "invalid" && one.key == "invalid" => {
                text(language, "invalid_field", &[("field", one.field.clone())])
            }
            [one] if self.key == "invalid" => {
                let params = one.params.iter().flatten();
                let params: Vec<_> = params.map(|(name, value)| (name.as_str(), value.clone())).collect();
                text(language, &one.key, &params)
            }
            _ => text(language, self.key, &self.params),
        }
    }

    pub fn status(&self) -> StatusCode {
        self.status
    }

    /// There is no space to store anything.
    pub fn is_full(&self) -> bool {
        self.status == StatusCode::INSUFFICIENT_STORAGE
    }

    pub fn code(&self) -> &'static str {
        self.code
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let body = ProblemBody {
            about: "about:blank",
            title: self.status.canonical_reason().unwrap_or("Error").to_owned(),
            status: self.status.as_u16(),
            message: self.message(),
            code: self.code.to_owned(),
            errors: self.errors,
            request_id: current_request_id(),
        };
        let mut response = (self.status, AxumJson(body)).into_response();
        response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        if self.status == StatusCode::UNAUTHORIZED {
            response.headers_mut().insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

impl From<db::Error> for Problem {
    /// A database error that a room did not expect: it is logged here, and its text is not sent.
    fn from(error: db::Error) -> Self {
        match &error {
            db::Error::Missing => Self::not_found(),
            db::Error::ZeroByte => Self::bad_request(),
            db::Error::Refused(SESSION_ENDED) => Self::no_session(),
            db::Error::Refused(_) => Self::conflict(RIGHTS_CHANGED, RIGHTS_CHANGED),
            db::Error::Unavailable(_) => {
                tracing::warn!("The database is not available: {error}");
                Self::unavailable()
            }
            db::Error::Full(_) => {
                tracing::error!("{error}");
                Self::full()
            }
            _ => {
                tracing::error!("A request failed on the database: {error}");
                Self::internal()
            }
        }
    }
}
