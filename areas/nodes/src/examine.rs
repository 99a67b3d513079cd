//! Rows that break the rules of the tree, for `vitrine doctor`.

use db::{Conn, Result};

use crate::node_states::{BINNED, STAGING};

/// At most this many findings are reported per rule.
const MOST: i64 = 20;

pub(crate) fn broken_rules(conn: &mut Conn<'_>) -> Result<Vec<String>> {
    // A file holds its earlier versions, and what is coming to replace it.
    let sql = format!(
        "SELECT n.node_id
         FROM nodes_node n
         JOIN nodes_node p ON p.node_id = n.parent_id
         WHERE p.kind = 2 AND NOT (n.kind = 2 AND (n.state = {STAGING} OR n.state = {BINNED} AND n.binned_at IS NULL))
           OR p.tenant_id <> n.tenant_id OR p.repository_id <> n.repository_id
         LIMIT {MOST}"
    );
    let misplaced = conn.rows(&sql, &[], |row| Ok(format!("node {} is in what cannot hold it", row.get::<i64>(0)?)))?;
    let sql = format!("SELECT node_id FROM nodes_node WHERE (parent_id IS NULL) <> (kind = 0) LIMIT {MOST}");
    let rootless = conn.rows(&sql, &[], |row| Ok(format!("node {} is nowhere in the tree", row.get::<i64>(0)?)))?;
    Ok([misplaced, rootless].concat())
}
