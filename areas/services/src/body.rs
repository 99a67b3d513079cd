//! A service on the wire.

use primitives::Seconds;
use serde::Serialize;

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct ServiceList {
    /// When they were looked at.
    pub at: Seconds,
    pub items: Vec<Service>,
    pub total: usize,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = ServiceHealth)]
pub(crate) struct Service {
    pub kind: ServiceKind,
    /// What it is called: an engine, a file server's label, a kind of job.
    pub name: String,
    pub state: State,
    #[schema(required)]
    pub version: Option<String>,
    /// Where it is: a folder, a server and its port.
    #[schema(required)]
    pub place: Option<String>,
    /// Milliseconds that its answer took.
    #[schema(required)]
    pub millis: Option<u64>,
    /// How many wait for it, and how many it could not do lately.
    #[schema(required)]
    pub waiting: Option<i64>,
    #[schema(required)]
    pub failed: Option<i64>,
    /// How many files it looks after.
    #[schema(required)]
    pub files: Option<i64>,
    /// Every one of them was read again since then.
    #[schema(required)]
    pub read_since: Option<Seconds>,
    /// What went wrong last, lately.
    #[schema(required)]
    pub last_error: Option<String>,
    /// What it works without.
    #[schema(required)]
    pub lacks: Option<Lack>,
}

/// What the host does not give, so that a service does with less.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Lack {
    /// The kernel has no Landlock: a decoder that was taken over could read the server's files.
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
    /// It does what it should.
    Ok,
    /// It works, and something needs a look: failures lately, or work that waits long.
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

    /// What is in trouble without being down.
    pub fn troubled(self, is: bool) -> Self {
        if is { Self { state: State::Trouble, ..self } } else { self }
    }

    pub fn down(self, error: impl std::fmt::Display) -> Self {
        Self { state: State::Down, last_error: Some(error.to_string()), ..self }
    }
}
