//! Entries that are in another repository by now.

use content::RepositoryChanged;
use db::{Tx, params};

/// The sums of what moved are those of its new repository. Surveys find out the rest anew.
pub(crate) fn changed(tx: &mut Tx<'_>, event: &RepositoryChanged) -> db::Result<()> {
    for table in ["insights_sum", "insights_unused"] {
        let sql = format!(
            "WITH RECURSIVE down (node_id) AS (
               SELECT node_id FROM nodes_node WHERE node_id = $1
               UNION ALL
               SELECT n.node_id FROM down CROSS JOIN nodes_node n WHERE n.parent_id = down.node_id
             )
             UPDATE {table} SET repository_id = $2 WHERE node_id IN (SELECT node_id FROM down)"
        );
        tx.run(&sql, params![event.node, event.repository])?;
    }
    Ok(())
}
