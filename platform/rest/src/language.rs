//! Server messages in the caller's language: keys in the code, sentences in `locales/`.

use std::cell::Cell;
use std::collections::HashMap;
use std::sync::LazyLock;

use axum::extract::Request;
use axum::http::header::{ACCEPT_LANGUAGE, CONTENT_LANGUAGE, CONTENT_LENGTH, CONTENT_TYPE, VARY};
use axum::http::{HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use primitives::Language;

use crate::Problem;

tokio::task_local! {
    /// The language of the current request.
    pub static LANGUAGE: Language;
    /// The language was used: the answer may depend on it.
    static SPOKEN: Cell<bool>;
}

pub fn current_language() -> Language {
    // Outside of a request there is none.
    let _ = SPOKEN.try_with(|spoken| spoken.set(true));
    LANGUAGE.try_with(|language| *language).unwrap_or_default()
}

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

type Sentences = HashMap<String, String>;

static EN: LazyLock<Sentences> =
    LazyLock::new(|| serde_json::from_str(include_str!("../locales/en.json")).expect("en.json is well formed"));
static PT: LazyLock<Sentences> =
    LazyLock::new(|| serde_json::from_str(include_str!("../locales/pt.json")).expect("pt.json is well formed"));

/// The sentence of `key`, with `{name}` replaced by the parameter of that name. An unknown key is returned as it is.
pub fn text(language: Language, key: &str, params: &[(&str, String)]) -> String {
    let sentences = match language {
        Language::En => &*EN,
        Language::Pt => &*PT,
    };
    let sentence = sentences.get(key).map_or(key, String::as_str);
    params.iter().fold(sentence.to_owned(), |said, (name, value)| said.replace(&format!("{{{name}}}"), value))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use primitives::Language;

    use super::{EN, PT, text};

    #[test]
    fn both_languages_have_the_same_sentences() {
        let keys = |sentences: &super::Sentences| sentences.keys().cloned().collect::<BTreeSet<_>>();
        assert_eq!(keys(&EN), keys(&PT));
    }

    #[test]
    fn parameters_stand_where_they_belong() {
        let entry = [("entry", "a.jpg".to_owned())];
        assert_eq!(
            text(Language::En, "entry_exists", &entry),
            "a.jpg already exists! Change the name before continuing."
        );
        assert_eq!(text(Language::Pt, "form_rules.mandatory", &[]), "Este campo é obrigatório");
    }
}
