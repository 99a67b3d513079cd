//! Earlier contents of a file. Each is a node below the file that nobody sees: its bytes lie where those of the bin lie,
//! and it has no time of removal, because nobody has removed it.

use authz::Permit;
use db::{Conn, Tx, params};
use primitives::{NodeId, NodeKind, Seconds};

use crate::model::{Arrived, Node, NodeState, Replacing};
use crate::node_states::{BINNED, READY, STAGING};
use crate::{entry_type, properties};

impl Node {
    /// Nobody sees it, and nobody has removed it: it is an earlier content of the file above it, or waits to be taken into
    /// the folder above it.
    pub fn is_apart(&self) -> bool {
        self.state == NodeState::Binned && self.binned_at.is_none()
    }
}

/// A node for the content that a file is about to give up. An upload brings the new one to it.
pub fn insert_version<A: Replacing>(tx: &mut Tx<'_>, file: &Permit<A>, size: i64, now: Seconds) -> db::Result<NodeId> {
    // As duplicates, several of them may have one name.
    let sql = format!(
        "INSERT INTO nodes_node (tenant_id, repository_id, parent_id, kind, name, name_key, state, size_bytes,
           created_by, created_at, modified_at, entry_type, sort_key, duplicate)
         SELECT tenant_id, repository_id, node_id, kind, name, name_key, {STAGING}, CAST($2 AS BIGINT),
           CAST($3 AS BIGINT), CAST($4 AS BIGINT), CAST($4 AS BIGINT), entry_type, sort_key, TRUE
         FROM nodes_node
         WHERE node_id = $1 AND kind = {} AND state = {READY}
         RETURNING node_id",
        NodeKind::File.code()
    );
    tx.find(&sql, params![file.node(), size, file.actor(), now], |row| row.get(0))?.ok_or(db::Error::Missing)
}

/// Gives a file the content that arrived, and `version` the one that it had.
pub fn replace_content<A: Replacing>(
    tx: &mut Tx<'_>,
    file: &Permit<A>,
    version: NodeId,
    arrived: &Arrived<'_>,
) -> db::Result<()> {
    let kept = format!(
        "UPDATE nodes_node
         SET state = {BINNED}, size_bytes = f.size_bytes, content_hash = f.content_hash, mime = f.mime,
           entry_type = f.entry_type, modified_at = f.modified_at
         FROM (SELECT size_bytes, content_hash, mime, entry_type, modified_at FROM nodes_node
               WHERE node_id = $2 AND state = {READY}) f
         WHERE nodes_node.node_id = $1 AND nodes_node.parent_id = $2 AND nodes_node.state = {STAGING}"
    );
    if tx.run(&kept, params![version, file.node()])? == 0 {
        return Err(db::Error::Missing);
    }
    // Whoever has read the path before does not take the new bytes for damaged ones.
    let sql = "UPDATE nodes_node
               SET size_bytes = $2, content_hash = $3, mime = $4, modified_at = $5, entry_type = $6, moves = moves + 1,
                 taken_at = NULL
               WHERE node_id = $1";
    let Arrived { name, size, hash, mime, now } = *arrived;
    let entry_type = entry_type::of_entry(tx, NodeKind::File, name, Some(mime));
    tx.run(sql, params![file.node(), size, hash, mime, now, entry_type])?;
    properties::forget(tx, &[file.node()])
}

/// An earlier version of `file` with this content.
pub fn kept_with(conn: &mut Conn<'_>, file: NodeId, hash: Option<&str>) -> db::Result<Option<NodeId>> {
    let sql = format!(
        "SELECT node_id FROM nodes_node WHERE parent_id = $1 AND state = {BINNED} AND content_hash = $2 LIMIT 1"
    );
    conn.find(&sql, params![file, hash], |row| row.get(0))
}
