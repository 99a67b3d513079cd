//! A service in the API.

use primitives::Seconds;
use serde::Serialize;

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct ServiceList {
    /// When they were checked.
    pub at: Seconds,
    pub items: Vec<Service>,
    pub total: usize,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = ServiceHealth)]
pub(crate) struct Service {
    pub kind: ServiceKind,
    /// Its name: an engine, a file server's label, a kind of job.
    pub name: String,
    pub state: State,
    #[schema(required)]
    pub version: Option<String>,
    /// Its address: a folder, or a server and its port.
    #[schema(required)]
    pub place: Option<String>,
    /// The duration of its answer in milliseconds.
    #[schema(required)]
    pub millis: Option<u64>,
    /// How many jobs wait, and how many failed recently.
    #[schema(required)]
    pub waiting: Option<i64>,
    #[schema(required)]
    pub failed: Option<i64>,
    /// The number of its files.
    #[schema(required)]
    pub files: Option<i64>,
    /// Every file was read again since then.
    #[schema(required)]
    pub read_since: Option<Seconds>,
    /// The last recent error.
    #[schema(required)]
    pub last_error: Option<String>,
    /// The missing protection that it works without.
    #[schema(required)]
    pub lacks: Option<Lack>,
}

/// A protection that the host does not offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Lack {
    /// The kernel has no Landlock: a compromised decoder could read the server's files.
    Landlock,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ServiceKind {
    Program,
    Database,
    FileServer,
    /// The bytes of all files, read again and compared with their hashes.
    StoredFiles,
    Mail,
    Queue,
    Engine,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum State {
    /// It works.
    Ok,
    /// It works, but needs attention: recent failures, or work that waits long.
    Trouble,
    /// It does not work.
    Down,
}

impl Service {
    pub fn new(kind: ServiceKind, name: impl Into<String>) -> Self {
        Self {
            kind,
            name: name.into(),
            state: State::Ok,
            version: None,
            place: None,
            millis: None,
            waiting: None,
            failed: None,
            files: None,
            read_since: None,
            last_error: None,
            lacks: None,
        }
    }

    /// Sets the state to trouble, unless it is down.
    pub fn troubled(self, is: bool) -> Self {
        if is { Self { state: State::Trouble, ..self } } else { self }
    }

    pub fn down(self, error: impl std::fmt::Display) -> Self {
        Self { state: State::Down, last_error: Some(error.to_string()), ..self }
    }
}
