//! Rebuilds the whole index, for a database whose rows came from the other engine.

use db::{Db, params};
use primitives::NodeId;

use crate::search_index::index_again;

/// Entries that are indexed in one transaction.
const STEP: i64 = 2_000;

/// Indexes every entry by its name, also those in the bin, which may be restored.
pub async fn reindex(db: &Db) -> db::Result<()> {
    let mut after = None;
    loop {
        let last = db
            .write(move |tx| {
                let sql = concat!(
                    "SELECT node_id, name
                           FROM nodes_node
                           WHERE node_id > $1 AND kind > 0 AND state > ",
                    nodes::state!(Staging),
                    "
                           ORDER BY node_id
                           LIMIT $2"
                );
                let named = tx.rows(sql, params![after.map_or(0, |node: NodeId| node.0), STEP], |row| {
                    Ok((row.get::<NodeId>(0)?, row.get::<String>(1)?))
                })?;
                for (node, name) in &named {
                    index_again(tx, *node, name)?;
                }
                Ok::<_, db::Error>(named.last().map(|(node, _)| *node))
            })
            .await?;
        if last.is_none() {
            return Ok(());
        }
        after = last;
    }
}
