//! The rows of files that move: those that are still to be copied, those that are at the other file server, and those that
//! could not be copied.

use blobs::TreePath;
use db::{Conn, Row, Tx, params};
use nodes::{BINNED, READY, in_list};
use primitives::{NodeId, RepositoryId};

use super::paths;
use super::rows::{Move, MoveId, Size};

/// Files whose bytes must be somewhere: also those of the bin, and earlier versions.
fn has_bytes() -> String {
    format!("n.kind = 2 AND n.state IN ({READY}, {BINNED}) AND n.content_hash IS NOT NULL")
}

pub(super) fn size_of(conn: &mut Conn<'_>, repository: RepositoryId) -> db::Result<Size> {
    let sql = format!(
        "SELECT COUNT(*), CAST(COALESCE(SUM(n.size_bytes), 0) AS BIGINT) FROM nodes_node n
         WHERE n.repository_id = $1 AND {}",
        has_bytes()
    );
    conn.get(&sql, params![repository], |row| Ok(Size { files: row.get(0)?, bytes: row.get(1)? }))
}

/// Whether uploads into the repository have not ended.
pub(super) fn has_unfinished(conn: &mut Conn<'_>, repository: RepositoryId) -> db::Result<bool> {
    conn.exists("SELECT 1 FROM nodes_node WHERE state = 0 AND repository_id = $1 LIMIT 1", params![repository])
}

/// Files that this round has not looked at, and that are not at the other file server as they are now. A file that could
/// not be copied so often is left out.
pub(super) fn to_copy(conn: &mut Conn<'_>, of: &Move, tries: i64, most: i64) -> db::Result<Vec<NodeId>> {
    let sql = format!(
        "SELECT n.node_id FROM nodes_node n
         WHERE n.node_id > $3 AND n.repository_id = $1 AND {}
           AND NOT EXISTS (SELECT 1 FROM storage_moved_file f
                           WHERE f.move_id = $2 AND f.node_id = n.node_id AND f.content_hash = n.content_hash)
           AND NOT EXISTS (SELECT 1 FROM storage_move_failure x
                           WHERE x.move_id = $2 AND x.node_id = n.node_id AND x.content_hash = n.content_hash
                             AND x.tries >= $4)
         ORDER BY n.node_id
         LIMIT $5",
        has_bytes()
    );
    conn.rows(&sql, params![of.repository, of.id, of.seen, tries, most], |row| row.get(0))
}

/// A file that is at the other file server.
#[derive(Clone, Debug)]
pub(crate) struct Moved {
    pub node: NodeId,
    pub hash: String,
    pub size: i64,
    /// Its path in a tree.
    pub place: Option<String>,
    pub is_sure: bool,
}

impl Moved {
    pub fn path(&self) -> Option<TreePath> {
        self.place.as_deref().and_then(|place| paths::read(place, self.node))
    }
}

fn moved(row: &Row<'_>) -> db::Result<Moved> {
    Ok(Moved { node: row.get(0)?, hash: row.get(1)?, size: row.get(2)?, place: row.get(3)?, is_sure: row.get(4)? })
}

pub(super) fn moved_after(conn: &mut Conn<'_>, id: MoveId, after: NodeId, most: i64) -> db::Result<Vec<Moved>> {
    let sql = "SELECT node_id, content_hash, size_bytes, place, is_sure FROM storage_moved_file
               WHERE move_id = $1 AND node_id > $2
               ORDER BY node_id
               LIMIT $3";
    conn.rows(sql, params![id, after, most], moved)
}

/// Those that a crash may have left anywhere.
pub(super) fn unsure(conn: &mut Conn<'_>, id: MoveId) -> db::Result<Vec<Moved>> {
    let sql = "SELECT node_id, content_hash, size_bytes, place, is_sure FROM storage_moved_file
               WHERE move_id = $1 AND NOT is_sure
               ORDER BY node_id";
    conn.rows(sql, params![id], moved)
}

/// Those that have no path in the tree.
pub(super) fn waiting_after(conn: &mut Conn<'_>, id: MoveId, after: NodeId, most: i64) -> db::Result<Vec<Moved>> {
    let sql = "SELECT node_id, content_hash, size_bytes, place, is_sure FROM storage_moved_file
               WHERE move_id = $1 AND node_id > $2 AND place IS NULL
               ORDER BY node_id
               LIMIT $3";
    conn.rows(sql, params![id, after, most], moved)
}

pub(super) fn moved_file(conn: &mut Conn<'_>, id: MoveId, node: NodeId) -> db::Result<Option<Moved>> {
    let sql = "SELECT node_id, content_hash, size_bytes, place, is_sure FROM storage_moved_file
               WHERE move_id = $1 AND node_id = $2";
    conn.find(sql, params![id, node], moved)
}

pub(super) fn keep(tx: &mut Tx<'_>, id: MoveId, file: &Moved) -> db::Result<()> {
    let sql = "INSERT INTO storage_moved_file (move_id, node_id, content_hash, size_bytes, place, is_sure)
               VALUES ($1, $2, $3, $4, $5, $6)
               ON CONFLICT (move_id, node_id) DO UPDATE SET content_hash = excluded.content_hash,
                 size_bytes = excluded.size_bytes, place = excluded.place, is_sure = excluded.is_sure";
    tx.run(sql, params![id, file.node, &file.hash, file.size, file.place.as_deref(), file.is_sure]).map(drop)
}

