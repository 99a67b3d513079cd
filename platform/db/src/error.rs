//! The errors that rooms get from the database.

use std::cell::Cell;
use std::error::Error as _;

thread_local! {
    /// SQLite found the disk full on this thread. When SQLite rolls back a whole transaction, the closures that shared
    /// it with the failed statement learn the reason from this.
    static FULL: Cell<bool> = const { Cell::new(false) };
}

/// Returns the flag and clears it.
pub(crate) fn was_full() -> bool {
    FULL.take()
}

#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A UNIQUE rule refused the row; `0` is the engine's message.
    #[error("a unique rule refused the row: {0}")]
    Unique(String),
    /// A foreign key refused the row.
    #[error("a foreign key refused the row: {0}")]
    ForeignKey(String),
    /// The engine could not be reached or is shutting down; asking again later may help.
    #[error("the database is not available: {0}")]
    Unavailable(String),
    /// The database's disk is full.
    #[error("the database's disk is full: {0}")]
    Full(String),
    /// These migrations were made by a later version of the program.
    #[error("the database was last used by a newer version of the program, which has changed it ({}); start that version, \
             or restore a backup of before", .0.join(", "))]
    Newer(Vec<String>),
    /// Not all migrations of before each room had its own were made; `0` is the last of them.
    #[error(
        "the database was last used by a version of the program that is too old for this one to go on from; \
             start the last version that has the migration {0} once, and then this one"
    )]
    TooOld(String),
    /// The precondition of a request no longer holds; `0` says which one.
    #[error("a precondition of the request no longer holds: {0}")]
    Refused(&'static str),
    #[error("a row was expected and there is none")]
    Missing,
    /// A text that was sent contains a zero byte. No text of ours has one.
    #[error("a text with a zero byte")]
    ZeroByte,
    #[error("sqlite: {0}")]
    Sqlite(rusqlite::Error),
    #[error("postgres: {}", said(.0))]
    Postgres(postgres::Error),
    #[error("migration {name}: {reason}")]
    Migration { name: String, reason: String },
    #[error("{0}")]
    Broken(String),
}

pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    pub fn is_unique(&self) -> bool {
        matches!(self, Self::Unique(_))
    }

    /// SQLite: another process is writing.
    pub(crate) fn is_busy(&self) -> bool {
        matches!(self, Self::Unavailable(_))
    }

    pub fn is_full(&self) -> bool {
        matches!(self, Self::Full(_))
    }

    /// The same error for one more caller whose write shared the failed commit.
    pub(crate) fn of_commit(&self) -> Self {
        match self {
            Self::Full(said) => Self::Full(said.clone()),
            other => Self::Unavailable(other.to_string()),
        }
    }
}

/// A wrong address of the database, without its password.
pub(crate) fn wrong(reason: &str) -> Error {
    Error::Broken(format!("the address of the database: {reason}"))
}

/// The library's own text leaves out the message of the server or the system.
pub(crate) fn said(error: &postgres::Error) -> String {
    if let Some(why) = crate::tls_failure::why(error) {
        return why;
    }
    let whole = |cause: &dyn std::error::Error| format!("{error}: {cause}");
    match error.as_db_error() {
        Some(answer) => answer.message().to_owned(),
        None => error.source().map_or_else(|| error.to_string(), whole),
    }
}

impl From<rusqlite::Error> for Error {
    fn from(error: rusqlite::Error) -> Self {
        use rusqlite::ffi;
        if let rusqlite::Error::SqliteFailure(code, message) = &error {
            let said = message.clone().unwrap_or_default();
            match code.extended_code {
                ffi::SQLITE_CONSTRAINT_UNIQUE | ffi::SQLITE_CONSTRAINT_PRIMARYKEY => return Self::Unique(said),
                ffi::SQLITE_CONSTRAINT_FOREIGNKEY => return Self::ForeignKey(said),
                // The second code: SQLite could not enlarge the memory that its readers share beside the file.
                ffi::SQLITE_FULL | ffi::SQLITE_IOERR_SHMSIZE => {
                    FULL.set(true);
                    return Self::Full(said);
                }
                ffi::SQLITE_INTERRUPT => return Self::Unavailable(said),
                _ if code.code == ffi::ErrorCode::DatabaseBusy => return Self::Unavailable(said),
                _ => {}
            }
        }
        Self::Sqlite(error)
    }
}

impl From<postgres::Error> for Error {
    fn from(error: postgres::Error) -> Self {
        use postgres::error::SqlState;
        /// Errors that have nothing to do with the statement and pass.
        const PASSING: [SqlState; 9] = [
            SqlState::QUERY_CANCELED,
            SqlState::ADMIN_SHUTDOWN,
            SqlState::CRASH_SHUTDOWN,
            SqlState::CANNOT_CONNECT_NOW,
            SqlState::TOO_MANY_CONNECTIONS,
            SqlState::LOCK_NOT_AVAILABLE,
            SqlState::IDLE_IN_TRANSACTION_SESSION_TIMEOUT,
            SqlState::T_R_SERIALIZATION_FAILURE,
            SqlState::T_R_DEADLOCK_DETECTED,
        ];
        let Some(said) = error.as_db_error() else {
            let is_cut = error.source().is_some_and(|cause| cause.is::<std::io::Error>());
            return if error.is_closed() || is_cut {
                Self::Unavailable(error.to_string())
            } else {
                Self::Postgres(error)
            };
        };
        let rule = said.constraint().unwrap_or_else(|| said.message()).to_owned();
        match said.code() {
            code if *code == SqlState::UNIQUE_VIOLATION => Self::Unique(rule),
            code if *code == SqlState::FOREIGN_KEY_VIOLATION => Self::ForeignKey(rule),
            code if *code == SqlState::DISK_FULL => Self::Full(rule),
            code if PASSING.contains(code) => Self::Unavailable(rule),
            _ => Self::Postgres(error),
        }
    }
}

impl From<std::io::Error> for Error {
    fn from(error: std::io::Error) -> Self {
        match error.kind() {
            std::io::ErrorKind::StorageFull | std::io::ErrorKind::QuotaExceeded => Self::Full(error.to_string()),
            _ => Self::Broken(error.to_string()),
        }
    }
}
