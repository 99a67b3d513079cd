//! The rows of files whose bytes lie in another repository than their own.

use std::collections::HashSet;

use db::{Conn, Row, Tx, Value, params};
use nodes::in_list;
use primitives::{NodeId, RepositoryId};

use super::rows::CrossingId;
use crate::intents::{CROSS, LEAVE};
use crate::moves::files::Moved;

/// The hash of a folder of the bin. It has a row so that it is deleted with what was in it.
pub(super) const FOLDER: &str = "/";

const COLUMNS: &str = "f.node_id, f.content_hash, f.size_bytes, f.place, f.is_sure";

fn read(row: &Row<'_>) -> db::Result<Moved> {
    Ok(Moved { node: row.get(0)?, hash: row.get(1)?, size: row.get(2)?, place: row.get(3)?, is_sure: row.get(4)? })
}

pub(super) fn after(conn: &mut Conn<'_>, id: CrossingId, last: NodeId, most: i64) -> db::Result<Vec<Moved>> {
    let sql = format!(
        "SELECT {COLUMNS} FROM storage_crossing_file f
         WHERE f.crossing_id = $1 AND f.node_id > $2 ORDER BY f.node_id LIMIT $3"
    );
    conn.rows(&sql, params![id, last, most], read)
}

pub(super) fn unsure(conn: &mut Conn<'_>, id: CrossingId) -> db::Result<Vec<Moved>> {
    let sql = format!(
        "SELECT {COLUMNS} FROM storage_crossing_file f
         WHERE f.crossing_id = $1 AND NOT f.is_sure ORDER BY f.node_id"
    );
    conn.rows(&sql, params![id], read)
}

pub(super) fn of_node(conn: &mut Conn<'_>, id: CrossingId, node: NodeId) -> db::Result<Option<Moved>> {
    let sql = format!("SELECT {COLUMNS} FROM storage_crossing_file f WHERE f.crossing_id = $1 AND f.node_id = $2");
    conn.find(&sql, params![id, node], read)
}

pub(super) fn keep(tx: &mut Tx<'_>, id: CrossingId, file: &Moved) -> db::Result<()> {
    let sql = "INSERT INTO storage_crossing_file (crossing_id, node_id, content_hash, size_bytes, place, is_sure)
               VALUES ($1, $2, $3, $4, $5, $6)
               ON CONFLICT (crossing_id, node_id) DO UPDATE SET content_hash = excluded.content_hash,
                 size_bytes = excluded.size_bytes, place = excluded.place, is_sure = excluded.is_sure";
    tx.run(sql, params![id, file.node, &file.hash, file.size, file.place.as_deref(), file.is_sure]).map(drop)
}

/// Files of which bytes may be there from now on, with a content that is not known.
pub(super) fn note_coming(tx: &mut Tx<'_>, id: CrossingId, nodes: &[NodeId]) -> db::Result<()> {
    let sql = "INSERT INTO storage_crossing_file (crossing_id, node_id, content_hash, size_bytes, place, is_sure)
               VALUES ($1, $2, '', 0, NULL, FALSE)
               ON CONFLICT (crossing_id, node_id) DO NOTHING";
    nodes.iter().try_for_each(|node| tx.run(sql, params![id, *node]).map(drop))
}

pub(super) fn forget(tx: &mut Tx<'_>, id: CrossingId, nodes: &[NodeId]) -> db::Result<()> {
    for some in nodes.chunks(256) {
        let (list, values) = in_list(2, some);
        let sql = format!("DELETE FROM storage_crossing_file WHERE crossing_id = $1 AND node_id IN ({list})");
        let values: Vec<_> = std::iter::once(Value::from(id)).chain(values).collect();
        tx.run(&sql, &values)?;
    }
    Ok(())
}

