//! The names that the entries of a batch are to get: those that somebody wants, or the former ones.

use std::collections::HashMap;

use db::{Conn, Value, params};
use nodes::in_list;
use primitives::{EntryName, NodeId, TenantId};

use super::batch::{BatchId, EntryState};
use crate::{Error, Result};

/// What an entry is to be called.
#[derive(Clone, Debug)]
pub(super) struct WantedName {
    pub name: EntryName,
    /// What it must still be called, if the batch or the one that it takes back has given it a name.
    given: Option<String>,
}

impl WantedName {
    /// Refuses an entry that somebody has renamed since.
    pub fn refuse_changed(&self, conn: &mut Conn<'_>, node: NodeId) -> Result<()> {
        let Some(given) = &self.given else { return Ok(()) };
        let is_called_so = nodes::find(conn, node)?.is_some_and(|found| found.name == *given);
        if is_called_so { Ok(()) } else { Err(Error::ChangedSince) }
    }
}

/// An entry that waits for its new name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Waiting {
    pub tenant: TenantId,
    pub node: NodeId,
    pub folder: Option<NodeId>,
    /// The keys of the name that it has, and of the one that it is to get.
    pub key: String,
    pub wanted: String,
    /// Somebody else holds its lock.
    pub is_locked: bool,
}

/// The entries of a batch, with the entries of the batch that it takes back.
const WITH_UNDONE: &str = "FROM content_batch_entry e
         JOIN content_batch b ON b.batch_id = e.batch_id
         LEFT JOIN content_batch_entry m ON m.batch_id = b.undoes AND m.node_id = e.node_id";

/// What `nodes` are to be called. Those of which it is not known any more are missing.
pub(super) fn known(conn: &mut Conn<'_>, batch: BatchId, nodes: &[NodeId]) -> db::Result<HashMap<NodeId, WantedName>> {
    let (list, values) = in_list(2, nodes);
    let sql = format!(
        "SELECT e.node_id, COALESCE(e.wanted_name, m.from_name), COALESCE(e.given_name, m.given_name)
         {WITH_UNDONE}
         WHERE e.batch_id = $1 AND e.node_id IN ({list})"
    );
    let values: Vec<_> = std::iter::once(Value::from(batch)).chain(values).collect();
    let found =
        conn.rows(&sql, &values, |row| Ok((row.get::<NodeId>(0)?, row.get::<Option<String>>(1)?, row.get(2)?)))?;
    let wanted = |(node, name, given): (_, Option<String>, _)| {
        Some((node, WantedName { name: EntryName::kept(&name?).ok()?, given }))
    };
    Ok(found.into_iter().filter_map(wanted).collect())
}

/// All that wait. An entry that is gone, or of which it is not known what it is to be called, stands in nobody's way.
pub(super) fn waiting(conn: &mut Conn<'_>, batch: BatchId) -> db::Result<Vec<Waiting>> {
    let sql = format!(
        "SELECT e.tenant_id, e.node_id, n.parent_id, n.name_key, COALESCE(e.wanted_name, m.from_name),
           COALESCE(n.locked_by <> b.users_id, FALSE)
         {WITH_UNDONE}
         LEFT JOIN nodes_node n ON n.node_id = e.node_id
         WHERE e.batch_id = $1 AND e.state = 0
         ORDER BY e.tenant_id, e.node_id"
    );
    conn.rows(&sql, params![batch], |row| {
        let (key, wanted): (Option<String>, Option<String>) = (row.get(3)?, row.get(4)?);
        Ok(Waiting {
            tenant: row.get(0)?,
            node: row.get(1)?,
            folder: row.get(2)?,
            key: key.unwrap_or_default(),
            wanted: EntryName::key_of(&wanted.unwrap_or_default()),
            is_locked: row.get(5)?,
        })
    })
}

/// The names that those entries did not get with which a batch failed.
pub(super) fn of_failed(conn: &mut Conn<'_>, batch: BatchId) -> db::Result<HashMap<NodeId, EntryName>> {
    let sql = "SELECT node_id, wanted_name FROM content_batch_entry
               WHERE batch_id = $1 AND state = $2 AND wanted_name IS NOT NULL";
    let found = conn.rows(sql, params![batch, EntryState::Stays.code()], |row| {
        Ok((row.get::<NodeId>(0)?, row.get::<String>(1)?))
    })?;
    Ok(found.into_iter().filter_map(|(node, name)| Some((node, EntryName::kept(&name).ok()?))).collect())
}
