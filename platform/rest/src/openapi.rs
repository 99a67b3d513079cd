//! The document, completed: what every operation shares is said once, here.

use utoipa::PartialSchema;
use utoipa::ToSchema;
use utoipa::openapi::path::Operation;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityRequirement, SecurityScheme};
use utoipa::openapi::{ContentBuilder, OpenApi, Ref, RefOr, ResponseBuilder};

use crate::{FieldError, GateEntry, ProblemBody};

/// Adds the problem body as every operation's other answer, and the token where the gate wants one.
pub fn finish(mut document: OpenApi, gates: &[GateEntry]) -> OpenApi {
    let components = document.components.get_or_insert_default();
    components.schemas.insert(ProblemBody::name().into(), ProblemBody::schema());
    components.schemas.insert(FieldError::name().into(), FieldError::schema());
    let bearer = SecurityScheme::Http(HttpBuilder::new().scheme(HttpAuthScheme::Bearer).bearer_format("JWT").build());
    components.security_schemes.insert("token".into(), RefOr::T(bearer));
    for item in document.paths.paths.values_mut() {
        let operations = [
            &mut item.get,
            &mut item.post,
            &mut item.put,
            &mut item.patch,
            &mut item.delete,
            &mut item.head,
            &mut item.options,
        ];
        for operation in operations.into_iter().flatten() {
            complete(operation, gates);
        }
    }
    document
}

fn complete(operation: &mut Operation, gates: &[GateEntry]) {
    let body = ContentBuilder::new().schema(Some(Ref::from_schema_name(ProblemBody::name()))).build();
    for (status, description) in
        [("4XX", "A problem: 400, 401, 403, 404, 409, 413, 422 or 429"), ("5XX", "A problem of ours: 500, 503 or 507")]
    {
        let problem =
            ResponseBuilder::new().description(description).content("application/problem+json", body.clone()).build();
        operation.responses.responses.insert(status.into(), RefOr::T(problem));
    }
    let open = |gate: &str| gate == "public" || gate == "one-use ticket";
    let name = operation.operation_id.clone().unwrap_or_default();
    if gates.iter().any(|entry| entry.operation == name && !open(&entry.gate)) {
        operation.security = Some(vec![SecurityRequirement::new("token", Vec::<String>::new())]);
    }
}
