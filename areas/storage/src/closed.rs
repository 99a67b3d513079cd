//! The last part of a move of a repository to another file server: it is closed. All of it can be read, and nothing of it
//! changes, so that what was copied is all there is.
//!
//! Whoever changes bytes asks in their transaction, and keeps the repository from being closed until it ends. An intent
//! keeps it from being closed, too.

use blobs::SharedStore;
use db::{Conn, Tx, params};
use primitives::{RepositoryId, Seconds};

use crate::disk::NodePath;
use crate::{Error, Result, disk};

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
    refuse_other_store(tx, repository, (way, store))?;
    // Where bytes are named by their node, they are in place wherever the file is.
    let is_there = if store.names_by_node() { way.is_in_same_store(tx)? } else { way.is_still(tx)? };
    if is_there { Ok(()) } else { Err(Error::Moving) }
}

/// The way may lead into another repository by now, or the repository have its bytes elsewhere, although it was read anew.
fn refuse_other_store(
    tx: &mut Tx<'_>,
    repository: RepositoryId,
    (way, store): (&NodePath, &SharedStore),
) -> Result<()> {
    let sql = "SELECT repository_id FROM nodes_node WHERE node_id = $1";
    let node = way.steps().first().ok_or(Error::Moving)?.id;
    let is_in_it = tx.find(sql, params![node], |row| row.get::<RepositoryId>(0))? == Some(repository);
    if is_in_it && disk::store(tx, repository)?.name() == store.name() { Ok(()) } else { Err(Error::Moving) }
}

/// Waits for changes of its bytes that are being committed, and keeps others from being committed until this ends. The
/// caller holds the tenant's tree.
pub(crate) fn hold_changes(tx: &mut Tx<'_>, repository: RepositoryId) -> Result<()> {
    tx.lock(LOCKS | repository.0)?;
    if is_closed(tx, repository)? { Err(Error::BeingMoved) } else { Ok(()) }
}

fn is_closed(conn: &mut Conn<'_>, repository: RepositoryId) -> db::Result<bool> {
    conn.exists("SELECT 1 FROM storage_move WHERE repository_id = $1 AND state = 'closed'", params![repository])
}

/// Waits for changes that are being committed, and closes the repository. False if an intent is left, or if it does not
/// move any more. `away_at`: the time, if its bytes cannot be reached. What should have left its path there by now keeps it
/// open no longer then.
pub(crate) fn close(tx: &mut Tx<'_>, repository: RepositoryId, away_at: Option<Seconds>) -> db::Result<bool> {
    // It comes before all other locks of this transaction.
    tx.lock(LOCKS | repository.0)?;
    let sql = "SELECT 1 FROM content_intent
               WHERE repository_id = $1 AND act <> 'look' AND NOT (act = 'leave' AND lease_until < $2)
               LIMIT 1";
    if tx.exists(sql, params![repository, away_at.unwrap_or(Seconds::MIN)])? {
        return Ok(false);
    }
    let sql = "UPDATE storage_move SET state = 'closed', seen_id = 0, found = 0
               WHERE repository_id = $1 AND state = 'copying'";
    Ok(tx.run(sql, params![repository])? > 0)
}
