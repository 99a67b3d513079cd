//! Uploads that are on their way, by their ticket.

use activity::Status;
use authz::Origin;
use blobs::Tree;
use db::{Conn, Tx, params};
use nodes::{Node, NodeState};
use primitives::{NodeId, UserId};

use crate::{Error, Result, disk};

/// An upload whose ticket was shown.
#[derive(Clone, Debug)]
pub(crate) struct Pending {
    pub node: Node,
    pub tree: Tree,
    pub user: UserId,
    /// Bytes that will come, where the sender said so.
    pub expected: Option<u64>,
    pub action: String,
    /// The action says already that bytes are on their way.
    pub under_way: bool,
    pub arrival: Arrival,
}

/// How the bytes come, as the log tells it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arrival {
    /// The operation that may place the file.
    pub what: &'static str,
    pub origin: Origin,
}

/// Only a hash of the ticket is kept.
pub(crate) fn ticket_hash(ticket: &str) -> String {
    blake3::hash(ticket.as_bytes()).to_hex().to_string()
}

/// The staging upload that `ticket` opens. An unknown, used or foreign ticket opens nothing, and all look the same.
pub(crate) fn find(conn: &mut Conn<'_>, node: NodeId, ticket: &str, arrival: Arrival) -> Result<Pending> {
    let upload = conn.find(
        "SELECT u.users_id, u.expected_bytes, u.bg_action_id,
           EXISTS (SELECT 1 FROM activity_action a WHERE a.bg_action_id = u.bg_action_id AND a.status = $3)
         FROM content_upload u
         WHERE u.node_id = $1 AND u.ticket_hash = $2",
        params![node, &ticket_hash(ticket), Status::InProgress.word()],
        |row| Ok((row.get(0)?, row.get::<Option<i64>>(1)?, row.get(2)?, row.get(3)?)),
    )?;
    let (user, expected, action, under_way) = upload.ok_or(Error::Ticket)?;
    let node = nodes::find(conn, node)?.filter(|node| node.state == NodeState::Staging).ok_or(Error::Ticket)?;
    let tree = disk::tree(conn, node.repository)?;
    let expected = expected.and_then(|bytes| u64::try_from(bytes).ok());
    Ok(Pending { node, tree, user, expected, action, under_way, arrival })
}

pub(crate) fn set_expected(tx: &mut Tx<'_>, node: NodeId, bytes: u64) -> db::Result<()> {
    let bytes = i64::try_from(bytes).unwrap_or(i64::MAX);
    tx.run("UPDATE content_upload SET expected_bytes = $2 WHERE node_id = $1", params![node, bytes])?;
    Ok(())
}

/// Deletes a staging upload and says where its bytes are; None when it is no staging upload any more.
pub(crate) fn delete(tx: &mut Tx<'_>, node: NodeId, status: Status) -> Result<Option<Tree>> {
    let Some(found) = nodes::find(tx, node)?.filter(|node| node.state == NodeState::Staging) else { return Ok(None) };
    let sql = "DELETE FROM content_upload WHERE node_id = $1 RETURNING bg_action_id";
    if let Some(action) = tx.find(sql, params![node], |row| row.get::<String>(0))? {
        activity::finish(tx, &action, status)?;
    }
    nodes::delete_staging(tx, node)?;
    Ok(Some(disk::tree(tx, found.repository)?))
}
