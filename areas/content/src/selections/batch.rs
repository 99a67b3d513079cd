//! The rows of batches: one act on many entries.

use std::collections::HashMap;

use authz::{Action as _, Rule};
use db::{Conn, Tx, Value, params};
use primitives::{EntryName, NodeId, Seconds, TenantId, UserId};
use serde::{Deserialize, Serialize};

use crate::purges::PurgeId;
use crate::{Move, Purge, Remove, Rename, Restore};

db::id!(BatchId);

/// What a batch does with its entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum BatchAct {
    Remove,
    Restore,
    Purge,
    Move,
    Rename,
}

impl BatchAct {
    pub fn word(self) -> &'static str {
        match self {
            Self::Remove => "remove",
            Self::Restore => "restore",
            Self::Purge => "purge",
            Self::Move => "move",
            Self::Rename => "rename",
        }
    }

    /// What it asks for at each entry.
    pub fn rule(self) -> Rule {
        match self {
            Self::Remove => Remove::RULE,
            Self::Restore => Restore::RULE,
            Self::Purge => Purge::RULE,
            Self::Move => Move::RULE,
            Self::Rename => Rename::RULE,
        }
    }

    fn from_code(word: &str) -> Option<Self> {
        let all = [Self::Remove, Self::Restore, Self::Purge, Self::Move, Self::Rename];
        all.into_iter().find(|act| act.word() == word)
    }
}
db::word!(BatchAct);

/// How far a batch has come with an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EntryState {
    Done,
    /// It may not be done with it, or it is gone.
    Stays,
    /// The batch was stopped before.
    NotBegun,
}

impl EntryState {
    pub fn code(self) -> i64 {
        match self {
            Self::Done => 1,
            Self::Stays => 2,
            Self::NotBegun => 3,
        }
    }
}

/// A batch that is about to begin.
#[derive(Clone, Copy)]
pub(super) struct NewBatch<'b> {
    pub act: BatchAct,
    pub user: UserId,
    pub tenant: TenantId,
    pub bg_action_id: &'b str,
    /// The folder that entries move into.
    pub target: Option<NodeId>,
    /// An entry whose name is taken gets a number.
    pub keep_both: bool,
    /// A file that has the name of one gets its content.
    pub replaces: bool,
    /// The batch whose moves it takes back.
    pub undoes: Option<BatchId>,
}

pub(super) fn insert(tx: &mut Tx<'_>, new: &NewBatch<'_>, now: Seconds) -> db::Result<BatchId> {
    let sql =
        "INSERT INTO content_batch (bg_action_id, users_id, tenant_id, act, begun_at, target_id, keep_both, undoes, replaces)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
               RETURNING batch_id";
    let NewBatch { act, user, tenant, bg_action_id, target, keep_both, replaces, undoes } = *new;
    let values = params![bg_action_id, user, tenant, act.word(), now, target, keep_both, undoes, replaces];
    tx.get(sql, values, |row| row.get(0))
}

/// How many batches of a person have entries that wait.
pub(super) fn unfinished(conn: &mut Conn<'_>, user: UserId) -> db::Result<i64> {
    let sql = "SELECT COUNT(*)
               FROM content_batch b
               WHERE b.users_id = $1 AND EXISTS (
                 SELECT 1 FROM content_batch_entry e WHERE e.batch_id = b.batch_id AND e.state = 0
               )";
    conn.get(sql, params![user], |row| row.get(0))
}

