//! The files that acts of copying have replaced.

use std::collections::HashMap;

use db::{Conn, Tx, Value, params};
use nodes::in_list;
use primitives::NodeId;

use super::store::{CopyId, CopyingId};
use crate::versions::Replaced;

/// Whether the act has made this file, or given it its content.
pub(super) fn is_of_act(conn: &mut Conn<'_>, copying: CopyingId, file: NodeId) -> db::Result<bool> {
    let sql = "SELECT 1 FROM content_copy WHERE made_id = $2 AND copying_id = $1
               UNION ALL
               SELECT 1 FROM content_copy WHERE onto_id = $2 AND copying_id = $1
               LIMIT 1";
    conn.exists(sql, params![copying, file])
}

/// Keeps the act from being taken back in the middle of a transaction. False if it does not go on any more.
pub(super) fn hold(tx: &mut Tx<'_>, copying: CopyingId) -> db::Result<bool> {
    let sql = "UPDATE content_copying SET ended_at = NULL
               WHERE copying_id = $1 AND ended_at IS NULL AND undone_at IS NULL";
    Ok(tx.run(sql, params![copying])? > 0)
}

/// It is done. False if it does not wait any more.
pub(super) fn note_done(tx: &mut Tx<'_>, item: CopyId) -> db::Result<bool> {
    let sql = "UPDATE content_copy SET state = 1, made_id = NULL WHERE copy_id = $1 AND state = 0";
    Ok(tx.run(sql, params![item])? > 0)
}

/// This file has got its content.
pub(super) fn note(tx: &mut Tx<'_>, item: CopyId, replaced: &Replaced) -> db::Result<()> {
    let sql = "UPDATE content_copy SET onto_id = $2, kept_id = $3, made_version = $4 WHERE copy_id = $1";
    tx.run(sql, params![item, replaced.file, replaced.kept, replaced.number]).map(drop)
}

pub(super) fn files(conn: &mut Conn<'_>, copying: CopyingId) -> db::Result<Vec<NodeId>> {
    let sql = "SELECT onto_id FROM content_copy WHERE copying_id = $1 AND onto_id IS NOT NULL ORDER BY onto_id";
    conn.rows(sql, params![copying], |row| row.get(0))
}

/// Those of `nodes` that the act has replaced.
pub(crate) fn replaced(
    conn: &mut Conn<'_>,
    copying: CopyingId,
    nodes: &[NodeId],
) -> db::Result<HashMap<NodeId, Replaced>> {
    let (list, values) = in_list(2, nodes);
    let sql = format!(
        "SELECT onto_id, kept_id, made_version FROM content_copy
         WHERE copying_id = $1 AND onto_id IS NOT NULL AND onto_id IN ({list})"
    );
    let values: Vec<_> = std::iter::once(Value::from(copying)).chain(values).collect();
    let found = conn.rows(&sql, &values, |row| {
        let file = row.get(0)?;
        Ok((file, Replaced { file, kept: row.get(1)?, number: row.get(2)? }))
    });
    Ok(found?.into_iter().collect())
}
