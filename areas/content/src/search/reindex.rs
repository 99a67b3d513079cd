//! Rebuilds the whole index, for a database whose rows came from the other engine.

use db::{Db, params};
use primitives::NodeId;

use super::index_again;

/// Entries that are indexed in one transaction.
const STEP: i64 = 2_000;

/// Indexes every entry by its name, also those in the bin, which may be restored.
pub async fn reindex(db: &Db) -> db::Result<()> {
    let mut last = Some(NodeId(0));
    while let Some(after) = last {
        last = db
            .write(move |tx| {
                let sql = "SELECT node_id, name
                           FROM nodes_node
                           WHERE node_id > $1 AND kind > 0 AND state > 0
                           ORDER BY node_id
                           LIMIT $2";
                let named =
                    tx.rows(sql, params![after, STEP], |row| Ok((row.get::<NodeId>(0)?, row.get::<String>(1)?)))?;
                for (node, name) in &named {
                    index_again(tx, *node, name)?;
                }
                Ok::<_, db::Error>(named.last().map(|(node, _)| *node))
            })
            .await?;
    }
    Ok(())
}
