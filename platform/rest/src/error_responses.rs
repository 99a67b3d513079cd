//! The error responses of operations, listed once. The statuses of an operation follow from its parameters and body.

use utoipa::ToSchema;
use utoipa::openapi::path::{Operation, ParameterIn};
use utoipa::openapi::{ContentBuilder, HttpMethod, Ref, RefOr, Response, ResponseBuilder};

use crate::ProblemBody;
use crate::version::IF_MATCH_NAME;

/// Status, name in the document, and description.
const ERROR_RESPONSES: [(&str, &str, &str); 17] = [
    ("400", "BadRequest", "The request cannot be read"),
    ("401", "Unauthenticated", "Not signed in, or the credentials are wrong"),
    ("403", "Forbidden", "The asker may not do this"),
    ("404", "NotFound", "Missing, or invisible to the asker"),
    ("408", "RequestTimeout", "The body took too long to arrive"),
    ("409", "Conflict", "It conflicts with the current state"),
    ("410", "Gone", "It existed, and has ended"),
    ("412", "ChangedMeanwhile", "Another user has changed it since it was read"),
    ("413", "PayloadTooLarge", "The body is too large"),
    ("415", "UnsupportedMediaType", "The operation does not accept this media type"),
    ("422", "Invalid", "A form or a query with errors, each with its field"),
    ("423", "Busy", "Another request uses it; `Retry-After` says when to try again"),
    ("429", "RateLimited", "Too many requests; `Retry-After` says when to try again"),
    ("460", "ChecksumMismatch", "The part does not match its checksum"),
    ("500", "Internal", "An error of the server"),
    ("503", "Unavailable", "Temporarily unavailable; `Retry-After` says when to try again"),
    ("507", "StorageFull", "The storage is full"),
];

/// All of them, as components of the document.
pub(crate) fn responses() -> impl Iterator<Item = (String, RefOr<Response>)> {
    ERROR_RESPONSES.iter().map(|(_, name, description)| {
        let body = ContentBuilder::new().schema(Some(Ref::from_schema_name(ProblemBody::name()))).build();
        let response = ResponseBuilder::new().description(*description).content("application/problem+json", body);
        ((*name).to_owned(), RefOr::T(response.build()))
    })
}

/// The authentication that an operation requires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Authentication {
    Open,
    Ticket,
    Session,
}

/// The parameter of an operation that opens a node of the tree.
const NODE_ID_NAME: &str = "node_id";

/// Adds references to all error responses of the operation. An operation lists a status of its own (`429`, say) itself,
/// without a body.
pub(crate) fn add(operation: &mut Operation, method: &HttpMethod, authentication: Authentication, of_files: bool) {
    let listed = std::mem::take(&mut operation.responses.responses);
    let mut statuses = derived(operation, method, authentication, of_files);
    for (status, response) in listed {
        match ERROR_RESPONSES.iter().find(|(known, ..)| *known == status) {
            Some((known, ..)) => statuses.push(known),
            None => {
                operation.responses.responses.insert(status, response);
            }
        }
    }
    for (status, name, _) in ERROR_RESPONSES.iter().filter(|(status, ..)| statuses.contains(status)) {
        operation.responses.responses.insert((*status).to_owned(), RefOr::Ref(Ref::from_response_name(*name)));
    }
}

fn derived(
    operation: &Operation,
    method: &HttpMethod,
    authentication: Authentication,
    of_files: bool,
) -> Vec<&'static str> {
    let parameters = operation.parameters.iter().flatten().filter_map(|parameter| match parameter {
        RefOr::T(parameter) => Some(parameter),
        RefOr::Ref(_) => None,
    });
    let parameters: Vec<_> = parameters.collect();
    let has = |place: ParameterIn| parameters.iter().any(|parameter| parameter.parameter_in == place);
    let body = operation.request_body.is_some();
    let (path, query) = (has(ParameterIn::Path), has(ParameterIn::Query));
    let writes = !matches!(method, HttpMethod::Get | HttpMethod::Head | HttpMethod::Options);
    let opens_node = of_files || parameters.iter().any(|parameter| parameter.name == NODE_ID_NAME);
    let versioned = parameters.iter().any(|parameter| parameter.name == IF_MATCH_NAME);
    let rules = [
        ("400", body || query || path),
        ("401", authentication != Authentication::Open),
        ("403", authentication == Authentication::Session),
        ("404", path || (authentication != Authentication::Open && (body || query))),
        ("408", body),
        // A read also fails if the entry is of another kind than the operation is for.
        ("409", writes || (path && opens_node)),
        ("412", versioned),
        ("413", body),
        ("415", body),
        ("422", body || query),
        ("423", of_files && writes),
        ("429", authentication == Authentication::Open),
        ("500", true),
        ("503", true),
        ("507", of_files && writes),
    ];
    rules.into_iter().filter(|(_, applies)| *applies).map(|(status, _)| status).collect()
}
