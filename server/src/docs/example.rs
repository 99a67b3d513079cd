//! An example of a value, made from its schema.

use serde_json::{Map, Value, json};

use super::{Document, entries, items, text};

/// Types that contain themselves end here.
const DEEPEST: usize = 6;

pub fn of(document: &Document<'_>, schema: &Value) -> Value {
    deep(document, schema, 0)
}

fn deep(document: &Document<'_>, schema: &Value, depth: usize) -> Value {
    let schema = Document(document.0).resolve(schema);
    let told = ["example", "default", "const"].iter().find_map(|key| schema.get(key));
    if let Some(told) = told.or_else(|| schema["enum"].get(0)) {
        return told.clone();
    }
    if depth > DEEPEST {
        return Value::Null;
    }
    let below = |schema: &Value| deep(document, schema, depth + 1);
    if schema.get("allOf").is_some() {
        let parts = items(&schema["allOf"]).iter().map(below);
        return Value::Object(parts.filter_map(|part| part.as_object().cloned()).flatten().collect());
    }
    let alternatives = [items(&schema["oneOf"]), items(&schema["anyOf"])].concat();
    if let Some(one) = alternatives.iter().find(|one| one["type"] != "null") {
        return below(one);
    }
    match kind(schema) {
        "object" => {
            let fields: Map<String, Value> =
                entries(&schema["properties"]).map(|(name, field)| (name.clone(), below(field))).collect();
            Value::Object(fields)
        }
        "array" => json!([below(&schema["items"])]),
        "integer" | "number" => schema.get("minimum").cloned().unwrap_or_else(|| json!(1)),
        "boolean" => json!(true),
        "string" => json!(match text(&schema["format"]) {
            "uri" => "https://example.com",
            "email" => "ana@example.com",
            "date" => "2026-01-31",
            "binary" => "",
            _ => "text",
        }),
        _ => json!({}),
    }
}

/// The type, or of several the one that is a value.
fn kind(schema: &Value) -> &str {
    match &schema["type"] {
        Value::Array(kinds) => kinds.iter().map(text).find(|kind| *kind != "null").unwrap_or_default(),
        one if one.is_null() && schema.get("properties").is_some() => "object",
        one => text(one),
    }
}
