//! Opens SQLite's file, with the options and functions that every connection to it has.

use std::fs::{OpenOptions, Permissions};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::Path;
use std::time::Duration;

use rusqlite::OpenFlags;
use rusqlite::config::DbConfig;
use rusqlite::functions::FunctionFlags;

use crate::{Result, deadline};

/// Opens the database, or an empty one if there is none.
pub(crate) fn create_sqlite(path: &Path) -> Result<rusqlite::Connection> {
    make_private(path)?;
    open_sqlite(path)
}

/// Opens the database. One whose file was deleted meanwhile is not replaced by an empty one.
pub(crate) fn open_sqlite(path: &Path) -> Result<rusqlite::Connection> {
    let flags = OpenFlags::default().difference(OpenFlags::SQLITE_OPEN_CREATE);
    let mut connection = rusqlite::Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(Duration::from_secs(5))?;
    connection.execute_batch(
        "PRAGMA journal_mode = WAL;
         PRAGMA synchronous = FULL;
         PRAGMA foreign_keys = ON;
         PRAGMA cache_size = -8192;
         PRAGMA temp_store = MEMORY;
         PRAGMA wal_autocheckpoint = 4000;",
    )?;
    // Each statement gets its own plan. Without this, SQLite would plan a statement over a table with partial indexes
    // again whenever its parameters change, to see whether they allow such an index.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    let same = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC;
    connection.create_scalar_function("fold", 1, same, |text| Ok(primitives::fold(text.get_raw(0).as_str()?)))?;
    let ngrams = |given: &rusqlite::functions::Context<'_>| {
        let tenant = primitives::TenantId(given.get_raw(0).as_i64()?);
        Ok(primitives::ngrams(tenant, given.get_raw(1).as_str()?))
    };
    connection.create_scalar_function("pieces", 2, same, ngrams)?;
    deadline::watch(&mut connection)?;
    connection.set_prepared_statement_cache_capacity(300);
    Ok(connection)
}

/// Creates the file if there is none. Only its owner can read it and the files that SQLite makes beside it with the
/// same mode.
fn make_private(path: &Path) -> Result<()> {
    match OpenOptions::new().write(true).create_new(true).mode(0o600).open(path) {
        Ok(_) => return Ok(()),
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
        // SQLite reports the error in its own words.
        Err(_) => return Ok(()),
    }
    for beside in ["", "-wal", "-shm"] {
        let mut name = path.as_os_str().to_owned();
        name.push(beside);
        let Ok(found) = std::fs::metadata(&name) else { continue };
        if found.permissions().mode() & 0o077 != 0 {
            // A user who does not own the file works with the rights it has.
            std::fs::set_permissions(&name, Permissions::from_mode(0o600)).unwrap_or_default();
        }
    }
    Ok(())
}
