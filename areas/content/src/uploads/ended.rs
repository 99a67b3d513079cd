//! Ended uploads, remembered for a while: a client that lost the last answer can ask, and learns that the file is
//! complete, or that the upload was abandoned. An abandoned upload has no content and no hash.

use activity::Status;
use blobs::SharedStore;
use db::{Conn, Row, Tx, params};
use nodes::NodeState;
use primitives::{NodeId, Seconds, UserId};
use storage::disk;

use super::groups;
use super::pending::Pending;
use super::stored::Stored;
use super::ticket::ticket_hash;
use crate::{Error, Result};

/// An upload whose file is complete.
#[derive(Clone, Debug)]
pub(crate) struct Ended {
    pub stored: Stored,
    /// The `Upload-Concat` header, if the file was made of partial uploads.
    pub concat: Option<String>,
}

/// None if it is not known to have ended; an error if it was abandoned.
pub(crate) fn find(conn: &mut Conn<'_>, node: NodeId, ticket: &str, user: UserId) -> Result<Option<Ended>> {
    let found = conn.find(
        "SELECT name, size_bytes, content_hash, concat FROM content_upload_ended
         WHERE ticket_hash = $1 AND node_id = $2 AND users_id = $3",
        params![&ticket_hash(ticket), node, user],
        |row| {
            let size = u64::try_from(row.get::<i64>(1)?).unwrap_or(0);
            let stored = Stored { node_id: node, name: row.get(0)?, size, hash: row.get(2)?, unchanged: false };
            Ok(Ended { stored, concat: row.get(3)? })
        },
    )?;
    match found {
        Some(ended) if ended.stored.hash.is_empty() => Err(Error::UploadEnded),
        found => Ok(found),
    }
}

/// Stands for the node of a partial upload, which has none.
pub(super) const PARTIAL: NodeId = NodeId(0);

pub(super) fn note_given_up(
    tx: &mut Tx<'_>,
    node: NodeId,
    (ticket_hash, user): (&str, UserId),
    now: Seconds,
) -> db::Result<()> {
    tx.run(
        "INSERT INTO content_upload_ended (ticket_hash, node_id, users_id, name, size_bytes, content_hash, ended_at)
         VALUES ($1, $2, $3, '', 0, '', $4)
         ON CONFLICT DO NOTHING",
        params![ticket_hash, node, user, now],
    )
    .map(|_| ())
}

pub(crate) fn note(tx: &mut Tx<'_>, upload: &Pending, stored: &Stored, now: Seconds) -> db::Result<()> {
    tx.run(
        "INSERT INTO content_upload_ended
           (ticket_hash, node_id, users_id, name, size_bytes, content_hash, concat, ended_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        params![
            &upload.ticket_hash,
            upload.node.id,
            upload.user,
            &stored.name,
            i64::try_from(stored.size).unwrap_or(i64::MAX),
            &stored.hash,
            upload.concat.as_deref(),
            now
        ],
    )?;
    Ok(())
}

pub(crate) fn forget_before(tx: &mut Tx<'_>, before: Seconds) -> db::Result<u64> {
    tx.run("DELETE FROM content_upload_ended WHERE ended_at < $1", params![before])
}

/// Deletes a staging upload, notes that it was given up, and returns where its bytes are; None if it is no longer one.
pub(crate) fn delete(tx: &mut Tx<'_>, node: NodeId, status: Status, now: Seconds) -> db::Result<Option<SharedStore>> {
    let Some(found) = nodes::find(tx, node)?.filter(|node| node.state == NodeState::Staging) else { return Ok(None) };
    let sql =
        "DELETE FROM content_upload WHERE node_id = $1 RETURNING bg_action_id, ticket_hash, users_id, bg_group_id";
    let upload = |row: &Row<'_>| {
        Ok((row.get::<String>(0)?, row.get::<String>(1)?, row.get::<UserId>(2)?, row.get::<Option<String>>(3)?))
    };
    if let Some((action, ticket_hash, user, group)) = tx.find(sql, params![node], upload)? {
        match group {
            Some(group) if status == Status::Error => groups::interrupted(tx, &group, &found, now)?,
            // Who cancels a file of a group knows what becomes of the others.
            Some(_) => {}
            None => drop(activity::finish(tx, &action, status)?),
        }
        note_given_up(tx, node, (&ticket_hash, user), now)?;
    }
    nodes::delete_staging(tx, node)?;
    disk::store(tx, found.repository).map(Some)
}
