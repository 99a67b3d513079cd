//! Extractors whose errors are problems like all others.

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, RawPathParams, Request};
use axum::http::header::CONTENT_TYPE;
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

use crate::authenticate::Arrival;
use crate::{Problem, Rule, reading};

/// A JSON body, in and out. A body that does not fit is 422; one that is not JSON is 400. Unknown fields are ignored,
/// so that an answer can be changed and sent back; `?strict=1` refuses them by name.
pub struct Json<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Json<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        if !is_json(request.headers()) {
            return Err(Problem::unsupported_media_type());
        }
        let is_strict = asks_strictly(request.uri());
        let arrival = Arrival::of(request.extensions());
        let body = Bytes::from_request(request, state).await.map_err(|rejection| match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => Problem::too_large(),
            _ => Problem::bad_request(),
        })?;
        arrival.still_holds().await?;
        let value: Value = serde_json::from_slice(&body).map_err(|_| Problem::bad_request())?;
        let read = reading::json::<T>(value).map_err(|misfit| Problem::invalid(&misfit.field(), misfit.rule()))?;
        if is_strict && !read.unused.is_empty() {
            return Err(Problem::refused(read.unused.iter().map(|field| Rule::Unused.of(field)).collect()));
        }
        Ok(Self(read.form))
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    let named = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or("");
    let kind = named.split(';').next().unwrap_or("").trim().to_ascii_lowercase();
    kind == "application/json" || (kind.starts_with("application/") && kind.ends_with("+json"))
}

fn asks_strictly(uri: &Uri) -> bool {
    uri.query().is_some_and(|query| query.split('&').any(|pair| pair == "strict=1" || pair == "strict=true"))
}

/// For a field that may be left out: `#[serde(default, deserialize_with = "rest::present")]`. A field that is left out
/// stays unchanged; this differs from null, which only an `Option<Option<…>>` accepts.
pub fn present<'de, T: Deserialize<'de>, D: Deserializer<'de>>(field: D) -> Result<Option<T>, D::Error> {
    T::deserialize(field).map(Some)
}

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        match written(&self.0) {
            Ok(body) => ([(CONTENT_TYPE, "application/json")], body).into_response(),
            Err(problem) => problem.into_response(),
        }
    }
}

/// Writes into a vector, which is cheaper than the buffer of axum's own response.
pub(crate) fn written(answer: &impl Serialize) -> Result<Vec<u8>, Problem> {
    serde_json::to_vec(answer).map_err(|error| {
        tracing::error!("An answer cannot be written as JSON: {error}");
        Problem::internal()
    })
}

/// Path parameters. An id that is not a number, or is spelled differently, names nothing: 404.
pub struct Path<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Path<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let found = RawPathParams::from_request_parts(parts, state).await.map_err(|_| Problem::not_found())?;
        let values = found.iter().map(|(_, value)| Value::from(value)).collect();
        reading::path(values).map(Self).map_err(|_| Problem::not_found())
    }
}

