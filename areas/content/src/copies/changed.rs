//! Whether a copy is still as the act left it that made it: only then is it taken back.

use db::{Conn, params};
use nodes::{BINNED, NodeState};
use primitives::{NodeId, NodeKind};

use super::store::CopyingId;
use crate::{Error, Result};

/// The copy of a selected entry, as its act left it.
struct Made {
    into: NodeId,
    /// None: it is not known.
    name: Option<String>,
}

/// Refuses the copy `node` of a selected entry if it has moved or was renamed since, or if something is in it that the act
/// has not put there or that was changed since.
pub(crate) fn refuse_changed(conn: &mut Conn<'_>, copying: CopyingId, node: NodeId) -> Result<()> {
    let made = made(conn, copying, node)?.ok_or(Error::ChangedSince)?;
    let found = nodes::find(conn, node)?.ok_or(Error::ChangedSince)?;
    let is_there = found.state == NodeState::Ready && found.parent == Some(made.into);
    if !is_there || made.name.is_some_and(|name| name != found.name) {
        return Err(Error::ChangedSince);
    }
    if found.kind == NodeKind::Folder && has_other_content(conn, (copying, node))? {
        return Err(Error::ChangedSince);
    }
    Ok(())
}

fn made(conn: &mut Conn<'_>, copying: CopyingId, node: NodeId) -> db::Result<Option<Made>> {
    let sql = "SELECT into_id, made_name FROM content_copy
               WHERE made_id = $2 AND copying_id = $1 AND source_id = root_id";
    conn.find(sql, params![copying, node], |row| Ok(Made { into: row.get(0)?, name: row.get(1)? }))
}

/// What the act has made, or one that has tried again what it could not copy, is its own as it was when that act ended, or
/// was taken back. What is in the bin is no part of the folder any more.
fn has_other_content(conn: &mut Conn<'_>, (copying, folder): (CopyingId, NodeId)) -> db::Result<bool> {
    let sql = "SELECT COALESCE(first_id, copying_id) FROM content_copying WHERE copying_id = $1";
    let first: CopyingId = conn.get(sql, params![copying], |row| row.get(0))?;
    let acts = db::seek(conn.engine(), "content_copying", "k", "k.copying_id = c.copying_id");
    let below = db::seek(conn.engine(), "nodes_node", "n", "n.parent_id = down.node_id");
    let sql = format!(
        "WITH RECURSIVE down (node_id, changed_at) AS (
           SELECT node_id, CAST(0 AS BIGINT) FROM nodes_node WHERE node_id = $2
           UNION ALL
           SELECT n.node_id, CASE WHEN n.moved_at > n.modified_at THEN n.moved_at ELSE n.modified_at END
           FROM down {below}
           WHERE n.state <> {BINNED}
         )
         SELECT 1 FROM down
         WHERE NOT EXISTS (
           SELECT 1 FROM content_copy c {acts}
           WHERE c.made_id = down.node_id AND (k.copying_id = $1 OR k.first_id = $1)
             AND down.changed_at <= COALESCE(k.ended_at, k.undone_at, down.changed_at)
         )
         LIMIT 1"
    );
    conn.exists(&sql, params![first, folder])
}
