//! One operation: what it takes, what it answers, and how to ask for it.

use maud::{Markup, html};
use serde_json::Value;

use super::prose::{marked, prose};
use super::{Document, entries, example, items, text, types};

/// An operation with its path.
pub struct Operation<'d> {
    pub method: &'d str,
    pub path: &'d str,
    pub told: &'d Value,
}

impl Operation<'_> {
    pub fn id(&self) -> &str {
        text(&self.told["operationId"])
    }
}

pub fn write(document: &Document<'_>, operation: &Operation<'_>) -> Markup {
    let (Operation { method, path, told }, id) = (operation, operation.id());
    html! {
        details .entry id=(id) {
            summary {
                span class=(format!("method {method}")) { (method) }
                code { (path) }
                span .told { (marked(text(&told["summary"]))) }
            }
            div .body {
                @if told["description"] != told["summary"] { (prose(text(&told["description"]))) }
                p .quiet {
                    code { (id) }
                    @if items(&told["security"]).is_empty() { " · without a token" } @else { " · with a token" }
                }
                (parameters(document, items(&told["parameters"])))
                (request(document, &told["requestBody"]))
                (answers(document, &told["responses"]))
                h4 { "With curl" }
                pre { code { (curl(document, operation)) } }
            }
        }
    }
}

fn parameters(document: &Document<'_>, parameters: &[Value]) -> Markup {
    html! {
        @if !parameters.is_empty() {
            h4 { "Parameters" }
            table {
                @for parameter in parameters.iter().map(|one| document.resolve(one)) {
                    tr {
                        th scope="row" {
                            code { (text(&parameter["name"])) }
                            @if parameter["required"] == true { span .required title="required" { " *" } }
                        }
                        td .quiet { (text(&parameter["in"])) }
                        td { (types::expression(&parameter["schema"])) (types::told(parameter)) }
                    }
                }
            }
        }
    }
}

fn request(document: &Document<'_>, body: &Value) -> Markup {
    let body = document.resolve(body);
    html! {
        @if !body.is_null() {
            h4 { "Body" @if body["required"] != true { span .quiet { " (optional)" } } }
            @for (kind, content) in entries(&body["content"]) { (sample(document, kind, &content["schema"])) }
        }
    }
}

fn answers(document: &Document<'_>, answers: &Value) -> Markup {
    html! {
        h4 { "Answers" }
        table {
            @for (status, answer) in entries(answers).map(|(status, answer)| (status, document.resolve(answer))) {
                tr {
                    th scope="row" { code class=(format!("status s{}", &status[..1])) { (status) } }
                    td {
                        (marked(text(&answer["description"])))
                        @if status.starts_with('2') {
                            @for (kind, content) in entries(&answer["content"]) {
                                (sample(document, kind, &content["schema"]))
                            }
                        }
                    }
                }
            }
        }
    }
}

/// A media type, its type, and an example of it if it is JSON.
fn sample(document: &Document<'_>, kind: &str, schema: &Value) -> Markup {
    html! {
        p { (types::expression(schema)) " " span .quiet { (kind) } }
        @if kind == "application/json" {
            pre { code { (serde_json::to_string_pretty(&example::of(document, schema)).unwrap_or_default()) } }
        }
    }
}

/// A command that can be copied into a shell.
fn curl(document: &Document<'_>, operation: &Operation<'_>) -> String {
    let Operation { method, path, told } = operation;
    let server = text(&document.0["servers"][0]["url"]).trim_end_matches('/');
    let server = if server.is_empty() { "$VITRINE" } else { server };
    let mut command = format!("curl -X {} \"{server}{path}\"", method.to_uppercase());
    if !items(&told["security"]).is_empty() {
        command += " \\\n  -H \"Authorization: Bearer $TOKEN\"";
    }
    if let Some((kind, content)) = entries(&document.resolve(&told["requestBody"])["content"]).next() {
        command += &match kind.as_str() {
            "application/json" => {
                let json = example::of(document, &content["schema"]).to_string().replace('\'', "'\\''");
                format!(" \\\n  --json '{json}'")
            }
            "multipart/form-data" => " \\\n  -F file=@FILE".to_owned(),
            other => format!(" \\\n  -H \"Content-Type: {other}\" \\\n  --data-binary @FILE"),
        };
    }
    command
}
