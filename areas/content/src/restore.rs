//! The files of a backup are given back, as the rows say.

use std::collections::HashSet;
use std::path::Path;

use audit::Author;
use authz::Origin;
use db::{Db, params};
use primitives::{NodeId, Seconds};
use storage::Finding;

use crate::purges::{self, Carrier};
use crate::{Result, uploads};

/// Fills empty disks from `store`, as the rows say. `gone`: contents that were purged while the copy was made; their
/// entries are purged here too. Entries that could not be restored are reported.
pub async fn restore(db: &Db, store: &Path, gone: &[String], now: Seconds, tell: impl FnMut(Finding)) -> Result<u64> {
    db.write(uploads::forget_owners).await?;
    storage::clear_for_restore(db).await?;
    for node in entries_of(db, gone).await? {
        let begun = db.write(move |tx| {
            nodes::bin_lost(tx, node, now)?;
            purges::begin_with(tx, node, Author::nobody(Origin::CommandLine), now)
        });
        if let Some((purge, _)) = begun.await? {
            purges::carry_out(db, purge, Carrier { author: Author::nobody(Origin::CommandLine), now }).await?;
        }
    }
    Ok(storage::fill(db, store, tell).await?)
}

async fn entries_of(db: &Db, gone: &[String]) -> Result<Vec<NodeId>> {
    let gone: HashSet<String> = gone.iter().cloned().collect();
    let found = db.read(move |c| {
        let mut found = Vec::new();
        for hash in &gone {
            let sql = concat!(
                "SELECT node_id FROM nodes_node WHERE content_hash = $1 AND state IN (",
                nodes::state!(Ready, Binned),
                ")"
            );
            found.extend(c.rows(sql, params![hash], |row| row.get::<NodeId>(0))?);
        }
        Ok::<_, db::Error>(found)
    });
    Ok(found.await?)
}
