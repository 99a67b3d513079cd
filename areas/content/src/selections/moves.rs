//! Where the entries of a batch go, and where they were and what they were called before.

use std::collections::HashMap;

use db::{Conn, Tx, Value, params};
use nodes::in_list;
use primitives::{EntryName, NodeId, Seconds};
use security::MarkId;

use super::batch::BatchId;
use crate::entries::relocate::{Moving, Target, UndoneMove};
use crate::entries::rename::Renaming;
use crate::versions::Replaced;

/// A replacement that is taken back.
#[derive(Clone, Copy, Debug)]
pub(super) struct TakenBack {
    pub replaced: Replaced,
    /// Of a move: since when it has its entry in the bin.
    pub binned_at: Option<Seconds>,
}

/// Where each of `nodes` goes. One is missing of which it is not known any more where it was.
pub(super) fn targets(conn: &mut Conn<'_>, batch: BatchId, nodes: &[NodeId]) -> db::Result<HashMap<NodeId, Target>> {
    let (list, values) = in_list(2, nodes);
    let sql = format!(
        "SELECT e.node_id, b.target_id, b.keep_both, u.target_id, m.from_id, m.from_name, m.given_name, m.kept, e.wanted_name
         FROM content_batch_entry e
         JOIN content_batch b ON b.batch_id = e.batch_id
         LEFT JOIN content_batch u ON u.batch_id = b.undoes
         LEFT JOIN content_batch_entry m ON m.batch_id = b.undoes AND m.node_id = e.node_id
         WHERE e.batch_id = $1 AND e.node_id IN ({list})"
    );
    let values: Vec<_> = std::iter::once(Value::from(batch)).chain(values).collect();
    let found = conn.rows(&sql, &values, |row| {
        if let Some(folder) = row.get(1)? {
            let name = row.get::<Option<String>>(8)?.and_then(|name| EntryName::kept(&name).ok());
            return Ok((
                row.get(0)?,
                Some(Target { folder, name, keep_both: row.get(2)?, undoes: None, widens: None }),
            ));
        }
        let place: (Option<NodeId>, Option<NodeId>) = (row.get(3)?, row.get(4)?);
        let name: Option<String> = row.get(5)?;
        let (Some(place), Some(folder), Some(given)) = (place.0, place.1, row.get::<Option<String>>(6)?) else {
            return Ok((row.get(0)?, None));
        };
        let kept = row.get::<Option<String>>(7)?.unwrap_or_default();
        let kept = kept.split_ascii_whitespace().filter_map(|id| id.parse().ok().map(MarkId)).collect();
        let undoes = Some(UndoneMove { place, name: given, kept });
        let name = name.and_then(|name| EntryName::kept(&name).ok());
        Ok((row.get(0)?, Some(Target { folder, name, keep_both: true, undoes, widens: None })))
    });
    Ok(found?.into_iter().filter_map(|(node, target)| Some((node, target?))).collect())
}

/// Notes where an entry was before it moved, so that it can be taken back.
pub(super) fn note(tx: &mut Tx<'_>, batch: BatchId, node: NodeId, moving: &Moving, kept: &[MarkId]) -> db::Result<()> {
    let sql = "UPDATE content_batch_entry SET from_id = $3, from_name = $4, given_name = $5, kept = $6
               WHERE batch_id = $1 AND node_id = $2";
    let kept = kept.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    tx.run(sql, params![batch, node, moving.from, &moving.old_name, moving.name(), &kept]).map(|_| ())
}

/// Of `nodes` of a batch that takes a removal back, since when the removal has them in the bin. Nothing is known of those
/// of other batches.
pub(super) fn binned_at(conn: &mut Conn<'_>, batch: BatchId, nodes: &[NodeId]) -> db::Result<HashMap<NodeId, Seconds>> {
    let (list, values) = in_list(2, nodes);
    let sql = format!(
        "SELECT m.node_id, m.binned_at
         FROM content_batch b
         JOIN content_batch_entry m ON m.batch_id = b.undoes
         WHERE b.batch_id = $1 AND m.node_id IN ({list}) AND m.binned_at IS NOT NULL"
    );
    let values: Vec<_> = std::iter::once(Value::from(batch)).chain(values).collect();
    Ok(conn.rows(&sql, &values, |row| Ok((row.get(0)?, row.get(1)?)))?.into_iter().collect())
}

/// Notes what an entry has replaced, and since when it is in the bin itself.
pub(super) fn note_replaced(
    tx: &mut Tx<'_>,
    (batch, node): (BatchId, NodeId),
    replaced: &Replaced,
    now: Seconds,
) -> db::Result<()> {
    let sql = "UPDATE content_batch_entry SET onto_id = $3, kept_id = $4, made_version = $5, binned_at = $6
               WHERE batch_id = $1 AND node_id = $2";
    tx.run(sql, params![batch, node, replaced.file, replaced.kept, replaced.number, now]).map(|_| ())
}

/// Of `nodes` of a batch that takes moves back, what these have replaced.
pub(super) fn replaced(
    conn: &mut Conn<'_>,
    batch: BatchId,
    nodes: &[NodeId],
) -> db::Result<HashMap<NodeId, TakenBack>> {
    let (list, values) = in_list(2, nodes);
    let sql = format!(
        "SELECT m.node_id, m.onto_id, m.kept_id, m.made_version, m.binned_at
         FROM content_batch b
         JOIN content_batch_entry m ON m.batch_id = b.undoes
         WHERE b.batch_id = $1 AND m.node_id IN ({list}) AND m.onto_id IS NOT NULL"
    );
    let values: Vec<_> = std::iter::once(Value::from(batch)).chain(values).collect();
    let found = conn.rows(&sql, &values, |row| {
        let replaced = Replaced { file: row.get(1)?, kept: row.get(2)?, number: row.get(3)? };
        Ok((row.get(0)?, TakenBack { replaced, binned_at: row.get(4)? }))
    });
    Ok(found?.into_iter().collect())
}

/// Notes what an entry was called before the batch, and what it is called since.
pub(super) fn note_names(tx: &mut Tx<'_>, batch: BatchId, node: NodeId, renaming: &Renaming) -> db::Result<()> {
    let sql = "UPDATE content_batch_entry SET from_name = COALESCE(from_name, $3), given_name = $4
               WHERE batch_id = $1 AND node_id = $2";
    tx.run(sql, params![batch, node, &renaming.old_name, renaming.name()]).map(|_| ())
}

/// Notes since when an entry is in the bin.
pub(super) fn note_binned(tx: &mut Tx<'_>, batch: BatchId, node: NodeId, now: Seconds) -> db::Result<()> {
    let sql = "UPDATE content_batch_entry SET binned_at = $3 WHERE batch_id = $1 AND node_id = $2";
    tx.run(sql, params![batch, node, now]).map(|_| ())
}