/// Query parameters. One that does not fit is 422, with its name. An empty optional one counts as missing.
pub struct Query<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Query<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        let pairs = axum::extract::Query::<Vec<(String, String)>>::try_from_uri(&parts.uri);
        let axum::extract::Query(pairs) = pairs.map_err(|_| Problem::bad_request())?;
        let mut parameters = Map::new();
        for (name, value) in pairs {
            if parameters.insert(name.clone(), value.into()).is_some() {
                return Err(Problem::invalid(&name, "invalid"));
            }
        }
        let read = reading::parameters(parameters);
        read.map(|read| Self(read.form)).map_err(|misfit| Problem::invalid(&misfit.field(), misfit.rule()))
    }
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use axum::extract::{FromRequest, FromRequestParts, Request};
    use axum::response::IntoResponse;
    use serde::Deserialize;
    use serde_json::Value;

    use super::{Json, Query};
    use crate::Problem;

    #[derive(Debug, Deserialize)]
    #[expect(dead_code, reason = "it is read, and refused")]
    struct Outer {
        number: i64,
        inner: Inner,
        #[serde(default)]
        rows: Vec<Inner>,
    }

    #[derive(Debug, Deserialize)]
    #[expect(dead_code, reason = "it is read, and refused")]
    struct Inner {
        text: String,
    }

    async fn told(refused: Problem) -> Value {
        let bytes = axum::body::to_bytes(refused.into_response().into_body(), 10_000).await.unwrap();
        serde_json::from_slice(&bytes).unwrap()
    }

    fn request(query: &str, body: &str) -> Request {
        let request = Request::post(format!("/{query}")).header("content-type", "application/json; charset=utf-8");
        request.body(Body::from(body.to_owned())).unwrap()
    }

    #[tokio::test]
    async fn a_form_value_of_the_wrong_type_is_refused_at_its_field() {
        for (query, body, field, key) in [
            ("", r#"{"inner":{"text":""}}"#, "number", "form_rules.mandatory"),
            ("", r#"{"number":null,"inner":{"text":""}}"#, "number", "form_rules.mandatory"),
            ("", r#"{"number":"seven","inner":{"text":""}}"#, "number", "invalid"),
            ("", r#"{"number":"","inner":{"text":""}}"#, "number", "invalid"),
            ("", r#"{"number":"7.0","inner":{"text":""}}"#, "number", "invalid"),
            ("", r#"{"number":" 7","inner":{"text":""}}"#, "number", "invalid"),
            ("", r#"{"number":7.5,"inner":{"text":""}}"#, "number", "invalid"),
            ("", r#"{"number":7,"inner":{}}"#, "inner.text", "form_rules.mandatory"),
            ("", r#"{"number":7,"inner":{"text":[]}}"#, "inner.text", "invalid"),
            ("", r#"{"number":7,"inner":{"text":""},"rows":[{"text":""},{"text":1}]}"#, "rows[1].text", "invalid"),
            ("?strict=1", r#"{"number":7,"inner":{"text":"","more":1}}"#, "inner.more", "form_rules.unused"),
            ("", "[]", "body", "invalid"),
        ] {
            let refused = Json::<Outer>::from_request(request(query, body), &()).await.err().unwrap();
            let told = told(refused).await;
            assert_eq!(
                (&told["errors"][0]["field"], &told["errors"][0]["key"]),
                (&field.into(), &key.into()),
                "{body}"
            );
        }
    }

    #[tokio::test]
    async fn equivalent_spellings_of_form_values_are_accepted() {
        #[derive(Debug, PartialEq, Eq, Deserialize)]
        struct Form {
            flags: Vec<bool>,
            count: u32,
            #[serde(default)]
            ids: Vec<i64>,
            #[serde(default, deserialize_with = "super::present")]
            title: Option<String>,
            #[serde(default, deserialize_with = "super::present")]
            theme: Option<Option<i64>>,
        }
        let body =
            r#"{"flags":[true,0,1.0],"count":309.0,"ids":[1,"2",3.0],"theme":null,"users_id":3,"roles":["x",{"a":1}]}"#;
        let Json(form) = Json::<Form>::from_request(request("", body), &()).await.unwrap();
        assert_eq!(
            form,
            Form { flags: vec![true, false, true], count: 309, ids: vec![1, 2, 3], title: None, theme: Some(None) }
        );
        for (body, field) in
            [(r#"{"flags":[2],"count":1}"#, "flags[0]"), (r#"{"flags":[],"count":1,"title":null}"#, "title")]
        {
            let refused = Json::<Form>::from_request(request("", body), &()).await.err().unwrap();
            assert_eq!(told(refused).await["errors"][0]["field"], field);
        }
    }

    #[derive(Debug, PartialEq, Eq, Deserialize)]
    struct Asked {
        limit: Option<u32>,
        after: Option<String>,
        #[serde(default)]
        only: bool,
        q: String,
    }

    #[tokio::test]
    async fn a_parameter_that_does_not_fit_is_named() {
        let ask = async |query: &str| {
            let (mut parts, _) = Request::get(format!("/?{query}")).body(()).unwrap().into_parts();
            Query::<Asked>::from_request_parts(&mut parts, &()).await.map(|Query(asked)| asked)
        };
        let wanted = Asked { limit: None, after: None, only: true, q: "a b".into() };
        assert_eq!(ask("limit=&after=&only=1&q=a+b&other=7").await.unwrap(), wanted);
        assert!(ask("only=true&q=").await.unwrap().only);
        for (query, field) in
            [("limit=x&q=", "limit"), ("limit=-1&q=", "limit"), ("only=2&q=", "only"), ("", "q"), ("q=1&q=2", "q")]
        {
            assert_eq!(told(ask(query).await.unwrap_err()).await["errors"][0]["field"], field, "{query}");
        }
    }
}
