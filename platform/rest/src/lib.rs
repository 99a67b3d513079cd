//! HTTP for all rooms: routes behind gates, problems in the caller's language, an OpenAPI document.

mod authenticate;
mod date;
mod entity_tags;
mod error_responses;
mod extract;
mod field_errors;
mod here;
mod language;
mod listing;
mod openapi;
mod operations;
mod origin;
mod problem;
mod rate;
mod reading;
mod request_id;
mod routes;
pub mod schema_formats;
mod sentences;
mod version;

pub use authenticate::{Alive, Authenticate, BYTE_COOKIE, Credential, CurrentUser, RIGHTS_CHANGED, SESSION_ENDED};
pub use date::{http_date, parse_http_date};
pub use extract::{Json, Path, Query, present};
pub use field_errors::{FieldErrors, Rule};
pub use here::{Here, OwnAddress, set_request_origin, whole, whole_address};
pub use language::{LANGUAGE, current_language, negotiate_language};
pub use listing::ListQuery;
pub use openapi::finish;
pub use operations::{Answer, Operation, OperationTable, Operations};
pub use origin::{ClientOrigin, TrustForwarded, address, network};
pub use problem::{FieldError, Problem, ProblemBody};
pub use rate::Rate;
pub use request_id::name_request;
pub use routes::{GateEntry, Routes, gates_reference};
pub use sentences::{SentenceError, Sentences, has_sentence, register_sentences, text};
pub use version::{IfMatch, Versioned, answer_not_modified, is_known};
