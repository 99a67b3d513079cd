//! A connection to PostgreSQL.

use std::sync::Arc;

use quick_cache::unsync::Cache;

use crate::Result;
use crate::server::Server;

/// At most this many statements stay prepared on a connection; one that is used least goes first.
const MOST_PREPARED: usize = 500;

/// A PostgreSQL client with the statements it has prepared.
pub struct Client {
    pub(crate) client: postgres::Client,
    pub(crate) server: Arc<Server>,
    prepared: Cache<String, postgres::Statement>,
    /// The table for notes exists.
    pub(crate) has_notes: bool,
}

impl Client {
    pub(crate) fn connect(server: &Arc<Server>) -> Result<Self> {
        let (client, server) = (server.connect()?, server.clone());
        Ok(Self { client, server, prepared: Cache::new(MOST_PREPARED), has_notes: false })
    }

    pub(crate) fn prepare(&mut self, sql: &str) -> Result<postgres::Statement> {
        if let Some(statement) = self.prepared.get(sql) {
            return Ok(statement.clone());
        }
        let statement = self.client.prepare(sql)?;
        self.prepared.insert(sql.to_owned(), statement.clone());
        Ok(statement)
    }
}
