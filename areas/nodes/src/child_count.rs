//! The stored number of entries in each folder. Counting them would read them all.
//!
//! It counts entries that are ready and have no ACL of their own. Which of the others are visible differs by person.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};

use db::{Conn, Engine, Row, Tx, params};
use primitives::NodeId;

use crate::lists::in_list;
use crate::model::NodeState;
use crate::node_states::READY;

/// On PostgreSQL the count of a folder is spread over this many rows, so that its writers seldom wait for each other.
const SLOTS: u64 = 8;

/// How many entries without an ACL of their own are in each of `folders`. An empty one may be missing.
pub fn open_entries(conn: &mut Conn<'_>, folders: &[NodeId]) -> db::Result<HashMap<NodeId, i64>> {
    let (list, values) = in_list(1, folders);
    let sql = format!(
        "SELECT folder_id, CAST(SUM(entries) AS BIGINT) FROM nodes_tally WHERE folder_id IN ({list}) GROUP BY folder_id"
    );
    Ok(conn.rows(&sql, &values, |row| Ok((row.get(0)?, row.get(1)?)))?.into_iter().collect())
}

pub(crate) fn add(tx: &mut Tx<'_>, folder: NodeId, change: i64) -> db::Result<()> {
    let slot = match tx.engine() {
        Engine::Sqlite => 0,
        Engine::Postgres => i64::try_from(RandomState::new().hash_one(folder.0) % SLOTS).unwrap_or(0),
    };
    tx.run(
        "INSERT INTO nodes_tally (folder_id, slot, entries) VALUES ($1, $2, $3)
         ON CONFLICT (folder_id, slot) DO UPDATE SET entries = nodes_tally.entries + excluded.entries",
        params![folder, slot, change],
    )?;
    Ok(())
}

/// The folder of a node, and whether it counts there once it is ready.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    folder: Option<NodeId>,
    ready: bool,
    has_own_acl: bool,
}

impl Place {
    pub const COLUMNS: &str = "parent_id, state, has_own_acl";

    pub fn from_row(row: &Row<'_>) -> db::Result<Self> {
        let ready = row.get::<NodeState>(1)? == NodeState::Ready;
        Ok(Self { folder: row.get(0)?, ready, has_own_acl: row.get(2)? })
    }

    /// The folder that counts the node.
    pub fn counted_in(self) -> Option<NodeId> {
        self.folder.filter(|_| self.ready && !self.has_own_acl)
    }

    /// The folder that counted the node while it was ready.
    pub fn was_counted_in(self) -> Option<NodeId> {
        self.folder.filter(|_| !self.ready && !self.has_own_acl)
    }
}

/// Subtracts deleted nodes from the folders that stay.
pub(crate) fn deleted(tx: &mut Tx<'_>, gone: &[NodeId], places: &[Place]) -> db::Result<()> {
    let mut changes: HashMap<NodeId, i64> = HashMap::new();
    for folder in places.iter().filter_map(|place| place.counted_in()) {
        *changes.entry(folder).or_default() -= 1;
    }
    for gone in gone {
        changes.remove(gone);
    }
    changes.into_iter().try_for_each(|(folder, change)| add(tx, folder, change))
}

/// Folders whose stored number is wrong: the folder, the number, and the actual number.
pub fn miscounted(conn: &mut Conn<'_>) -> db::Result<Vec<(NodeId, i64, i64)>> {
    let sql = concat!(
        "SELECT folder_id, CAST(SUM(kept) AS BIGINT), CAST(SUM(found) AS BIGINT) FROM (
          SELECT folder_id, entries AS kept, 0 AS found FROM nodes_tally
          UNION ALL
          SELECT parent_id, 0, 1 FROM nodes_node WHERE parent_id IS NOT NULL AND state = ",
        crate::state!(Ready),
        " AND NOT has_own_acl
        ) both_counts
        GROUP BY folder_id
        HAVING SUM(kept) <> SUM(found)
        ORDER BY folder_id"
    );
    conn.rows(sql, &[], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
}

/// Counts the folders again.
pub fn recount(tx: &mut Tx<'_>, folders: &[NodeId]) -> db::Result<()> {
    for some in folders.chunks(256) {
        let (list, values) = in_list(1, some);
        tx.run(&format!("DELETE FROM nodes_tally WHERE folder_id IN ({list})"), &values)?;
        tx.run(
            &format!(
                "INSERT INTO nodes_tally (folder_id, slot, entries)
                 SELECT parent_id, 0, COUNT(*) FROM nodes_node
                 WHERE parent_id IN ({list}) AND state = {READY} AND NOT has_own_acl
                 GROUP BY parent_id"
            ),
            &values,
        )?;
    }
    Ok(())
}
