//! A schema in words: what a value may be, and the fields of an object.

use maud::{Markup, html};
use serde_json::Value;

use super::prose::{marked, prose};
use super::{entries, items, text};

pub fn anchor(name: &str) -> String {
    format!("type-{name}")
}

/// A type that others name.
pub fn named(name: &str, schema: &Value) -> Markup {
    let told = text(&schema["description"]);
    let first = first_sentence(told);
    html! {
        details .entry id=(anchor(name)) {
            summary { code { (name) } span .told { (marked(first)) } }
            div .body { @if first != told { (prose(told)) } (whole(schema)) }
        }
    }
}

fn first_sentence(told: &str) -> &str {
    told.split_once(". ").map_or(told, |(first, _)| first)
}

/// The fields of an object, or what else the value is.
fn whole(schema: &Value) -> Markup {
    html! {
        @if schema.get("properties").is_some() { (fields(schema)) } @else { p { (expression(schema)) } }
        @for part in items(&schema["allOf"]) { @if part.get("properties").is_some() { (fields(part)) } }
        @for part in items(&schema["oneOf"]) { @if part.get("properties").is_some() { (fields(part)) } }
    }
}

fn fields(schema: &Value) -> Markup {
    let is_required = |name: &str| items(&schema["required"]).iter().any(|one| one == name);
    html! {
        table {
            @for (name, field) in entries(&schema["properties"]) {
                tr {
                    th scope="row" {
                        code { (name) }
                        @if is_required(name) { span .required title="always there" { " *" } }
                    }
                    td { (expression(field)) (told(field)) }
                }
            }
        }
    }
}

/// What the document tells of a field or parameter.
pub fn told(field: &Value) -> Markup {
    html! { @if !text(&field["description"]).is_empty() { div .quiet { (marked(text(&field["description"]))) } } }
}

/// What a value may be, on one line.
pub fn expression(schema: &Value) -> Markup {
    if let Some(name) = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
        return html! { a href=(format!("#{}", anchor(name))) { (name) } };
    }
    for (key, between) in [("oneOf", " or "), ("anyOf", " or "), ("allOf", " and ")] {
        if schema.get(key).is_some() {
            return joined(items(&schema[key]), between);
        }
    }
    let kinds = match &schema["type"] {
        Value::Array(kinds) => kinds.iter().map(text).collect(),
        one => vec![text(one)],
    };
    html! {
        @if !items(&schema["enum"]).is_empty() {
            @for (place, value) in items(&schema["enum"]).iter().enumerate() {
                @if place > 0 { " or " } code { (value) }
            }
        } @else {
            @for (place, kind) in kinds.iter().enumerate() {
                @if place > 0 { " or " }
                @match *kind {
                    "array" => { "list of " (expression(&schema["items"])) },
                    "object" if schema["additionalProperties"].is_object() => {
                        "map of text to " (expression(&schema["additionalProperties"]))
                    },
                    "" => "anything",
                    kind => (kind),
                }
            }
        }
        (bounds(schema))
    }
}

fn joined(parts: &[Value], between: &str) -> Markup {
    html! {
        @for (place, part) in parts.iter().enumerate() {
            @if place > 0 { (between) }
            @if part.get("properties").is_some() { "object" } @else { (expression(part)) }
        }
    }
}

/// The format of a value, and its limits.
fn bounds(schema: &Value) -> Markup {
    const BOUNDS: [(&str, &str); 9] = [
        ("format", ""),
        ("minimum", "from "),
        ("maximum", "up to "),
        ("minLength", "length from "),
        ("maxLength", "length up to "),
        ("minItems", "items from "),
        ("maxItems", "items up to "),
        ("pattern", "like "),
        ("default", "otherwise "),
    ];
    html! {
        @for (key, word) in BOUNDS {
            @if let Some(bound) = schema.get(key) {
                span .quiet { " · " (word) (bound.as_str().map_or_else(|| bound.to_string(), str::to_owned)) }
            }
        }
    }
}
