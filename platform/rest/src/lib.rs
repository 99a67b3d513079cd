//! HTTP as every room speaks it: routes behind gates, problems in the caller's language, an OpenAPI document.

mod authenticate;
mod extract;
mod language;
mod openapi;
mod problem;
mod routes;

pub use authenticate::{Alive, Authenticate, BYTE_COOKIE, Credential, Who};
pub use extract::{Json, Path, Query};
pub use language::{LANGUAGE, current_language, speak, text};
pub use openapi::finish;
pub use problem::{FieldError, Problem, ProblemBody};
pub use routes::{GateEntry, Routes, gates_reference};
