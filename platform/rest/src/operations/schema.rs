//! Operations as the API document describes them, each with schemas that stand alone.

use std::collections::BTreeMap;

use axum::http::Method;
use serde_json::{Map, Value, json};
use utoipa::openapi::OpenApi;

use super::Operation;
use crate::GateEntry;

const SCHEMAS: &str = "#/components/schemas/";

/// The operations that rooms offer, by name.
pub(super) fn described(document: &OpenApi, gates: &[GateEntry]) -> BTreeMap<String, Operation> {
    let document = serde_json::to_value(document).unwrap_or_default();
    let offered = gates.iter().filter(|entry| entry.is_operation);
    offered.filter_map(|entry| Some((entry.operation.clone(), operation(&document, entry)?))).collect()
}

fn operation(document: &Value, entry: &GateEntry) -> Option<Operation> {
    let method = Method::from_bytes(entry.method.as_bytes()).ok()?;
    let told = &document["paths"][&entry.path][entry.method.to_lowercase()];
    let parameters = told["parameters"].as_array().map(Vec::as_slice).unwrap_or_default();
    let (mut fields, mut required, mut query) = (Map::new(), Vec::new(), Vec::new());
    for parameter in parameters {
        let name = parameter["name"].as_str()?;
        match parameter["in"].as_str()? {
            "query" => query.push(name.to_owned()),
            "path" => {}
            _ => continue,
        }
        if parameter["required"] == true {
            required.push(name.to_owned());
        }
        fields.insert(name.to_owned(), parameter["schema"].clone());
    }
    let form = json_of(&told["requestBody"]);
    if !form.is_null() {
        fields.insert("body".to_owned(), form.clone());
        required.push("body".to_owned());
    }
    let input = json!({ "type": "object", "properties": fields, "required": required, "additionalProperties": false });
    let answers = told["responses"].as_object()?.iter();
    let output = answers.filter(|(status, _)| status.starts_with('2')).map(|(_, answer)| json_of(answer)).next()?;
    Some(Operation {
        name: entry.operation.clone(),
        description: told["description"].as_str().unwrap_or_default().to_owned(),
        only_reads: method == Method::GET,
        gate: entry.gate.clone(),
        input: standing_alone(document, input),
        output: standing_alone(document, output.clone()),
        method,
        path: entry.path.clone(),
        query,
    })
}

fn json_of(described: &Value) -> &Value {
    &described["content"]["application/json"]["schema"]
}

/// The schema, with those that it refers to.
fn standing_alone(document: &Value, mut schema: Value) -> Value {
    let (mut types, mut wanted) = (Map::new(), Vec::new());
    refer_inside(&mut schema, &mut wanted);
    while let Some(name) = wanted.pop() {
        if types.contains_key(&name) {
            continue;
        }
        let mut one = document["components"]["schemas"][&name].clone();
        refer_inside(&mut one, &mut wanted);
        types.insert(name, one);
    }
    if let Some(fields) = schema.as_object_mut().filter(|_| !types.is_empty()) {
        fields.insert("$defs".to_owned(), types.into());
    }
    schema
}

/// Lets references lead to the schema's own definitions, and notes which these are.
fn refer_inside(schema: &mut Value, wanted: &mut Vec<String>) {
    match schema {
        Value::Object(fields) => {
            let named = fields.get("$ref").and_then(Value::as_str).and_then(|at| at.strip_prefix(SCHEMAS));
            if let Some(name) = named.map(str::to_owned) {
                fields.insert("$ref".to_owned(), format!("#/$defs/{name}").into());
                wanted.push(name);
            }
            fields.values_mut().for_each(|inner| refer_inside(inner, wanted));
        }
        Value::Array(items) => items.iter_mut().for_each(|inner| refer_inside(inner, wanted)),
        _ => {}
    }
}
