//! The rows of what an act of copying could not copy.

use activity::Change;
use db::{Conn, Tx, params};
use primitives::{NodeId, Seconds, UserId};

use super::asked::{Copying, OPEN};
use super::store::{CopyId, CopyingId, MadeFolder};
use crate::purges::NOT_MARKED;

/// Of the rows `c` of an act: what it could not copy. What lies in a selected entry that it could not copy is left out.
pub(super) const FAILED: &str = "c.copying_id = $1 AND c.state = 2
    AND (c.source_id = c.root_id AND c.found_id IS NULL OR c.root_id NOT IN (
      SELECT r.root_id FROM content_copy r
      WHERE r.copying_id = $1 AND r.state = 2 AND r.source_id = r.root_id AND r.found_id IS NULL
    ))";

/// It is not copied. `name`: what it is called, unless the asker may not know. `reason`: the code of a problem.
pub(super) fn note(tx: &mut Tx<'_>, item: CopyId, (name, reason): (&str, &str)) -> db::Result<()> {
    let sql = "UPDATE content_copy SET state = 2, name = $2, reason = $3, made_id = NULL
               WHERE copy_id = $1 AND state = 0";
    tx.run(sql, params![item, name, reason]).map(drop)
}

/// What lies in a folder could not be read: that counts as one entry that is not copied.
pub(super) fn note_unread(tx: &mut Tx<'_>, copying: CopyingId, folder: &MadeFolder, reason: &str) -> db::Result<()> {
    let sql = "INSERT INTO content_copy (copying_id, root_id, source_id, into_id, is_file, state, reason, found_id,
                 noted_until)
               VALUES ($1, $2, $3, $4, TRUE, 2, $5, $4, $6)";
    let values = params![copying, folder.root, folder.source, folder.made, reason, folder.until];
    tx.run(sql, values).map(drop)
}

/// It has been tried often enough.
pub(super) fn note_stuck(tx: &mut Tx<'_>, item: CopyId) -> db::Result<()> {
    let sql = "UPDATE content_copy SET state = 2, made_id = NULL, reason = 'moving' WHERE copy_id = $1 AND state = 0";
    tx.run(sql, params![item]).map(drop)
}

/// The act has failed: the selected entries that it had not begun are not copied.
pub(super) fn note_not_begun(tx: &mut Tx<'_>, copying: CopyingId) -> db::Result<()> {
    let sql = "UPDATE content_copy SET state = 2, made_id = NULL
               WHERE copying_id = $1 AND state = 0 AND source_id = root_id";
    tx.run(sql, params![copying]).map(drop)
}

/// Until when the owner of an act may try again what failed; none if nothing of it is left that might be copied.
pub(super) fn retry_until(conn: &mut Conn<'_>, copying: CopyingId) -> db::Result<Option<Seconds>> {
    let sql = format!(
        "SELECT k.begun_at FROM content_copying k
         WHERE k.copying_id = $1 AND k.undone_at IS NULL AND k.retried_at IS NULL AND EXISTS (
           SELECT 1 FROM content_copy c
           JOIN nodes_node n ON n.node_id = c.source_id
           WHERE {FAILED} AND {NOT_MARKED}
         )"
    );
    let begun_at: Option<Seconds> = conn.find(&sql, params![copying], |row| row.get(0))?;
    Ok(begun_at.map(|begun_at| begun_at + OPEN))
}

/// Of an act that could not come to its end: its owner may try again what failed.
pub(super) fn offer_again(tx: &mut Tx<'_>, asked: &Copying) -> db::Result<()> {
    let Some(until) = retry_until(tx, asked.copying)? else { return Ok(()) };
    let change = Change { retry_until: Some(until), failed: Some(count(tx, asked.copying)?), ..Change::default() };
    activity::update(tx, &asked.bg_action_id, &change).map(drop)
}

fn count(conn: &mut Conn<'_>, copying: CopyingId) -> db::Result<i64> {
    conn.get(&format!("SELECT COUNT(*) FROM content_copy c WHERE {FAILED}"), params![copying], |row| row.get(0))
}

/// An entry, and why it is not copied: the code of a problem.
pub(crate) type Reason = (NodeId, Option<String>);

/// The first entries that one's own act could not copy, and how many there are; none if there is no such act.
pub(crate) fn failures(
    conn: &mut Conn<'_>,
    (user, bg_action_id): (UserId, &str),
    most: i64,
) -> db::Result<Option<(Vec<Reason>, i64)>> {
    let sql = "SELECT copying_id FROM content_copying WHERE bg_action_id = $1 AND users_id = $2";
    let found: Option<CopyingId> = conn.find(sql, params![bg_action_id, user], |row| row.get(0))?;
    let Some(copying) = found else { return Ok(None) };
    let sql = format!(
        "SELECT c.source_id, c.reason FROM content_copy c
         WHERE {FAILED}
         ORDER BY c.root_id, c.is_file, c.copy_id
         LIMIT $2"
    );
    let first = conn.rows(&sql, params![copying, most], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(Some((first, count(conn, copying)?)))
}

/// Whether something was not copied because it, or the target, is gone or not open to the asker any more.
pub(super) fn has_lost_access(conn: &mut Conn<'_>, copying: CopyingId) -> db::Result<bool> {
    let sql = "SELECT 1 FROM content_copy
               WHERE copying_id = $1 AND state = 2 AND (reason = 'not_found' OR reason LIKE 'needs_role.%')
               LIMIT 1";
    conn.exists(sql, params![copying])
}

/// What the first entries that were not copied are called, as far as the asker may know.
pub(super) fn names(conn: &mut Conn<'_>, copying: CopyingId, limit: i64) -> db::Result<Vec<String>> {
    let sql = "SELECT name FROM content_copy
               WHERE copying_id = $1 AND state = 2 AND name <> ''
               ORDER BY root_id, is_file, copy_id
               LIMIT $2";
    conn.rows(sql, params![copying, limit], |row| row.get(0))
}