pub(super) fn forget(tx: &mut Tx<'_>, id: MoveId, nodes: &[NodeId]) -> db::Result<()> {
    for some in nodes.chunks(256) {
        let (list, values) = in_list(2, some);
        let sql = format!("DELETE FROM storage_moved_file WHERE move_id = $1 AND node_id IN ({list})");
        let values: Vec<_> = std::iter::once(id.into()).chain(values).collect();
        tx.run(&sql, &values)?;
    }
    Ok(())
}

/// Why a file could not be copied.
pub(super) struct Failure {
    pub node: NodeId,
    pub hash: String,
    pub reason: &'static str,
}

pub(super) fn note_failure(tx: &mut Tx<'_>, id: MoveId, failure: &Failure) -> db::Result<()> {
    let sql = "INSERT INTO storage_move_failure (move_id, node_id, content_hash, reason, tries) VALUES ($1, $2, $3, $4, 1)
               ON CONFLICT (move_id, node_id) DO UPDATE SET reason = excluded.reason, content_hash = excluded.content_hash,
                 tries = CASE WHEN storage_move_failure.content_hash = excluded.content_hash
                           THEN storage_move_failure.tries ELSE 0 END + 1";
    tx.run(sql, params![id, failure.node, &failure.hash, failure.reason]).map(drop)
}

pub(super) fn forget_failure(tx: &mut Tx<'_>, id: MoveId, node: NodeId) -> db::Result<()> {
    tx.run("DELETE FROM storage_move_failure WHERE move_id = $1 AND node_id = $2", params![id, node]).map(drop)
}

/// Failures of files of the repository that still have the content that could not be copied.
const STILL_FAILED: &str = "storage_move_failure x
     JOIN storage_move m ON m.move_id = x.move_id
     JOIN nodes_node n ON n.node_id = x.node_id AND n.repository_id = m.repository_id
       AND n.content_hash = x.content_hash AND n.state IN (1, 2)
     WHERE x.move_id = $1";

/// How many files could not be copied so far, and how many of them are not tried again.
pub(super) fn failures(conn: &mut Conn<'_>, id: MoveId, tries: i64) -> db::Result<(i64, i64)> {
    let sql = format!("SELECT COUNT(*), COUNT(CASE WHEN x.tries >= $2 THEN 1 END) FROM {STILL_FAILED}");
    conn.get(&sql, params![id, tries], |row| Ok((row.get(0)?, row.get(1)?)))
}

/// The first of them, with the reasons.
pub(super) fn failed_files(conn: &mut Conn<'_>, id: MoveId, most: i64) -> db::Result<Vec<(NodeId, String)>> {
    let sql = format!("SELECT x.node_id, x.reason FROM {STILL_FAILED} ORDER BY x.node_id LIMIT $2");
    conn.rows(&sql, params![id, most], |row| Ok((row.get(0)?, row.get(1)?)))
}

/// All of them are tried again.
pub(super) fn forget_failures(tx: &mut Tx<'_>, id: MoveId) -> db::Result<()> {
    tx.run("DELETE FROM storage_move_failure WHERE move_id = $1", params![id]).map(drop)
}

/// What lies at the old place of a repository that is at the new one now, and belongs to entries that have left it, or
/// were about to enter it, is deleted there with the rest. Folders of the bin go once they are empty.
pub(super) fn add_crossing(tx: &mut Tx<'_>, of: &Move) -> db::Result<()> {
    let sql = "INSERT INTO storage_moved_file (move_id, node_id, content_hash, size_bytes, place, is_sure)
               SELECT CAST($1 AS BIGINT), f.node_id, f.content_hash, f.size_bytes, f.place, f.is_sure
               FROM storage_crossing x
               JOIN storage_crossing_file f ON f.crossing_id = x.crossing_id
               WHERE x.at_id = $2 AND f.content_hash <> '/'
               ON CONFLICT (move_id, node_id) DO NOTHING";
    tx.run(sql, params![of.id, of.repository])?;
    let sql = "DELETE FROM storage_crossing_file
               WHERE crossing_id IN (SELECT crossing_id FROM storage_crossing WHERE at_id = $1)";
    tx.run(sql, params![of.repository])?;
    // One that copies finds out that the repository has moved.
    tx.run("DELETE FROM storage_crossing WHERE at_id = $1 AND state <> 'copying'", params![of.repository]).map(drop)
}

/// Folders of a repository, those of the bin, too.
pub(super) fn folders_after(
    conn: &mut Conn<'_>,
    repository: RepositoryId,
    after: NodeId,
    most: i64,
) -> db::Result<Vec<NodeId>> {
    let sql = format!(
        "SELECT n.node_id FROM nodes_node n
         WHERE n.node_id > $2 AND n.repository_id = $1 AND n.kind = 1 AND n.state IN ({READY}, {BINNED})
         ORDER BY n.node_id
         LIMIT $3"
    );
    conn.rows(&sql, params![repository, after, most], |row| row.get(0))
}
