//! The rows of acts that copy, and of the entries that they copy.

use db::{Conn, Row, Tx, Value, params};
use jobs::JobId;
use nodes::{STAGING, in_list};
use primitives::{NodeId, Seconds, TenantId, UserId};

db::id!(CopyingId, CopyId);

/// An act that is about to begin.
pub(super) struct NewCopying<'c> {
    pub bg_action_id: &'c str,
    pub user: UserId,
    pub tenant: TenantId,
    pub target: NodeId,
    pub keep_both: bool,
    pub replaces: bool,
    /// The first one of the acts that it goes on with.
    pub first: Option<CopyingId>,
}

pub(super) fn insert(tx: &mut Tx<'_>, new: &NewCopying<'_>, now: Seconds) -> db::Result<CopyingId> {
    let sql =
        "INSERT INTO content_copying (bg_action_id, users_id, tenant_id, target_id, begun_at, keep_both, replaces,
                 first_id)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
               RETURNING copying_id";
    let NewCopying { bg_action_id, user, tenant, target, keep_both, replaces, first } = *new;
    tx.get(sql, params![bg_action_id, user, tenant, target, now, keep_both, replaces, first], |row| row.get(0))
}

pub(super) fn set_job(tx: &mut Tx<'_>, copying: CopyingId, job: JobId) -> db::Result<()> {
    tx.run("UPDATE content_copying SET job_id = $2 WHERE copying_id = $1", params![copying, job]).map(drop)
}

/// How many acts of a person have not ended.
pub(super) fn unfinished(conn: &mut Conn<'_>, user: UserId) -> db::Result<i64> {
    let sql = "SELECT COUNT(*) FROM content_copying WHERE users_id = $1 AND ended_at IS NULL";
    conn.get(sql, params![user], |row| row.get(0))
}

pub(super) fn end(tx: &mut Tx<'_>, copying: CopyingId, now: Seconds) -> db::Result<()> {
    let sql = "UPDATE content_copying SET ended_at = $2 WHERE copying_id = $1 AND ended_at IS NULL";
    tx.run(sql, params![copying, now]).map(drop)
}

/// An act that its owner asks about.
pub(super) struct Known {
    pub copying: CopyingId,
    pub tenant: TenantId,
    pub begun_at: Seconds,
    /// Its job, if it has not ended.
    pub job: Option<JobId>,
}

/// One's own act with this background action.
pub(super) fn find(conn: &mut Conn<'_>, user: UserId, bg_action_id: &str) -> db::Result<Option<Known>> {
    let sql = "SELECT copying_id, tenant_id, begun_at, CASE WHEN ended_at IS NULL THEN job_id END FROM content_copying
               WHERE bg_action_id = $1 AND users_id = $2";
    conn.find(sql, params![bg_action_id, user], |row| {
        Ok(Known { copying: row.get(0)?, tenant: row.get(1)?, begun_at: row.get(2)?, job: row.get(3)? })
    })
}

pub(super) fn begun_at(conn: &mut Conn<'_>, copying: CopyingId) -> db::Result<Option<Seconds>> {
    conn.find("SELECT begun_at FROM content_copying WHERE copying_id = $1", params![copying], |row| row.get(0))
}

/// False if it was taken back before.
pub(super) fn mark_undone(tx: &mut Tx<'_>, copying: CopyingId, now: Seconds) -> db::Result<bool> {
    let sql = "UPDATE content_copying SET undone_at = $2 WHERE copying_id = $1 AND undone_at IS NULL";
    Ok(tx.run(sql, params![copying, now])? > 0)
}

/// Whether it has neither ended nor been taken back.
pub(super) fn goes_on(conn: &mut Conn<'_>, copying: CopyingId) -> db::Result<bool> {
    let sql = "SELECT 1 FROM content_copying WHERE copying_id = $1 AND ended_at IS NULL AND undone_at IS NULL";
    conn.exists(sql, params![copying])
}

pub(super) fn is_undone(conn: &mut Conn<'_>, copying: CopyingId) -> db::Result<bool> {
    conn.exists("SELECT 1 FROM content_copying WHERE copying_id = $1 AND undone_at IS NOT NULL", params![copying])
}

/// One entry that is to be copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Item {
    pub id: CopyId,
    /// The selected entry that it is, or lies in.
    pub root: NodeId,
    pub source: NodeId,
    /// The folder of its copy.
    pub into: NodeId,
    pub is_file: bool,
}

