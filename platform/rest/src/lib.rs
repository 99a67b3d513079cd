//! HTTP for all rooms: routes behind gates, problems in the caller's language, an OpenAPI document.

mod authenticate;
mod csv;
mod cursor;
mod date;
mod description;
mod entity_tags;
mod error_responses;
mod extract;
mod field_errors;
mod gate_entry;
mod here;
mod language;
mod listing;
mod openapi;
mod operations;
mod origin;
mod problem;
mod rate;
mod reading;
mod refused;
mod request_id;
mod routes;
mod rule;
pub mod schema_formats;
mod sentences;
mod spoken_language;
mod turns;
mod version;

pub use authenticate::{Alive, Authenticate, BYTE_COOKIE, Credential, CurrentUser, SignedFor};
pub use csv::csv_cell;
pub use cursor::cursor;
pub use date::{http_date, parse_http_date};
pub use description::Description;
pub use extract::{Json, Path, Query, present};
pub use field_errors::FieldErrors;
pub use gate_entry::{GateEntry, gates_reference};
pub use here::{Here, OwnAddress, asked_host, base_path, set_request_origin, whole, whole_address};
pub use language::negotiate_language;
pub use listing::ListQuery;
pub use openapi::finish;
pub use operations::{Answer, Operation, OperationTable, Operations};
pub use origin::{ClientOrigin, TrustForwarded, address, network};
pub use problem::{Problem, ProblemBody};
pub use rate::Rate;
pub use refused::{RIGHTS_CHANGED, SESSION_ENDED};
pub use request_id::name_request;
pub use routes::{PathOperations, Routes};
pub use rule::{FieldError, Rule};
pub use sentences::{SentenceError, Sentences, counted, has_sentence, register_sentences, text};
pub use spoken_language::current_language;
pub use turns::{Turn, Turns};
/// For `routes!`.
#[doc(hidden)]
pub use utoipa_axum;
pub use version::{IfMatch, Versioned, answer_not_modified, is_known};
