//! The last part of a move of a repository to another file server: it is closed. All of it can be read, and nothing of it
//! changes, so that what was copied is all there is.
//!
//! Whoever changes bytes asks in their transaction, and keeps the repository from being closed until it ends. An intent
//! keeps it from being closed, too.

use blobs::SharedStore;
use db::{Conn, Tx, params};
use primitives::RepositoryId;

use crate::disk::NodePath;
use crate::{Error, Result};

/// The numbers of locks that are those of repositories begin here.
const LOCKS: i64 = 0x6d6f_7665 << 32;

/// Refuses a change while the repository is closed.
pub fn require_open(tx: &mut Tx<'_>, repository: RepositoryId) -> Result<()> {
    tx.lock_shared(LOCKS | repository.0)?;
    if is_closed(tx, repository)? { Err(Error::BeingMoved) } else { Ok(()) }
}

/// Refuses to make bytes visible that were put to the end of `way` in `store`, if something on it has moved since, or if
/// the repository has its bytes elsewhere by now, or is closed.
pub fn refuse_elsewhere(
    tx: &mut Tx<'_>,
    repository: RepositoryId,
    (way, store): (&NodePath, &SharedStore),
) -> Result<()> {
    require_open(tx, repository)?;
    // Where bytes are named by their node, they are in place wherever the file is.
    let is_there = if store.names_by_node() { way.is_in_same_store(tx)? } else { way.is_still(tx)? };
    if is_there { Ok(()) } else { Err(Error::Moving) }
}

fn is_closed(conn: &mut Conn<'_>, repository: RepositoryId) -> db::Result<bool> {
    conn.exists("SELECT 1 FROM storage_move WHERE repository_id = $1 AND state = 'closed'", params![repository])
}

/// Waits for changes that are being committed, and closes the repository. False if an intent is left, or if it does not
/// move any more.
pub(crate) fn close(tx: &mut Tx<'_>, repository: RepositoryId) -> db::Result<bool> {
    // It comes before all other locks of this transaction.
    tx.lock(LOCKS | repository.0)?;
    let sql = "SELECT 1 FROM content_intent WHERE repository_id = $1 AND act <> 'look' LIMIT 1";
    if tx.exists(sql, params![repository])? {
        return Ok(false);
    }
    let sql = "UPDATE storage_move SET state = 'closed', seen_id = 0, found = 0
               WHERE repository_id = $1 AND state = 'copying'";
    Ok(tx.run(sql, params![repository])? > 0)
}