/// What other crossings have left of these files in this repository is this one's from now on. False if some of it is being
/// deleted, or copied by another one, or still has to leave its old path.
pub(super) fn take_over(tx: &mut Tx<'_>, (id, at): (CrossingId, RepositoryId), nodes: &[NodeId]) -> db::Result<bool> {
    let (list, values) = in_list(3, nodes);
    let theirs = format!(
        "FROM storage_crossing_file f
         JOIN storage_crossing x ON x.crossing_id = f.crossing_id
         WHERE f.node_id IN ({list}) AND f.crossing_id <> $1 AND x.at_id = $2"
    );
    let values: Vec<_> = [Value::from(id), Value::from(at)].into_iter().chain(values).collect();
    let still_leaves = format!(
        "EXISTS (SELECT 1 FROM content_intent i WHERE i.act IN ('{LEAVE}', '{CROSS}') AND i.taken_id = x.crossing_id)"
    );
    let others_are = format!("SELECT 1 {theirs} AND (f.is_going OR x.state = 'copying' OR {still_leaves}) LIMIT 1");
    if tx.exists(&others_are, &values)? {
        return Ok(false);
    }
    let found = tx.rows(&format!("SELECT f.crossing_id, f.node_id {theirs}"), &values, |row| {
        Ok((row.get::<CrossingId>(0)?, row.get::<NodeId>(1)?))
    })?;
    for (before, node) in found {
        forget(tx, id, &[node])?;
        let sql = "UPDATE storage_crossing_file SET crossing_id = $3
                   WHERE crossing_id = $1 AND node_id = $2 AND NOT is_going";
        if tx.run(sql, params![before, node, id])? == 0 {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The crossings that have bytes of these nodes which nobody deletes yet, and which lie where they are noted.
pub(super) fn crossings_with(conn: &mut Conn<'_>, nodes: &[NodeId]) -> db::Result<Vec<CrossingId>> {
    let mut found = Vec::new();
    for some in nodes.chunks(256) {
        let (list, values) = in_list(1, some);
        let sql = format!(
            "SELECT DISTINCT f.crossing_id
             FROM storage_crossing_file f
             JOIN storage_crossing x ON x.crossing_id = f.crossing_id
             WHERE f.node_id IN ({list}) AND NOT f.is_going AND x.state <> 'dropped' AND NOT EXISTS (
               SELECT 1 FROM content_intent i WHERE i.act = '{LEAVE}' AND i.taken_id = x.crossing_id
             )
             ORDER BY f.crossing_id"
        );
        found.extend(conn.rows(&sql, &values, |row| row.get::<CrossingId>(0))?);
    }
    found.sort_unstable();
    found.dedup();
    Ok(found)
}

/// Those of these nodes that are deleted for good.
pub(super) fn gone(conn: &mut Conn<'_>, nodes: &[NodeId]) -> db::Result<Vec<NodeId>> {
    let mut gone: Vec<NodeId> = nodes.to_vec();
    for some in nodes.chunks(256) {
        let (list, values) = in_list(1, some);
        let sql = format!("SELECT node_id FROM nodes_node WHERE node_id IN ({list})");
        let here: HashSet<NodeId> = conn.rows(&sql, &values, |row| row.get(0))?.into_iter().collect();
        gone.retain(|node| !here.contains(node));
    }
    Ok(gone)
}

/// Gives what one crossing has of these nodes to another one.
pub(super) fn hand_over(tx: &mut Tx<'_>, (from, to): (CrossingId, CrossingId), nodes: &[NodeId]) -> db::Result<()> {
    for some in nodes.chunks(256) {
        let (list, values) = in_list(3, some);
        let sql = format!(
            "UPDATE storage_crossing_file SET crossing_id = $2
             WHERE crossing_id = $1 AND node_id IN ({list}) AND NOT is_going"
        );
        let values: Vec<_> = [Value::from(from), Value::from(to)].into_iter().chain(values).collect();
        tx.run(&sql, &values)?;
    }
    Ok(())
}

/// Some files that are about to be deleted: nobody takes them over any more. Those are left out whose own bytes these are
/// by now.
pub(super) fn begin_deleting(
    tx: &mut Tx<'_>,
    (id, at): (CrossingId, RepositoryId),
    most: i64,
) -> db::Result<(Vec<Moved>, Vec<NodeId>)> {
    let sql = format!(
        "SELECT {COLUMNS}, EXISTS (SELECT 1 FROM nodes_node n WHERE n.node_id = f.node_id AND n.repository_id = $2)
         FROM storage_crossing_file f
         WHERE f.crossing_id = $1 ORDER BY f.node_id LIMIT $3"
    );
    let found = tx.rows(&sql, params![id, at, most], |row| Ok((read(row)?, row.get::<bool>(5)?)))?;
    let (own, going): (Vec<_>, Vec<_>) = found.into_iter().partition(|(_, is_own)| *is_own);
    let mut going: Vec<Moved> = going.into_iter().map(|(file, _)| file).collect();
    let nodes: Vec<NodeId> = going.iter().map(|file| file.node).collect();
    let mut still_here = HashSet::new();
    for some in nodes.chunks(256) {
        let (list, values) = in_list(2, some);
        let sql = format!(
            "UPDATE storage_crossing_file SET is_going = TRUE WHERE crossing_id = $1 AND node_id IN ({list})
             RETURNING node_id"
        );
        let values: Vec<_> = std::iter::once(Value::from(id)).chain(values).collect();
        still_here.extend(tx.rows(&sql, &values, |row| row.get::<NodeId>(0))?);
    }
    // Another crossing may have taken some over since they were found.
    going.retain(|file| still_here.contains(&file.node));
    Ok((going, own.into_iter().map(|(file, _)| file.node).collect()))
}

/// Whether others have taken over what lies in the folder of a crossing, and have not taken it out of there yet. Those have
/// not come to their end.
pub(super) fn is_in_use(conn: &mut Conn<'_>, (id, at): (CrossingId, RepositoryId), place: &str) -> db::Result<bool> {
    let sql = "SELECT 1
               FROM storage_crossing x
               JOIN storage_crossing_file f ON f.crossing_id = x.crossing_id
               WHERE x.crossing_id <> $1 AND x.at_id = $3 AND x.state <> 'left'
                 AND substr(f.place, 1, length(CAST($2 AS TEXT))) = CAST($2 AS TEXT)
                 AND substr(f.place, length(CAST($2 AS TEXT)) + 1, 1) IN ('', '/')
               LIMIT 1";
    conn.exists(sql, params![id, place, at])
}

/// Whether a repository has bytes of a node that are not its own: it is on its way there, or has left.
pub(crate) fn has_bytes_in(conn: &mut Conn<'_>, repository: RepositoryId, node: NodeId) -> db::Result<bool> {
    let sql = "SELECT 1 FROM storage_crossing_file f
               JOIN storage_crossing x ON x.crossing_id = f.crossing_id
               WHERE f.node_id = $2 AND x.at_id = $1
               LIMIT 1";
    conn.exists(sql, params![repository, node])
}
