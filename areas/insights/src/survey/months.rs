//! Days of long ago become months.

use db::{Db, Tx, params};
use primitives::{NodeId, TenantId};
use security::AclId;

use crate::counting::UseCount;
use crate::days::{Day, KEPT_DAYS};

/// So many days become parts of months with one write.
const AT_ONCE: i64 = 200;

/// A day of an entry, by what its row is found by.
type Key = (NodeId, Day, AclId);

/// Folds the days of whole months that ended more than 400 days ago.
pub(super) async fn fold(db: &Db, tenant: TenantId, today: Day) -> db::Result<()> {
    let before = today.before(KEPT_DAYS).month();
    loop {
        let old = db.read(move |c| {
            let sql = "SELECT d.node_id, d.day, d.acl_id FROM insights_day d
                       WHERE d.tenant_id = $1 AND d.day < $2 AND NOT d.is_month
                       ORDER BY d.day, d.node_id
                       LIMIT $3";
            c.rows(sql, params![tenant, before.0, AT_ONCE], |row| Ok((row.get(0)?, Day(row.get(1)?), row.get(2)?)))
        });
        let old: Vec<Key> = old.await?;
        if old.is_empty() {
            return Ok(());
        }
        db.write(move |tx| old.into_iter().try_for_each(|key| into_month(tx, tenant, key))).await?;
    }
}

fn into_month(tx: &mut Tx<'_>, tenant: TenantId, (node, day, acl): Key) -> db::Result<()> {
    let sql = "DELETE FROM insights_day WHERE node_id = $1 AND day = $2 AND acl_id = $3 AND NOT is_month
               RETURNING views, downloads, shares";
    let count = tx.find(sql, params![node, day.0, acl], |row| {
        Ok(UseCount { views: row.get(0)?, downloads: row.get(1)?, shares: row.get(2)? })
    })?;
    let Some(UseCount { views, downloads, shares }) = count else { return Ok(()) };
    // The first of the month may be there as a day. It is a part of the month then, and its other days follow.
    tx.run(
        "INSERT INTO insights_day (node_id, tenant_id, day, acl_id, is_month, views, downloads, shares)
         VALUES ($1, $2, $3, $4, TRUE, $5, $6, $7)
         ON CONFLICT (node_id, day, acl_id) DO UPDATE SET
           is_month = TRUE,
           views = insights_day.views + excluded.views,
           downloads = insights_day.downloads + excluded.downloads,
           shares = insights_day.shares + excluded.shares",
        params![node, tenant, day.month().0, acl, views, downloads, shares],
    )?;
    Ok(())
}
