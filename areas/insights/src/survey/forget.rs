//! Forgets what is older than is shown, some with one write.

use db::{Db, params};
use primitives::TenantId;

use crate::days::{Day, KEPT_DAYS, KEPT_MONTHS};

const AT_ONCE: i64 = 1_000;

/// Days and months of a tenant. Days of entries become months before.
pub(super) async fn days(db: &Db, tenant: TenantId, today: Day) -> db::Result<()> {
    let months = "DELETE FROM insights_day
                  WHERE (node_id, day, acl_id) IN (
                    SELECT d.node_id, d.day, d.acl_id FROM insights_day d
                    WHERE d.tenant_id = $1 AND d.day < $2 AND d.is_month
                    ORDER BY d.day
                    LIMIT $3)";
    repeat(db, months, tenant, today.before(KEPT_MONTHS).0).await?;
    let of_acls = "DELETE FROM insights_acl_day
                   WHERE (repository_id, day, acl_id) IN (
                     SELECT d.repository_id, d.day, d.acl_id FROM insights_acl_day d
                     WHERE d.tenant_id = $1 AND d.day < $2
                     ORDER BY d.day
                     LIMIT $3)";
    repeat(db, of_acls, tenant, today.before(KEPT_DAYS).0).await
}

/// All that other surveys than this one have found.
pub(super) async fn surveys_but(db: &Db, tenant: TenantId, survey: i64) -> db::Result<()> {
    let storage = "DELETE FROM insights_storage
                   WHERE (repository_id, survey, folder_id, acl_id, users_id) IN (
                     SELECT s.repository_id, s.survey, s.folder_id, s.acl_id, s.users_id FROM insights_storage s
                     WHERE s.tenant_id = $1 AND s.survey <> $2
                     LIMIT $3)";
    repeat(db, storage, tenant, survey).await?;
    let unused = "DELETE FROM insights_unused
                  WHERE (node_id, survey) IN (
                    SELECT u.node_id, u.survey FROM insights_unused u
                    WHERE u.tenant_id = $1 AND u.survey <> $2
                    LIMIT $3)";
    repeat(db, unused, tenant, survey).await
}

/// Days of links.
pub(super) async fn links(db: &Db, today: Day) -> db::Result<()> {
    let before = today.before(KEPT_DAYS).0;
    let sql = "DELETE FROM insights_link_day
               WHERE (link_id, day) IN (
                 SELECT d.link_id, d.day FROM insights_link_day d WHERE d.day < $1 ORDER BY d.day LIMIT $2)";
    while db.write(move |tx| tx.run(sql, params![before, AT_ONCE])).await? > 0 {}
    Ok(())
}

async fn repeat(db: &Db, sql: &'static str, tenant: TenantId, bound: i64) -> db::Result<()> {
    while db.write(move |tx| tx.run(sql, params![tenant, bound, AT_ONCE])).await? > 0 {}
    Ok(())
}
