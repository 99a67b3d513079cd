//! A call of an operation, as a room's file writes it.

use std::collections::BTreeMap;

use reqwest::Method;
use reqwest::multipart::{Form, Part};
use serde::Deserialize;
use serde_json::Value;

use super::{MISSING, Operation, Values};
use crate::test_users::{Answer, TestUser};

/// What a call has besides the operation's method and path. `{name}` in it stands for a value of `Values`.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Call {
    /// Parameters of the path; one that is not here is the value of its name, or an id that nothing has.
    path: BTreeMap<String, Value>,
    query: String,
    headers: BTreeMap<String, String>,
    body: Option<Value>,
    /// Fields of a multipart form; `file` is a file of this name.
    form: Option<BTreeMap<String, Value>>,
    /// A body that is not JSON.
    text: Option<String>,
}

/// A call with its values.
#[derive(Debug, PartialEq)]
pub struct Filled {
    method: Method,
    path: String,
    headers: BTreeMap<String, String>,
    body: Option<Value>,
    form: Option<Vec<(String, String)>>,
    text: Option<String>,
}

impl Call {
    pub fn filled(&self, operation: &Operation, values: &Values) -> Filled {
        let fields = |form: &BTreeMap<String, Value>| {
            form.iter().map(|(name, value)| (name.clone(), values.shown(value))).collect()
        };
        Filled {
            method: operation.method.clone(),
            path: self.path(operation, values),
            headers: self.headers.clone(),
            body: self.body.as_ref().map(|body| values.fill(body)),
            form: self.form.as_ref().map(fields),
            text: self.text.clone(),
        }
    }

    fn path(&self, operation: &Operation, values: &Values) -> String {
        let parameter = |name: &str| match self.path.get(name) {
            Some(value) => values.shown(value),
            None => values.named(name).unwrap_or_else(|| MISSING.to_string()),
        };
        for name in self.path.keys() {
            assert!(operation.path.contains(&format!("{{{name}}}")), "{} has no {name} in its path", operation.id);
        }
        let segments = operation.path.split('/').map(|segment| {
            let name = segment.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
            name.map_or_else(|| segment.to_owned(), parameter)
        });
        let path = segments.collect::<Vec<_>>().join("/");
        if self.query.is_empty() { path } else { format!("{path}?{}", values.text(&self.query)) }
    }
}

impl Filled {
    pub async fn send(self, who: &TestUser<'_>) -> Answer {
        let mut request = who.request(self.method, &self.path);
        for (name, value) in self.headers {
            request = request.header(name, value);
        }
        if let Some(body) = self.body {
            request = request.json(&body);
        }
        if let Some(text) = self.text {
            request = request.body(text);
        }
        if let Some(fields) = self.form {
            request = request.multipart(form(fields));
        }
        Answer::of(request).await
    }
}

/// The file is the last field: what comes before it says where it goes.
fn form(fields: Vec<(String, String)>) -> Form {
    let (files, texts): (Vec<_>, Vec<_>) = fields.into_iter().partition(|(name, _)| name == "file");
    let form = texts.into_iter().fold(Form::new(), |form, (name, value)| form.text(name, value));
    files
        .into_iter()
        .fold(form, |form, (field, name)| form.part(field, Part::bytes(b"planted".to_vec()).file_name(name)))
}
