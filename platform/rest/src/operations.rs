//! Operations of the API that the program itself carries out as somebody: steps of automations, tools of assistants.
//!
//! A room offers its routes by `Routes::as_operations`. A call goes through the router, so its gate, its permits, its log
//! entry and its refusals are those of the same request over the network. The name and the schemas are the API document's.

mod schema;

use std::collections::BTreeMap;
use std::fmt::{self, Debug, Formatter};
use std::sync::{Arc, OnceLock, Weak};

use authz::Actor;
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::header::{ACCEPT_LANGUAGE, CONTENT_TYPE};
use axum::http::{Method, Request, StatusCode, Uri};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Map, Value};
use tower::ServiceExt;
use utoipa::openapi::OpenApi;

use crate::{GateEntry, Problem};

/// Answers of operations are data, not files.
const LARGEST_ANSWER: usize = 4 << 20;

/// Whom a request of the program itself is made for. It cannot come over the network.
#[derive(Clone, Debug)]
pub(crate) struct OnBehalfOf(pub Arc<Actor>);

/// An operation that the program can carry out as somebody.
#[derive(Clone, Debug)]
pub struct Operation {
    /// `folder_create`, as the API document and the log name it.
    pub name: String,
    /// What it does, in a sentence.
    pub description: String,
    /// It changes nothing.
    pub only_reads: bool,
    pub gate: String,
    /// JSON Schema of the input: parameters of the path and the query by their names, and the form as `body`.
    pub input: Value,
    /// JSON Schema of the answer; null if there is none.
    pub output: Value,
    method: Method,
    path: String,
    /// Names of parameters in the query.
    query: Vec<String>,
}

/// What an operation answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    pub status: StatusCode,
    /// The result, or the problem in the person's language.
    pub body: Value,
}

type Parts = (Router, OpenApi, Vec<GateEntry>);

/// All operations, with what carries them out. It is made when it is first asked for.
pub struct OperationTable {
    parts: Box<dyn Fn() -> Parts + Send + Sync>,
    made: OnceLock<(Router, BTreeMap<String, Operation>)>,
}

impl OperationTable {
    /// `parts` gives the router, the API document and the gates; the operations are those that rooms offer.
    pub fn new(parts: impl Fn() -> Parts + Send + Sync + 'static) -> Self {
        Self { parts: Box::new(parts), made: OnceLock::new() }
    }

    /// All that somebody might be allowed, by name.
    pub fn list(&self) -> impl Iterator<Item = &Operation> {
        self.made().1.values()
    }

    /// Carries out an operation as `actor`, who was found a moment ago.
    pub async fn call(&self, actor: Arc<Actor>, name: &str, input: &Map<String, Value>) -> Result<Answer, Problem> {
        let (router, known) = self.made();
        let operation = known.get(name).ok_or_else(Problem::not_found)?;
        let mut request = operation.request(input)?;
        if let Some(language) = actor.language {
            request.headers_mut().insert(ACCEPT_LANGUAGE, axum::http::HeaderValue::from_static(language.code()));
        }
        request.extensions_mut().insert(OnBehalfOf(actor));
        let answer = router.clone().oneshot(request).await.unwrap_or_else(|never| match never {});
        let status = answer.status();
        let bytes = to_bytes(answer.into_body(), LARGEST_ANSWER).await.map_err(|_| Problem::internal())?;
        let body = if bytes.is_empty() { Value::Null } else { serde_json::from_slice(&bytes).unwrap_or_default() };
        Ok(Answer { status, body })
    }

    fn made(&self) -> &(Router, BTreeMap<String, Operation>) {
        self.made.get_or_init(|| {
            let (router, document, gates) = (self.parts)();
            (router, schema::described(&document, &gates))
        })
    }
}

impl Debug for OperationTable {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("OperationTable").finish_non_exhaustive()
    }
}

/// The operations, for rooms that call them. They are opened once all rooms are.
#[derive(Clone, Debug, Default)]
pub struct Operations(Arc<OnceLock<Weak<OperationTable>>>);

impl Operations {
    /// The table is kept by the program: the rooms are a part of it.
    pub fn open(&self, table: &Arc<OperationTable>) {
        self.0.get_or_init(|| Arc::downgrade(table));
    }

    pub fn table(&self) -> Result<Arc<OperationTable>, Problem> {
        self.0.get().and_then(Weak::upgrade).ok_or_else(Problem::internal)
    }
}

impl Operation {
    fn request(&self, input: &Map<String, Value>) -> Result<Request<Body>, Problem> {
        let encoded = |value: &Value| utf8_percent_encode(&plain(value), NON_ALPHANUMERIC).to_string();
        let mut path = self.path.clone();
        let mut query = String::new();
        for (name, value) in input.iter().filter(|(name, value)| *name != "body" && !value.is_null()) {
            if path.contains(&format!("{{{name}}}")) {
                path = path.replace(&format!("{{{name}}}"), &encoded(value));
            } else if self.query.contains(name) {
                query += &format!("{}{name}={}", if query.is_empty() { '?' } else { '&' }, encoded(value));
            } else {
                return Err(Problem::invalid(name, "invalid"));
            }
        }
        let missing = path.split('{').nth(1).and_then(|rest| rest.split('}').next());
        if let Some(missing) = missing {
            return Err(Problem::invalid(missing, "form_rules.mandatory"));
        }
        let uri: Uri = (path + &query).parse().map_err(|_| Problem::bad_request())?;
        let request = Request::builder().method(self.method.clone()).uri(uri);
        let request = match input.get("body") {
            Some(body) => request.header(CONTENT_TYPE, "application/json").body(Body::from(body.to_string())),
            None => request.body(Body::empty()),
        };
        request.map_err(|_| Problem::bad_request())
    }
}

/// A parameter as it stands in an address.
fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