/// Adds entries that wait; each one once. Those of `names` are to get these.
pub(super) fn add(
    tx: &mut Tx<'_>,
    batch: BatchId,
    entries: &[(TenantId, NodeId)],
    names: &HashMap<NodeId, EntryName>,
) -> db::Result<()> {
    for some in nodes::batches(entries) {
        let row = |at: usize| format!("($1, ${}, ${}, ${})", 3 * at + 2, 3 * at + 3, 3 * at + 4);
        let rows: Vec<_> = (0..some.len()).map(row).collect();
        let sql = format!(
            "INSERT INTO content_batch_entry (batch_id, tenant_id, node_id, wanted_name) VALUES {}",
            rows.join(", ")
        );
        let name = |node: &NodeId| Value::from(names.get(node).map(EntryName::as_str));
        let values = some.iter().flat_map(|(tenant, node)| [Value::from(*tenant), Value::from(*node), name(node)]);
        let values: Vec<_> = std::iter::once(Value::from(batch)).chain(values).collect();
        tx.run(&sql, &values)?;
    }
    Ok(())
}

/// The folder that all its entries lie in; none if they lie in several.
pub(super) fn folder(conn: &mut Conn<'_>, batch: BatchId) -> db::Result<Option<NodeId>> {
    let sql = "SELECT MIN(n.parent_id), MAX(n.parent_id)
               FROM content_batch_entry e
               JOIN nodes_node n ON n.node_id = e.node_id
               WHERE e.batch_id = $1";
    let (least, most): (Option<NodeId>, Option<NodeId>) =
        conn.get(sql, params![batch], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(least.filter(|_| least == most))
}

/// The next entries that wait after `after`, all of one tenant.
pub(super) fn next(
    conn: &mut Conn<'_>,
    batch: BatchId,
    after: (TenantId, NodeId),
    limit: i64,
) -> db::Result<Option<(TenantId, Vec<NodeId>)>> {
    let sql = "SELECT tenant_id, node_id
               FROM content_batch_entry
               WHERE batch_id = $1 AND state = 0 AND (tenant_id, node_id) > ($2, $3)
               ORDER BY tenant_id, node_id
               LIMIT $4";
    let found: Vec<(TenantId, NodeId)> =
        conn.rows(sql, params![batch, after.0, after.1, limit], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let Some((tenant, _)) = found.first().copied() else { return Ok(None) };
    let of_tenant = found.into_iter().filter(|(of, _)| *of == tenant).map(|(_, node)| node);
    Ok(Some((tenant, of_tenant.collect())))
}

/// Notes how it ends for an entry; false if it does not wait any more.
pub(super) fn settle(tx: &mut Tx<'_>, batch: BatchId, node: NodeId, state: EntryState) -> db::Result<bool> {
    let sql = "UPDATE content_batch_entry SET state = $3 WHERE batch_id = $1 AND node_id = $2 AND state = 0";
    Ok(tx.run(sql, params![batch, node, state.code()])? > 0)
}

/// An entry that was called something else meanwhile has a new name, if not the one that was wanted: that is done.
const SET_ASIDE: &str = "from_name IS NOT NULL";

/// It is not done, for a reason that is the code of a problem; unless the batch was stopped before.
pub(super) fn let_stay(tx: &mut Tx<'_>, batch: BatchId, node: NodeId, reason: &str) -> db::Result<()> {
    let sql = format!(
        "UPDATE content_batch_entry
         SET state = CASE WHEN {SET_ASIDE} THEN 1 ELSE 2 END,
           reason = CASE WHEN {SET_ASIDE} THEN NULL ELSE CAST($3 AS TEXT) END
         WHERE batch_id = $1 AND node_id = $2 AND state <> 3"
    );
    tx.run(&sql, params![batch, node, reason]).map(|_| ())
}

/// What keeps an entry back that still waits: the reason, if that lasts.
pub(super) fn note_reason(tx: &mut Tx<'_>, batch: BatchId, node: NodeId, reason: &str) -> db::Result<()> {
    let sql = "UPDATE content_batch_entry SET reason = $3 WHERE batch_id = $1 AND node_id = $2 AND state = 0";
    tx.run(sql, params![batch, node, reason]).map(drop)
}

/// Whether an entry still waits.
pub(super) fn is_waiting(conn: &mut Conn<'_>, batch: BatchId, node: NodeId) -> db::Result<bool> {
    let sql = "SELECT 1 FROM content_batch_entry WHERE batch_id = $1 AND node_id = $2 AND state = 0";
    conn.exists(sql, params![batch, node])
}

/// Nothing more is done for the entries that still wait.
pub(super) fn leave(tx: &mut Tx<'_>, batch: BatchId, state: EntryState) -> db::Result<()> {
    let sql = format!(
        "UPDATE content_batch_entry SET state = CASE WHEN {SET_ASIDE} THEN 1 ELSE CAST($2 AS BIGINT) END
         WHERE batch_id = $1 AND state = 0"
    );
    tx.run(&sql, params![batch, state.code()]).map(|_| ())
}

/// How many entries wait, are done, stay, and were not begun.
pub(super) fn progress(conn: &mut Conn<'_>, batch: BatchId) -> db::Result<[i64; 4]> {
    let sql = "SELECT state, COUNT(*) FROM content_batch_entry WHERE batch_id = $1 GROUP BY state";
    let mut found = [0; 4];
    for (state, count) in conn.rows(sql, params![batch], |row| Ok((row.get::<i64>(0)?, row.get::<i64>(1)?)))? {
        if let Some(place) = usize::try_from(state).ok().and_then(|state| found.get_mut(state)) {
            *place = count;
        }
    }
    Ok(found)
}

/// The entries that a batch has left in `state`.
pub(super) fn entries(conn: &mut Conn<'_>, batch: BatchId, state: EntryState) -> db::Result<Vec<(TenantId, NodeId)>> {
    let sql = "SELECT tenant_id, node_id FROM content_batch_entry WHERE batch_id = $1 AND state = $2
               ORDER BY tenant_id, node_id";
    conn.rows(sql, params![batch, state.code()], |row| Ok((row.get(0)?, row.get(1)?)))
}

/// The background action that tells of it.
pub(super) fn action_of(conn: &mut Conn<'_>, batch: BatchId) -> db::Result<String> {
    conn.get("SELECT bg_action_id FROM content_batch WHERE batch_id = $1", params![batch], |row| row.get(0))
}

/// The tenant of a batch.
pub(super) fn tenant_of(conn: &mut Conn<'_>, batch: BatchId) -> db::Result<TenantId> {
    conn.get("SELECT tenant_id FROM content_batch WHERE batch_id = $1", params![batch], |row| row.get(0))
}

/// Whether a file that has the name of an entry gets its content.
pub(super) fn replaces(conn: &mut Conn<'_>, batch: BatchId) -> db::Result<bool> {
    conn.get("SELECT replaces FROM content_batch WHERE batch_id = $1", params![batch], |row| row.get(0))
}

/// Whether an entry whose name is taken gets a number.
pub(super) fn keeps_both(conn: &mut Conn<'_>, batch: BatchId) -> db::Result<bool> {
    conn.get("SELECT keep_both FROM content_batch WHERE batch_id = $1", params![batch], |row| row.get(0))
}

pub(super) fn purge_of(conn: &mut Conn<'_>, batch: BatchId) -> db::Result<Option<PurgeId>> {
    let sql = "SELECT purge_id FROM content_batch WHERE batch_id = $1";
    Ok(conn.find(sql, params![batch], |row| row.get(0))?.flatten())
}

pub(super) fn set_purge(tx: &mut Tx<'_>, batch: BatchId, purge: PurgeId) -> db::Result<()> {
    tx.run("UPDATE content_batch SET purge_id = $2 WHERE batch_id = $1", params![batch, purge]).map(|_| ())
}

/// Forgets batches that began before `before`, but for those that still have something to do.
pub(crate) fn forget_before(tx: &mut Tx<'_>, before: Seconds) -> db::Result<()> {
    let sql = "DELETE FROM content_batch
               WHERE begun_at < $1 AND NOT EXISTS (
                 SELECT 1 FROM content_batch_entry e WHERE e.batch_id = content_batch.batch_id AND e.state = 0
               )";
    tx.run(sql, params![before]).map(|_| ())
}