impl Item {
    pub fn is_root(&self) -> bool {
        self.source == self.root
    }

    fn from_row(row: &Row<'_>) -> db::Result<Self> {
        let (id, root, source) = (row.get(0)?, row.get(1)?, row.get(2)?);
        Ok(Self { id, root, source, into: row.get(3)?, is_file: row.get(4)? })
    }
}

/// A folder that exists already; what lies in it is noted next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MadeFolder {
    pub id: CopyId,
    pub root: NodeId,
    pub source: NodeId,
    pub made: NodeId,
    /// Its content is noted up to this node.
    pub until: NodeId,
    /// The act has found it there: what lies in it is as if it were selected.
    pub is_found: bool,
}

/// Adds the selected entries; each one once.
pub(super) fn add_roots(tx: &mut Tx<'_>, copying: CopyingId, into: NodeId, roots: &[NodeId]) -> db::Result<()> {
    for some in roots.chunks(256) {
        let (list, nodes) = in_list(3, some);
        let sql = format!(
            "INSERT INTO content_copy (copying_id, root_id, source_id, into_id, is_file)
             SELECT CAST($1 AS BIGINT), n.node_id, n.node_id, CAST($2 AS BIGINT), n.kind = 2
             FROM nodes_node n
             WHERE n.node_id IN ({list})
             ORDER BY n.node_id"
        );
        let values: Vec<_> = [Value::from(copying), Value::from(into)].into_iter().chain(nodes).collect();
        tx.run(&sql, &values)?;
    }
    Ok(())
}

/// Adds some of what lies in a folder, in the order of their ids.
pub(super) fn add_inside(tx: &mut Tx<'_>, copying: CopyingId, folder: &MadeFolder, some: &[NodeId]) -> db::Result<()> {
    for some in some.chunks(256) {
        let (list, nodes) = in_list(4, some);
        let sql = format!(
            "INSERT INTO content_copy (copying_id, root_id, source_id, into_id, is_file)
             SELECT CAST($1 AS BIGINT), COALESCE(CAST($2 AS BIGINT), n.node_id), n.node_id, CAST($3 AS BIGINT),
               n.kind = 2
             FROM nodes_node n
             WHERE n.node_id IN ({list})
             ORDER BY n.node_id"
        );
        let root = (!folder.is_found).then_some(folder.root);
        let of = [Value::from(copying), Value::from(root), Value::from(folder.made)];
        tx.run(&sql, &of.into_iter().chain(nodes).collect::<Vec<_>>())?;
    }
    let Some(last) = some.last() else { return Ok(()) };
    let sql = "UPDATE content_copy SET noted_until = $2 WHERE copy_id = $1";
    tx.run(sql, params![folder.id, *last]).map(drop)
}

/// The next entries that wait: one selected entry after the other, of each the folders first.
pub(super) fn next(conn: &mut Conn<'_>, copying: CopyingId, limit: i64) -> db::Result<Vec<Item>> {
    let sql = "SELECT copy_id, root_id, source_id, into_id, is_file FROM content_copy
               WHERE copying_id = $1 AND state = 0
               ORDER BY root_id, is_file, copy_id
               LIMIT $2";
    conn.rows(sql, params![copying, limit], Item::from_row)
}

pub(super) fn next_folder(conn: &mut Conn<'_>, copying: CopyingId) -> db::Result<Option<MadeFolder>> {
    let sql = "SELECT copy_id, root_id, source_id, COALESCE(found_id, made_id), noted_until, found_id IS NOT NULL
               FROM content_copy
               WHERE copying_id = $1 AND state = 3 AND COALESCE(found_id, made_id) IS NOT NULL
               ORDER BY root_id, is_file, copy_id
               LIMIT 1";
    conn.find(sql, params![copying], |row| {
        let (id, root, source) = (row.get(0)?, row.get(1)?, row.get(2)?);
        Ok(MadeFolder { id, root, source, made: row.get(3)?, until: row.get(4)?, is_found: row.get(5)? })
    })
}

/// Its copy is begun, where nobody sees it.
pub(super) fn note_begun(tx: &mut Tx<'_>, item: CopyId, made: NodeId) -> db::Result<()> {
    tx.run("UPDATE content_copy SET made_id = $2 WHERE copy_id = $1", params![item, made]).map(drop)
}

