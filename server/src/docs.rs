//! `/api/openapi.json`, and `/api/docs` for reading it.

mod example;
mod operations;
mod page;
mod prose;
mod types;

use std::sync::{Arc, OnceLock};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::{CONTENT_TYPE, LOCATION};
use axum::routing::get;
use serde_json::Value;
use utoipa::openapi::{OpenApi, Server};

use crate::app::ApiDocument;

type File = ([(axum::http::HeaderName, &'static str); 1], Bytes);

/// The document and its page, which are written when somebody wants them.
struct Docs {
    document: ApiDocument,
    public_url: Option<String>,
    json: OnceLock<Bytes>,
    page: OnceLock<Bytes>,
}

/// The page loads its parts relative to itself, below any path; the document names `public_url` if it is set.
pub fn routes(document: ApiDocument, public_url: Option<&str>) -> Router {
    let public_url = public_url.map(|url| url.trim_end_matches('/').to_owned());
    let docs = Docs { document, public_url, json: OnceLock::new(), page: OnceLock::new() };
    Router::new()
        .route("/api/openapi.json", get(json))
        .route("/api/docs", get(async || (StatusCode::PERMANENT_REDIRECT, [(LOCATION, "docs/")])))
        .route("/api/docs/", get(html))
        .route("/api/docs/page.css", get(async || file("text/css; charset=utf-8", include_str!("docs/page.css"))))
        .route("/api/docs/page.js", get(async || file("text/javascript; charset=utf-8", include_str!("docs/page.js"))))
        .with_state(Arc::new(docs))
}

fn file(kind: &'static str, content: impl Into<Bytes>) -> File {
    ([(CONTENT_TYPE, kind)], content.into())
}

impl Docs {
    fn written(&self) -> OpenApi {
        let mut document = self.document.written();
        if let Some(public_url) = &self.public_url {
            document.servers = Some(vec![Server::new(public_url)]);
        }
        document
    }
}

async fn json(State(docs): State<Arc<Docs>>) -> File {
    let written = docs.json.get_or_init(|| serde_json::to_vec(&docs.written()).unwrap_or_default().into());
    file("application/json", written.clone())
}

async fn html(State(docs): State<Arc<Docs>>) -> File {
    let written = docs.page.get_or_init(|| {
        let document = serde_json::to_value(docs.written()).unwrap_or_default();
        page::write(&Document(&document)).into_string().into()
    });
    file("text/html; charset=utf-8", written.clone())
}

/// The document as its reader has it.
struct Document<'d>(&'d Value);

impl<'d> Document<'d> {
    /// What a `$ref` names, or the value itself.
    fn resolve(&self, value: &'d Value) -> &'d Value {
        let named = value["$ref"].as_str().and_then(|path| self.0.pointer(path.trim_start_matches('#')));
        named.unwrap_or(value)
    }
}

/// The entries of an object, in its order.
fn entries(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

fn items(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}
