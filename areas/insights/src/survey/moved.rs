//! What was counted of an entry goes along when it gets another access: who does not see it any more has it in no sum.

use db::{Tx, params};
use primitives::{NodeId, RepositoryId, TenantId};
use security::AclId;

use crate::counting::UseCount;
use crate::counting::add::to_acl;
use crate::days::{Day, KEPT_DAYS};

/// A row of an entry on a day.
struct Counted {
    day: Day,
    acl: AclId,
    is_month: bool,
    count: UseCount,
}

pub(super) fn take_along(
    tx: &mut Tx<'_>,
    (node, tenant, repository): (NodeId, TenantId, RepositoryId),
    acl: AclId,
    today: Day,
) -> db::Result<()> {
    let sql = "DELETE FROM insights_day WHERE node_id = $1 AND acl_id <> $2
               RETURNING day, acl_id, is_month, views, downloads, shares";
    let rows = tx.rows(sql, params![node, acl], |row| {
        let count = UseCount { views: row.get(3)?, downloads: row.get(4)?, shares: row.get(5)? };
        Ok(Counted { day: Day(row.get(0)?), acl: row.get(1)?, is_month: row.get(2)?, count })
    })?;
    for Counted { day, acl: before, is_month, count } in rows {
        let UseCount { views, downloads, shares } = count;
        tx.run(
            "INSERT INTO insights_day (node_id, tenant_id, day, acl_id, is_month, views, downloads, shares)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
             ON CONFLICT (node_id, day, acl_id) DO UPDATE SET
               views = insights_day.views + excluded.views,
               downloads = insights_day.downloads + excluded.downloads,
               shares = insights_day.shares + excluded.shares",
            params![node, tenant, day.0, acl, is_month, views, downloads, shares],
        )?;
        if !is_month && day >= today.before(KEPT_DAYS) {
            let less = UseCount { views: -views, downloads: -downloads, shares: -shares };
            to_acl(tx, (repository, day, before, tenant), less)?;
            to_acl(tx, (repository, day, acl, tenant), count)?;
        }
    }
    Ok(())
}
