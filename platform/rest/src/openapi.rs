//! Completes the document with the parts that all operations share.

use utoipa::Number;
use utoipa::PartialSchema;
use utoipa::ToSchema;
use utoipa::openapi::path::{Operation, Parameter};
use utoipa::openapi::schema::{KnownFormat, Schema, SchemaFormat};
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityRequirement, SecurityScheme};
use utoipa::openapi::{HttpMethod, OpenApi, RefOr, Server};

use crate::error_responses::{self, Authentication};
use crate::{FieldError, GateEntry, ProblemBody};

/// Adds the error responses of every operation, and the token if the gate requires one.
pub fn finish(mut document: OpenApi, gates: &[GateEntry]) -> OpenApi {
    let components = document.components.get_or_insert_default();
    components.schemas.insert(ProblemBody::name().into(), ProblemBody::schema());
    components.schemas.insert(FieldError::name().into(), FieldError::schema());
    components.responses.extend(error_responses::responses());
    let bearer = SecurityScheme::Http(HttpBuilder::new().scheme(HttpAuthScheme::Bearer).bearer_format("JWT").build());
    components.security_schemes.insert("token".into(), RefOr::T(bearer));
    // A relative address, valid wherever the document is read.
    document.servers = Some(vec![Server::new("/")]);
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
    let used = serde_json::to_string(&document.paths).unwrap_or_default();
    let components = document.components.get_or_insert_default();
    components.responses.retain(|name, _| used.contains(&format!("#/components/responses/{name}\"")));
    document
}

fn complete(operation: &mut Operation, method: &HttpMethod, gates: &[GateEntry]) {
    let name = operation.operation_id.clone().unwrap_or_default();
    let entry = gates.iter().find(|entry| entry.operation == name);
    let authentication = match entry.map_or("public", |entry| entry.gate.as_str()) {
        "public" => Authentication::Open,
        "one-use ticket" => Authentication::Ticket,
        _ => Authentication::Session,
    };
    error_responses::add(operation, method, authentication, entry.is_some_and(|entry| entry.of_files));
    let needed =
        (authentication == Authentication::Session).then(|| SecurityRequirement::new("token", Vec::<String>::new()));
    operation.security = Some(needed.into_iter().collect());
    if operation.description.is_none() {
        operation.description.clone_from(&operation.summary);
    }
    for parameter in operation.parameters.iter_mut().flatten() {
        if let RefOr::T(parameter) = parameter {
            say_how_large(parameter);
        }
    }
}

/// An unsigned 32-bit number is larger than the format with that name allows.
fn say_how_large(parameter: &mut Parameter) {
    let Some(RefOr::T(Schema::Object(number))) = &mut parameter.schema else { return };
    let is_unsigned = number.minimum == Some(Number::Int(0)) || number.minimum == Some(Number::UInt(0));
    if is_unsigned && number.format == Some(SchemaFormat::KnownFormat(KnownFormat::Int32)) {
        number.format = None;
        number.maximum.get_or_insert(Number::UInt(u32::MAX as usize));
    }
}
