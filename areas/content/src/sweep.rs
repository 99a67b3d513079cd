//! Deletes what has expired: entries of the bin, and uploads that were never finished.

use audit::Author;
use authz::Origin;
use db::{Db, params};
use primitives::{NodeId, Seconds, TenantId};
use storage::intents;

use crate::purges::{self, Carrier, PurgeId};
use crate::{Content, Error, Result, uploads};

/// Entries of the bin marked in one transaction.
const PAGE: i64 = 200;
/// A request finishes in much less time than this; older unfinished work was interrupted.
const CUT_OFF: Seconds = 600;

/// Deletes for good what is older than the configuration allows. Run it from time to time.
pub async fn sweep(content: &Content) -> Result<()> {
    let now = content.clock.now();
    let (binned_before, begun_before) = (now - content.config.bin_keeps, now - content.config.staging_keeps);
    let carrier = Carrier { author: Author::nobody(Origin::Job), now };
    while let Some(purge) = mark_some(&content.db, binned_before, now).await? {
        purges::carry_out(&content.db, purge, carrier).await?;
    }
    let begun_before_that = now - CUT_OFF;
    for purge in content.db.read(move |c| purges::left_behind(c, begun_before_that)).await? {
        purges::carry_out(&content.db, purge, carrier).await?;
    }
    let begun = content
        .db
        .read(move |c| {
            let sql = "SELECT n.node_id FROM nodes_node n WHERE n.state = 0 AND n.created_at < $1
                   AND NOT EXISTS (SELECT 1 FROM content_upload u WHERE u.node_id = n.node_id AND u.seen_at >= $1)
                 ORDER BY n.created_at LIMIT 1000";
            c.rows(sql, params![begun_before], |row| row.get::<NodeId>(0))
        })
        .await?;
    for node in begun {
        uploads::abandon(content, node, &activity::Status::Error).await?;
    }
    uploads::sweep_partial(content, begun_before).await?;
    content.db.write(move |tx| uploads::forget_before(tx, begun_before)).await?;
    Ok(())
}

/// Marks some of a tenant's entries that were binned before `before`; None if there are no more. The retention time is
/// the operator's decision.
async fn mark_some(db: &Db, before: Seconds, now: Seconds) -> Result<Option<PurgeId>> {
    let over = format!("n.state = 2 AND n.binned_at < $1 AND {}", purges::NOT_MARKED);
    let sql = format!("SELECT n.tenant_id FROM nodes_node n WHERE {over} ORDER BY n.binned_at LIMIT 1");
    let first = db.read(move |c| c.find(&sql, params![before], |row| row.get::<TenantId>(0))).await?;
    let Some(tenant) = first else { return Ok(None) };
    let sql = format!(
        "SELECT {} FROM nodes_node n WHERE n.tenant_id = $2 AND {over} ORDER BY n.binned_at LIMIT {PAGE}",
        nodes::COLUMNS
    );
    let marked = db.write(move |tx| {
        nodes::hold_tree(tx, tenant)?;
        let mut found = tx.rows(&sql, params![before, tenant], |row| nodes::from_row(row, 0))?;
        let moving = intents::moving(tx, tenant)?;
        found.retain(|node| !moving.contains(&node.id));
        if found.is_empty() {
            return Ok(None);
        }
        let purge = purges::begin(tx, now)?;
        for node in &found {
            purges::mark(tx, purge, node, Author::nobody(Origin::Job), now)?;
        }
        Ok::<_, Error>(Some(purge))
    });
    marked.await
}
