//! Deletes earlier versions: their rows in a transaction, and their bytes after it, as those of the bin are.

use audit::Author;
use authz::Origin;
use db::{Db, Tx, params};
use primitives::{NodeId, Seconds, TenantId};

use super::VersionId;
use super::store::{self, KeptVersions};
use crate::purges::{self, Carrier, Gone, PurgeId};
use crate::{Error, Result};

/// Versions that are deleted in one transaction.
const PAGE: i64 = 100;

/// Deleted versions, and other nodes that lay apart, whose bytes are still there.
#[derive(Debug)]
pub(crate) struct LeftBytes {
    purge: PurgeId,
    gone: Gone,
}

/// Deletes the bytes. If it fails, the sweep does it.
pub(crate) async fn discard_left(db: &Db, left: Option<LeftBytes>) {
    let Some(LeftBytes { purge, gone }) = left else { return };
    let deleted = async {
        let discarded = purges::discard(gone).await?;
        Ok::<_, Error>(db.write(move |tx| purges::end(tx, purge, &discarded)).await?)
    };
    if let Err(error) = deleted.await {
        tracing::warn!("Bytes of earlier versions stay until the bin is swept: {error}");
    }
}

/// Deletes those earlier versions of a file that are more than its tenant keeps. What people have named stays.
pub(super) fn delete_beyond_rule(
    tx: &mut Tx<'_>,
    tenant: TenantId,
    file: NodeId,
    now: Seconds,
) -> Result<Option<LeftBytes>> {
    let KeptVersions { most: Some(most), .. } = store::kept_versions(tx, tenant)? else { return Ok(None) };
    let sql = "SELECT version_id, node_id FROM content_version
               WHERE file_id = $1 AND node_id IS NOT NULL AND label = ''
               ORDER BY number DESC
               LIMIT $3 OFFSET $2";
    let found = tx.rows(sql, params![file, most, PAGE], |row| Ok((row.get(0)?, row.get(1)?)))?;
    delete_versions(tx, &found, now)
}

/// Deletes the rows of these versions. The caller holds the tenant's tree.
pub(super) fn delete_versions(
    tx: &mut Tx<'_>,
    versions: &[(VersionId, NodeId)],
    now: Seconds,
) -> Result<Option<LeftBytes>> {
    if versions.is_empty() {
        return Ok(None);
    }
    for (version, _) in versions {
        store::delete(tx, *version)?;
    }
    let kept: Vec<NodeId> = versions.iter().map(|(_, kept)| *kept).collect();
    delete_apart(tx, &kept, now).map(Some)
}

/// Deletes the rows of nodes that lie apart. The caller holds the tenant's tree.
pub(crate) fn delete_apart(tx: &mut Tx<'_>, nodes: &[NodeId], now: Seconds) -> Result<LeftBytes> {
    let purge = purges::begin(tx, now)?;
    for apart in nodes {
        match nodes::find(tx, *apart)? {
            Some(node) if !purges::is_marked(tx, *apart)? => purges::note_mark(tx, purge, &node)?,
            _ => {}
        }
    }
    let carrier = Carrier { author: Author::nobody(Origin::Job), now };
    Ok(LeftBytes { purge, gone: purges::delete_some(tx, purge, &[], carrier)? })
}
