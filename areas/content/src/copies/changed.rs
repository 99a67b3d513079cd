//! Whether a copy is still as the act left it that made it: only then is it taken back.

use db::{Conn, params};
use nodes::{BINNED, NodeState};
use primitives::{NodeId, NodeKind, Seconds};

use super::store::CopyingId;
use crate::{Error, Result};

/// The copy of a selected entry, as its act left it.
struct Made {
    into: NodeId,
    /// None: it is not known.
    name: Option<String>,
    /// When the act ended, or was taken back.
    until: Seconds,
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
    if found.kind == NodeKind::Folder && has_other_content(conn, (copying, node), made.until)? {
        return Err(Error::ChangedSince);
    }
    Ok(())
}

fn made(conn: &mut Conn<'_>, copying: CopyingId, node: NodeId) -> db::Result<Option<Made>> {
    let sql = "SELECT c.into_id, c.made_name, COALESCE(k.ended_at, k.undone_at, k.begun_at)
               FROM content_copy c
               JOIN content_copying k ON k.copying_id = c.copying_id
               WHERE c.made_id = $2 AND c.copying_id = $1 AND c.source_id = c.root_id";
    conn.find(sql, params![copying, node], |row| Ok(Made { into: row.get(0)?, name: row.get(1)?, until: row.get(2)? }))
}

/// What is in the bin is no part of the folder any more.
fn has_other_content(conn: &mut Conn<'_>, (copying, folder): (CopyingId, NodeId), until: Seconds) -> db::Result<bool> {
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
         WHERE down.changed_at > $3 OR NOT EXISTS (
           SELECT 1 FROM content_copy c WHERE c.made_id = down.node_id AND c.copying_id = $1
         )
         LIMIT 1"
    );
    conn.exists(&sql, params![copying, folder, until])
}
