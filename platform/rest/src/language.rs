//! The language of a request, and its error responses in that language.

use std::cell::Cell;

use axum::extract::Request;
use axum::http::header::{ACCEPT_LANGUAGE, CONTENT_LANGUAGE, CONTENT_LENGTH, CONTENT_TYPE, VARY};
use axum::http::{HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use primitives::Language;

use crate::Problem;
use crate::spoken_language::{LANGUAGE, SPOKEN};

/// Middleware: problems are in the caller's language, and every error response is a problem.
pub async fn negotiate_language(request: Request, next: Next) -> Response {
    let header = request.headers().get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    let language = header.map(Language::negotiate).unwrap_or_default();
    let answer = async {
        let mut response = put_into_words(next.run(request).await);
        if SPOKEN.with(Cell::get) {
            response.headers_mut().append(VARY, HeaderValue::from_static("accept-language"));
            response.headers_mut().insert(CONTENT_LANGUAGE, HeaderValue::from_static(language.code()));
        }
        response
    };
    SPOKEN.scope(Cell::new(false), LANGUAGE.scope(language, answer)).await
}

/// Turns an error that is not yet a problem into one: a method that a path does not have, or a body that no extractor
/// of ours read.
fn put_into_words(bare: Response) -> Response {
    let kind = bare.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or("text/plain");
    // A range beyond the end of a file is described by headers; a body would be taken for a part of the file.
    let is_refusal = (bare.status().is_client_error() || bare.status().is_server_error())
        && bare.status() != StatusCode::RANGE_NOT_SATISFIABLE;
    if !is_refusal || !kind.starts_with("text/plain") {
        return bare;
    }
    let (mut told, headers) = (Problem::of_status(bare.status()).into_response(), bare.into_parts().0.headers);
    for (name, value) in headers.iter().filter(|(name, _)| **name != CONTENT_TYPE && **name != CONTENT_LENGTH) {
        told.headers_mut().append(name, value.clone());
    }
    told
}
