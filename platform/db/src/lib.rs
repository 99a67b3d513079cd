//! The database: one SQL text, two engines, and one rule for writers.
//!
//! An operation is one closure over a connection, `db.read(|c| …)` or `db.write(|tx| …)`. On SQLite reads run
//! where they stand (they take microseconds) and all writes go through one writer that commits several
//! closures with one sync; on PostgreSQL both run on blocking threads with a connection from a pool.
//! Why not an asynchronous driver: `docs/decisions/0001-synchronous-database-access.md`.

mod address;
mod answer;
mod background_queue;
mod backup;
mod carried;
mod client;
mod code;
mod connection;
mod deadline;
mod engine;
mod error;
mod examine;
mod foreign_keys;
mod hosts;
mod id;
mod idle;
mod listing;
mod measure;
mod migrate;
mod migrations;
mod notes;
mod place;
mod pool;
mod precondition;
#[cfg(feature = "testing")]
mod query_log;
mod reserve;
mod restore;
mod rewrite;
mod row;
pub mod schema;
mod server;
mod sqlite;
mod statement;
#[cfg(feature = "testing")]
pub mod testing;
mod tls;
mod tls_failure;
mod transaction;
mod transfer;
mod tx;
mod value;
mod wait_budget;
mod wake;
mod within;
mod writer;

pub use carried::Carried;
pub use connection::Conn;
pub use engine::Engine;
pub use error::{Error, Result};
pub use examine::examine_copy;
pub use id::Id;
pub use listing::{Page, Table};
pub use migrations::{Earlier, Fill, Migration, Migrations};
pub use pool::{CONNECTIONS, Db, DbUrl};
pub use precondition::{Precondition, precondition, with_precondition, without_precondition};
pub use restore::{RestoreTarget, made_by};
pub use row::{Column, Row};
pub use statement::{placeholders, seek};
pub use tx::Tx;
pub use value::Value;
pub use wait_budget::{WaitBudget, with_wait_budget};
pub use wake::Wake;

#[doc(hidden)]
pub use primitives;
