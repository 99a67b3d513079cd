//! Deletes earlier versions that their tenants keep no longer, from time to time.

use db::params;
use primitives::{NodeId, Seconds, TenantId};

use super::VersionId;
use super::deletion::{delete_versions, discard_left};
use crate::{Content, Result};

const DAY: Seconds = 86_400;
/// Versions of one step.
const STEP: i64 = 100;

/// By age, and by number where a rule has become stricter.
pub(crate) async fn delete_expired(content: &Content, now: Seconds) -> Result<()> {
    loop {
        let sql = "SELECT version_id, node_id, tenant_id
                   FROM (
                     SELECT v.version_id, v.node_id, n.tenant_id, v.replaced_at, r.most, r.days,
                       ROW_NUMBER() OVER (PARTITION BY v.file_id ORDER BY v.number DESC) AS place
                     FROM content_version_rule r
                     JOIN nodes_node n ON n.tenant_id = r.tenant_id
                     JOIN content_version v ON v.node_id = n.node_id
                     WHERE v.label = ''
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
