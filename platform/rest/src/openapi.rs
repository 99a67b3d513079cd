//! The document, completed: what every operation shares is said once, here.

use utoipa::PartialSchema;
use utoipa::ToSchema;
use utoipa::openapi::path::Operation;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityRequirement, SecurityScheme};
use utoipa::openapi::{HttpMethod, OpenApi, RefOr};

use crate::refusals::{self, Door};
use crate::{FieldError, GateEntry, ProblemBody};

/// Adds what every operation may refuse with, and the token where the gate wants one.
pub fn finish(mut document: OpenApi, gates: &[GateEntry]) -> OpenApi {
    let components = document.components.get_or_insert_default();
    components.schemas.insert(ProblemBody::name().into(), ProblemBody::schema());
    components.schemas.insert(FieldError::name().into(), FieldError::schema());
    components.responses.extend(refusals::responses());
    let bearer = SecurityScheme::Http(HttpBuilder::new().scheme(HttpAuthScheme::Bearer).bearer_format("JWT").build());
    components.security_schemes.insert("token".into(), RefOr::T(bearer));
    for item in document.paths.paths.values_mut() {
        let operations = [
            (HttpMethod::Get, &mut item.get),
            (HttpMethod::Post, &mut item.post),
            (HttpMethod::Put, &mut item.put),
            (HttpMethod::Patch, &mut item.patch),
            (HttpMethod::Delete, &mut item.delete),
            (HttpMethod::Head, &mut item.head),
            (HttpMethod::Options, &mut item.options),
        ];
        for (method, operation) in operations {
            if let Some(operation) = operation {
                complete(operation, &method, gates);
            }
        }
    }
    document
}

fn complete(operation: &mut Operation, method: &HttpMethod, gates: &[GateEntry]) {
    let name = operation.operation_id.clone().unwrap_or_default();
    let gate = gates.iter().find(|entry| entry.operation == name).map_or("public", |entry| entry.gate.as_str());
    let door = match gate {
        "public" => Door::Open,
        "one-use ticket" => Door::Ticket,
        _ => Door::Session,
    };
    refusals::add(operation, method, door);
    if door == Door::Session {
        operation.security = Some(vec![SecurityRequirement::new("token", Vec::<String>::new())]);
    }
}
