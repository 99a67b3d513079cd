//! Every request has an id: it is in each log line, in the answer and in a problem's body, so that an operator can find
//! the cause of a reported error.

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;
use primitives::random_hex;
use tracing::{Instrument as _, Span};

const HEADER: HeaderName = HeaderName::from_static("x-request-id");
const LONGEST: usize = 128;

tokio::task_local! {
    static REQUEST_ID: String;
}

pub(crate) fn current_request_id() -> Option<String> {
    REQUEST_ID.try_with(Clone::clone).ok()
}

/// Middleware, the outermost: takes the id that a proxy or client sent, if it is valid, or makes one.
pub async fn name_request(request: Request, next: Next) -> Response {
    let id = given(request.headers()).unwrap_or_else(|| random_hex(16));
    let span = span(&id, &request);
    let value = HeaderValue::from_str(&id);
    let mut response = REQUEST_ID.scope(id, next.run(request)).instrument(span.clone()).await;
    span.record("status", response.status().as_u16());
    if let Ok(value) = value {
        response.headers_mut().insert(HEADER, value);
    }
    response
}

/// The fields of a request in logs and traces. It continues the caller's trace if there is one (W3C Trace Context).
fn span(id: &str, request: &Request) -> Span {
    let trace = request.headers().get("traceparent").and_then(|value| value.to_str().ok());
    let trace = trace.filter(|value| value.len() <= LONGEST);
    let (method, path) = (request.method().as_str(), without_secrets(request.uri().path()));
    let (operation, status) = (tracing::field::Empty, tracing::field::Empty);
    tracing::info_span!("request", id, method, path, traceparent = trace, operation, status)
}

/// Some addresses open something by themselves: of what may be the secret in them, only the beginning is told.
fn without_secrets(path: &str) -> String {
    let is_secret = |step: &str| {
        step.len() >= 32 && step.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_')
    };
    let steps = path.split('/').map(|step| if is_secret(step) { format!("{}…", &step[..6]) } else { step.to_owned() });
    steps.collect::<Vec<_>>().join("/")
}

/// A header may contain anything: only plain short ids go into the log.
fn given(headers: &HeaderMap) -> Option<String> {
    let said = headers.get(HEADER)?.to_str().ok()?;
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.:/+=".contains(&byte);
    (!said.is_empty() && said.len() <= LONGEST && said.bytes().all(is_plain)).then(|| said.to_owned())
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, HeaderValue};

    use super::{HEADER, given, without_secrets};

    #[test]
    fn addresses_that_open_something_are_not_told_whole() {
        assert_eq!(
            without_secrets("/api/link/5efe110af515031505dffbd254fb4971/content/71"),
            "/api/link/5efe11…/content/71"
        );
        assert_eq!(without_secrets("/api/app/1/entry/list/12"), "/api/app/1/entry/list/12");
    }

    #[test]
    fn a_plain_short_request_id_is_accepted() {
        let headers = |value: &str| HeaderMap::from_iter([(HEADER, HeaderValue::from_str(value).unwrap())]);
        for good in ["7", "0af7651916cd43dd-b7ad6b7169203331", "a/b+c=", &"x".repeat(128)] {
            assert_eq!(given(&headers(good)).as_deref(), Some(good));
        }
        for bad in ["", "a b", "a\tb", "\"x\"", "${jndi}", &"x".repeat(129)] {
            assert_eq!(given(&headers(bad)), None, "{bad}");
        }
        assert_eq!(given(&HeaderMap::new()), None);
    }
}