/// Its copy exists, under this name; the content of a folder is noted next. False if it does not wait any more.
pub(super) fn note_made(tx: &mut Tx<'_>, item: &Item, (made, name): (NodeId, &str)) -> db::Result<bool> {
    let state = if item.is_file { 1 } else { 3 };
    let name = item.is_root().then_some(name);
    let sql = "UPDATE content_copy SET state = $2, made_id = $3, made_name = $4 WHERE copy_id = $1 AND state = 0";
    Ok(tx.run(sql, params![item.id, state, made, name])? > 0)
}

/// All that lies in the folder is noted.
pub(super) fn note_inside(tx: &mut Tx<'_>, folder: CopyId) -> db::Result<()> {
    tx.run("UPDATE content_copy SET state = 1 WHERE copy_id = $1 AND state = 3", params![folder]).map(drop)
}

/// What lay in a folder is not there any more for the asker: it is not part of the copy.
pub(super) fn forget(tx: &mut Tx<'_>, item: CopyId) -> db::Result<()> {
    tx.run("DELETE FROM content_copy WHERE copy_id = $1 AND state = 0", params![item]).map(drop)
}

/// How many entries still have something to do, are done, and are not copied.
pub(super) fn counts(conn: &mut Conn<'_>, copying: CopyingId) -> db::Result<[i64; 3]> {
    let sql = "SELECT state, COUNT(*) FROM content_copy WHERE copying_id = $1 GROUP BY state";
    let mut found = [0; 3];
    for (state, count) in conn.rows(sql, params![copying], |row| Ok((row.get::<i64>(0)?, row.get::<i64>(1)?)))? {
        match state {
            1 => found[1] += count,
            2 => found[2] += count,
            _ => found[0] += count,
        }
    }
    Ok(found)
}

/// Whether a process that has ended, or failed, has left a begun copy in staging. It is taken away by those who look after
/// uploads and intents.
pub(super) fn has_left_overs(conn: &mut Conn<'_>, copying: CopyingId) -> db::Result<bool> {
    let begun = db::seek(conn.engine(), "nodes_node", "n", "n.node_id = c.made_id");
    let sql = format!(
        "SELECT 1 FROM content_copy c {begun}
         WHERE c.copying_id = $1 AND c.state = 0 AND c.made_id IS NOT NULL AND n.state = {STAGING}"
    );
    conn.exists(&sql, params![copying])
}

pub(super) fn has_waiting(conn: &mut Conn<'_>, copying: CopyingId) -> db::Result<bool> {
    conn.exists("SELECT 1 FROM content_copy WHERE copying_id = $1 AND state IN (0, 3) LIMIT 1", params![copying])
}

/// Whether the copies of selected entries are whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Roots {
    Whole,
    /// Something in them still waits.
    Unfinished,
}

/// The copies of selected entries.
pub(super) fn made_roots(conn: &mut Conn<'_>, copying: CopyingId, which: Roots) -> db::Result<Vec<NodeId>> {
    let negated = if which == Roots::Whole { "NOT" } else { "" };
    let sql = format!(
        "SELECT c.made_id FROM content_copy c
         WHERE c.copying_id = $1 AND c.source_id = c.root_id AND c.state IN (1, 3) AND c.made_id IS NOT NULL
           AND {negated} EXISTS (
             SELECT 1 FROM content_copy w
             WHERE w.copying_id = $1 AND w.state IN (0, 3) AND w.root_id = c.root_id
           )
         ORDER BY c.copy_id"
    );
    conn.rows(&sql, params![copying], |row| row.get(0))
}

/// The folders that this act has made from selected ones: a copy does not copy itself.
pub(super) fn made_folders(conn: &mut Conn<'_>, copying: CopyingId) -> db::Result<Vec<NodeId>> {
    let sql = "SELECT made_id FROM content_copy
               WHERE copying_id = $1 AND state IN (1, 3) AND source_id = root_id AND NOT is_file AND made_id IS NOT NULL";
    conn.rows(sql, params![copying], |row| row.get(0))
}

/// The copies of selected entries that are unfinished are in the bin by now.
pub(super) fn note_taken_away(tx: &mut Tx<'_>, copying: CopyingId) -> db::Result<()> {
    let sql = "UPDATE content_copy SET state = 2
               WHERE copying_id = $1 AND source_id = root_id AND state IN (1, 3) AND EXISTS (
                 SELECT 1 FROM content_copy w
                 WHERE w.copying_id = $1 AND w.state IN (0, 3) AND w.root_id = content_copy.root_id
               )";
    tx.run(sql, params![copying]).map(drop)
}
