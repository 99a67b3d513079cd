//! Deletes earlier versions that their tenants keep no longer, from time to time, and counts those of another rule.

use db::{Conn, params};
use primitives::{NodeId, Seconds, TenantId};

use super::VersionId;
use super::deletion::{delete_versions, discard_left};
use super::store::KeptVersions;
use crate::{Content, Result};

const DAY: Seconds = 86_400;
/// Versions of one step.
const STEP: i64 = 100;
/// Versions that are looked at to count those that would go.
const LOOKED_AT: i64 = 100_000;

/// What a rule would delete of the versions that are looked at.
pub(super) struct Expiring {
    pub versions: i64,
    pub files: i64,
    pub at_least: bool,
}

/// Counts the versions that a tenant would not keep by this rule.
pub(super) fn count(
    conn: &mut Conn<'_>,
    tenant: TenantId,
    KeptVersions { most, days }: KeptVersions,
    now: Seconds,
) -> db::Result<Expiring> {
    // Of the last file that is looked at, what is missing is older than what is counted.
    let sql = "WITH looked_at AS (
                 SELECT file_id, number, replaced_at FROM content_version
                 WHERE tenant_id = $1 AND node_id IS NOT NULL AND label = ''
                 ORDER BY file_id DESC, number DESC
                 LIMIT $4
               ), earlier AS (
                 SELECT file_id, replaced_at, ROW_NUMBER() OVER (PARTITION BY file_id ORDER BY number DESC) AS place
                 FROM looked_at
               ), judged AS (
                 SELECT CASE WHEN place > CAST($2 AS BIGINT) OR replaced_at < CAST($3 AS BIGINT) THEN file_id END AS goes
                 FROM earlier
               )
               SELECT COUNT(goes), COUNT(DISTINCT goes), COUNT(*) FROM judged";
    let since = days.map(|days| now - days * DAY);
    conn.get(sql, params![tenant, most, since, LOOKED_AT], |row| {
        Ok(Expiring { versions: row.get(0)?, files: row.get(1)?, at_least: row.get::<i64>(2)? == LOOKED_AT })
    })
}

/// By age, and by number where a rule has become stricter.
pub(crate) async fn delete_expired(content: &Content, now: Seconds) -> Result<()> {
    loop {
        let sql = "SELECT version_id, node_id, tenant_id
                   FROM (
                     SELECT v.version_id, v.node_id, v.tenant_id, v.replaced_at, r.most, r.days,
                       ROW_NUMBER() OVER (PARTITION BY v.file_id ORDER BY v.number DESC) AS place
                     FROM content_version_rule r
                     JOIN content_version v ON v.tenant_id = r.tenant_id
                     WHERE v.node_id IS NOT NULL AND v.label = ''
                   ) earlier
                   WHERE replaced_at < $1 - days * $2 OR place > most
                   ORDER BY tenant_id, version_id
                   LIMIT $3";
        let found = content.db.read(move |c| {
            c.rows(sql, params![now, DAY, STEP], |row| {
                Ok((row.get::<VersionId>(0)?, row.get::<NodeId>(1)?, row.get::<TenantId>(2)?))
            })
        });
        let found = found.await?;
        let Some((_, _, tenant)) = found.first().copied() else { return Ok(()) };
        let theirs: Vec<_> = found.iter().filter(|one| one.2 == tenant).map(|one| (one.0, one.1)).collect();
        let marked = content.db.write(move |tx| {
            nodes::hold_tree(tx, tenant)?;
            delete_versions(tx, &theirs, now)
        });
        discard_left(&content.db, marked.await?).await;
    }
}
