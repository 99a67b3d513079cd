//! Writes the whole database anew, so that nothing remains of what was overwritten or deleted.

use std::time::Duration;

use crate::pool::Backend;
use crate::sqlite::open_sqlite;
use crate::{Db, Error, Result};

/// How long others are waited for that use the file.
const LONGEST_WAIT: Duration = Duration::from_secs(30);

impl Db {
    /// On SQLite, neither the file nor the one of changes beside it has overwritten or deleted texts afterwards; it takes
    /// as much space again for a moment, and writers wait. PostgreSQL is left as it is: only its operator can say when
    /// its tables may be locked.
    pub async fn rewrite(&self) -> Result<()> {
        let Backend::Sqlite { path, .. } = &*self.backend else { return Ok(()) };
        let path = path.clone();
        let rewritten = tokio::task::spawn_blocking(move || {
            let connection = open_sqlite(&path)?;
            connection.busy_timeout(LONGEST_WAIT)?;
            // The copy may be too large for memory.
            connection.execute_batch("PRAGMA temp_store = FILE; VACUUM;")?;
            let is_busy: bool = connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0))?;
            if is_busy { Err(Error::Unavailable("somebody reads an earlier state of it".into())) } else { Ok(()) }
        });
        rewritten.await.map_err(|error| Error::Broken(error.to_string()))?
    }
}
