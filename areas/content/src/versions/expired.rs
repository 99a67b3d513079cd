//! Deletes earlier versions that their tenants keep no longer, from time to time.

use db::params;
use primitives::{NodeId, Seconds, TenantId};

use super::VersionId;
use super::surplus::{delete_surplus, take};
use crate::{Content, Result};

const DAY: Seconds = 86_400;
/// Versions of one step.
const STEP: i64 = 100;

/// By age, and by number where a rule has become stricter.
pub(crate) async fn delete_expired(content: &Content, now: Seconds) -> Result<()> {
    loop {
        let sql = "SELECT v.version_id, v.node_id, n.tenant_id
                   FROM content_version_rule r
                   JOIN nodes_node n ON n.tenant_id = r.tenant_id
                   JOIN content_version v ON v.node_id = n.node_id
                   WHERE v.label = ''
                     AND (v.replaced_at < $1 - r.days * $2
                       OR (SELECT COUNT(*) FROM content_version l
                           WHERE l.file_id = v.file_id AND l.number > v.number AND l.node_id IS NOT NULL
                             AND l.label = '') >= r.most)
                   ORDER BY n.tenant_id, v.version_id
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
            take(tx, &theirs, now)
        });
        delete_surplus(&content.db, marked.await?).await;
    }
}
