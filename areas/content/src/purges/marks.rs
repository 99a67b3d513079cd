//! The marks of entries that are being deleted, and their purges.

use audit::{Act, Author, Object};
use db::{Conn, Tx, params};
use nodes::{Node, NodeState};
use primitives::{NodeId, RepositoryId, Seconds};
use storage::intents;

use crate::Result;

db::id!(PurgeId);

/// SQL for a node `n` that is in the bin and is not being deleted.
pub(crate) const NOT_MARKED: &str = "NOT EXISTS (SELECT 1 FROM content_purging p WHERE p.node_id = n.node_id)";

pub(crate) fn begin(tx: &mut Tx<'_>, now: Seconds) -> db::Result<PurgeId> {
    let sql = "INSERT INTO content_purge (begun_at) VALUES ($1) RETURNING purge_id";
    tx.get(sql, params![now], |row| row.get(0))
}

/// Begins to delete one entry. The caller holds the tenant's tree. The error says `Moving` if it is just leaving the bin.
/// Returns None if the entry has left the bin, or is being deleted already.
pub(crate) fn begin_with(
    tx: &mut Tx<'_>,
    node: NodeId,
    author: Author,
    now: Seconds,
) -> Result<Option<(PurgeId, Node)>> {
    let found = nodes::find(tx, node)?.filter(|found| found.state == NodeState::Binned);
    let Some(found) = found else { return Ok(None) };
    if is_marked(tx, node)? {
        return Ok(None);
    }
    if intents::moving(tx, found.tenant)?.contains(&node) {
        return Err(storage::Error::Moving.into());
    }
    let purge = begin(tx, now)?;
    mark(tx, purge, &found, author, now)?;
    Ok(Some((purge, found)))
}

/// Takes an entry out of the bin for good. The tenant's tree is held, the entry is in the bin, and `author` may delete
/// it. The log records its security marks, which decide who may read its name from now on.
pub(crate) fn mark(tx: &mut Tx<'_>, purge: PurgeId, node: &Node, author: Author, now: Seconds) -> Result<()> {
    note_mark(tx, purge, node)?;
    let marks: Vec<_> = security::marks_at(tx, node.id)?.into_iter().map(|mark| mark.0).collect();
    let act = Act::new("bin_purge", node.tenant, Object::new("node", node.id.0, &node.name)).marked(&marks);
    audit::record(tx, author, act, now);
    Ok(())
}

/// As `mark`, for what the caller has recorded.
pub(crate) fn note_mark(tx: &mut Tx<'_>, purge: PurgeId, node: &Node) -> db::Result<()> {
    tx.run(
        "INSERT INTO content_purging (node_id, purge_id, tenant_id, repository_id) VALUES ($1, $2, $3, $4)",
        params![node.id, purge, node.tenant, node.repository],
    )
    .map(drop)
}

pub(crate) fn is_marked(conn: &mut Conn<'_>, node: NodeId) -> db::Result<bool> {
    conn.exists("SELECT 1 FROM content_purging WHERE node_id = $1", params![node])
}

/// What is being deleted and has gone from one repository into another one.
pub(crate) fn note_repository(tx: &mut Tx<'_>, (from, into): (RepositoryId, RepositoryId)) -> db::Result<()> {
    let sql = "UPDATE content_purging SET repository_id = $2
               WHERE repository_id = $1 AND EXISTS (
                 SELECT 1 FROM nodes_node n WHERE n.node_id = content_purging.node_id AND n.repository_id = $2
               )";
    tx.run(sql, params![from, into]).map(drop)
}

/// From now on a job carries it out.
pub(crate) fn hand_over(tx: &mut Tx<'_>, purge: PurgeId) -> db::Result<()> {
    tx.run("UPDATE content_purge SET in_background = TRUE WHERE purge_id = $1", params![purge]).map(|_| ())
}

/// The repositories that a purge still has something to do in.
pub(crate) fn repositories_of(conn: &mut Conn<'_>, purge: PurgeId) -> db::Result<Vec<RepositoryId>> {
    let sql = "SELECT DISTINCT repository_id FROM content_purging WHERE purge_id = $1";
    conn.rows(sql, params![purge], |row| row.get(0))
}

/// Purges that began before `before` and that no job carries on.
pub(crate) fn left_behind(conn: &mut Conn<'_>, before: Seconds) -> db::Result<Vec<PurgeId>> {
    let sql = "SELECT purge_id FROM content_purge WHERE NOT in_background AND begun_at < $1 ORDER BY purge_id";
    conn.rows(sql, params![before], |row| row.get(0))
}
