//! What lies below an entry that moves into another repository, and where it belongs there.

use blobs::TreePath;
use db::{Conn, params};
use nodes::{Ancestor, BINNED, NodeState, READY, STAGING, in_list};
use primitives::{NodeId, RepositoryId, Seconds};

use super::files::FOLDER;
use super::rows::{self, Crossing, CrossingId};
use crate::unfinished::unfinished_files;
use crate::{Result, disk};

/// The entry and all below it: its bin, earlier versions, and what is on its way.
const DOWN: &str = "WITH RECURSIVE down (node_id) AS (
       SELECT node_id FROM nodes_node WHERE node_id = $1
       UNION ALL
       SELECT n.node_id FROM down CROSS JOIN nodes_node n WHERE n.parent_id = down.node_id
     )";

/// Uploads below an entry are waited for so long. Those that have not ended then begin anew.
const LONGEST_WAIT: Seconds = 600;
/// While bytes of some of them still come, all are waited for so long.
const LONGEST_WAIT_FOR_BYTES: Seconds = 3600;

/// Files whose bytes must be somewhere.
fn has_bytes() -> String {
    format!("n.kind = 2 AND n.state IN ({READY}, {BINNED}) AND n.content_hash IS NOT NULL")
}

/// The bytes of all files at and below these entries, those of the bin and earlier versions, too.
pub fn bytes_below(conn: &mut Conn<'_>, entries: &[NodeId]) -> db::Result<i64> {
    let mut sum = 0_i64;
    for some in entries.chunks(256) {
        let (list, values) = in_list(1, some);
        let sql = format!(
            "WITH RECURSIVE down (node_id) AS (
               SELECT node_id FROM nodes_node WHERE node_id IN ({list})
               UNION
               SELECT n.node_id FROM down CROSS JOIN nodes_node n WHERE n.parent_id = down.node_id
             )
             SELECT CAST(COALESCE(SUM(n.size_bytes), 0) AS BIGINT)
             FROM down CROSS JOIN nodes_node n WHERE n.node_id = down.node_id AND {}",
            has_bytes()
        );
        sum = sum.saturating_add(conn.get(&sql, &values, |row| row.get(0))?);
    }
    Ok(sum)
}

/// Files whose bytes, as they are now, are not in the target.
pub(super) fn to_copy(conn: &mut Conn<'_>, of: &Crossing, most: i64) -> db::Result<Vec<NodeId>> {
    let sql = format!(
        "{DOWN} SELECT n.node_id
         FROM down CROSS JOIN nodes_node n
         WHERE n.node_id = down.node_id AND {} AND NOT EXISTS (
           SELECT 1 FROM storage_crossing_file f
           WHERE f.crossing_id = $2 AND f.node_id = n.node_id AND f.content_hash = n.content_hash
         )
         ORDER BY n.node_id
         LIMIT $3",
        has_bytes()
    );
    conn.rows(&sql, params![of.node, of.id, most], |row| row.get(0))
}

/// Whether something is there that was not copied as it is, or something was copied that is not there any more. One walk
/// says both: each file has its row, and there are no other rows.
pub(super) fn differs(conn: &mut Conn<'_>, of: &Crossing) -> db::Result<bool> {
    let sql = format!(
        "{DOWN} SELECT COUNT(CASE WHEN f.node_id IS NULL AND {} THEN 1 END), COUNT(f.node_id)
         FROM down CROSS JOIN nodes_node n
         LEFT JOIN storage_crossing_file f ON f.crossing_id = $2 AND f.node_id = n.node_id
           AND n.repository_id = $3 AND n.state <> {STAGING}
           AND f.content_hash = CASE n.kind WHEN 2 THEN n.content_hash ELSE '{FOLDER}' END
         WHERE n.node_id = down.node_id",
        has_bytes()
    );
    let (missing, right): (i64, i64) =
        conn.get(&sql, params![of.node, of.id, of.source], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let sql = "SELECT COUNT(*) FROM storage_crossing_file WHERE crossing_id = $1";
    let rows: i64 = conn.get(sql, params![of.id], |row| row.get(0))?;
    Ok(missing > 0 || rows != right)
}

/// Uploads that have not ended, and folders that are being made.
pub(super) fn unfinished(conn: &mut Conn<'_>, node: NodeId) -> db::Result<Vec<NodeId>> {
    let sql = format!(
        "{DOWN} SELECT n.node_id FROM down CROSS JOIN nodes_node n
         WHERE n.node_id = down.node_id AND n.state = {STAGING}"
    );
    conn.rows(&sql, params![node], |row| row.get(0))
}

/// Whether there are uploads below the entry that have not ended, and may still.
pub(super) fn waits_for_uploads(conn: &mut Conn<'_>, id: CrossingId, now: Seconds) -> Result<bool> {
    let Some(of) = rows::find(conn, id)? else { return Ok(false) };
    let waited = of.ready_at.map_or(0, |ready| now - ready);
    if waited >= LONGEST_WAIT_FOR_BYTES {
        return Ok(false);
    }
    let files = unfinished(conn, of.node)?;
    if files.is_empty() || waited < LONGEST_WAIT {
        return Ok(!files.is_empty());
    }
    for one in unfinished_files(conn) {
        if (one.still_come)(conn, &files, now)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Folders, the entry itself and those of the bin, too.
pub(super) fn folders(conn: &mut Conn<'_>, node: NodeId) -> db::Result<Vec<NodeId>> {
    let sql = format!(
        "{DOWN} SELECT n.node_id FROM down CROSS JOIN nodes_node n
         WHERE n.node_id = down.node_id AND n.kind = 1 AND n.state IN ({READY}, {BINNED})"
    );
    conn.rows(&sql, params![node], |row| row.get(0))
}

/// Where something below the entry belongs in the target until the entry is there; None if it is not below it any more.
pub(super) fn place(
    conn: &mut Conn<'_>,
    (id, root): (CrossingId, NodeId),
    node: NodeId,
) -> db::Result<Option<TreePath>> {
    let chain = nodes::ancestors(conn, node)?;
    Ok(place_of(&chain, (id, root)).map(|place| place.of_node(node)))
}

fn place_of(chain: &[Ancestor], (id, root): (CrossingId, NodeId)) -> Option<TreePath> {
    let top = chain.iter().position(|step| step.id == root)?;
    if chain.first()?.state == NodeState::Staging {
        return None;
    }
    let names = |to: usize| chain[..to].iter().rev().map(|step| step.disk_name.as_str()).collect::<Vec<_>>();
    match chain[..=top].iter().position(|step| step.state == NodeState::Binned) {
        Some(binned) => TreePath::in_bin(chain[binned].id, &names(binned)),
        None => TreePath::moving(id.0, &names(top)),
    }
}

/// How often the bytes of a repository have moved to another file server.
pub(super) fn moves_of(conn: &mut Conn<'_>, repository: RepositoryId) -> db::Result<i64> {
    let sql = "SELECT n.moves FROM content_repository r JOIN nodes_node n ON n.node_id = r.node_id
               WHERE r.repository_id = $1";
    conn.get(sql, params![repository], |row| row.get(0))
}

/// Where the bytes of something below the entry are in the source.
pub(super) fn place_now(conn: &mut Conn<'_>, node: NodeId) -> db::Result<Option<TreePath>> {
    disk::place_anywhere(conn, node)
}
