//! Fences: a subtree whose recorded guards are being rewritten. While one stands, the tree is asked instead.

use db::{Conn, Tx, params};
use jobs::NewJob;
use primitives::{NodeId, NodeKind, Seconds, TenantId};

use crate::rewrite::REWRITE;

/// Whether a fence stands in the tenant of the node `n`, as an expression.
pub(crate) const STANDS: &str = "EXISTS (SELECT 1 FROM security_fence f WHERE f.tenant_id = n.tenant_id)";

/// Fences the subtree of `root`, where there is something to rewrite in it, and asks for its rewriting. One tenant's
/// rewritings follow each other.
pub(crate) fn raise(tx: &mut Tx<'_>, tenant: TenantId, root: NodeId, now: Seconds) -> db::Result<()> {
    let sql = "SELECT 1 FROM nodes_node
        WHERE parent_id = $1 AND state IN (0, 1, 2) AND kind = $2 AND NOT own_guard LIMIT 1";
    if !tx.exists(sql, params![root, NodeKind::Folder.code()])? {
        return Ok(());
    }
    let fence: i64 = tx.get(
        "INSERT INTO security_fence (tenant_id, root_node_id) VALUES ($1, $2) RETURNING fence_id",
        params![tenant, root],
        |row| row.get(0),
    )?;
    jobs::enqueue(
        tx,
        &NewJob {
            kind: REWRITE,
            payload: fence.to_string(),
            tenant: Some(tenant),
            serial_key: Some(format!("guards:{tenant}")),
            priority: 0,
            run_at: now,
        },
    )?;
    Ok(())
}

pub(crate) fn stands(conn: &mut Conn<'_>, tenant: TenantId) -> db::Result<bool> {
    let sql = "SELECT 1 FROM security_fence WHERE tenant_id = $1 LIMIT 1";
    Ok(conn.exists(sql, params![tenant])? && counts(tenant))
}

/// Whether the tenant's fences are heeded: always, but for the test that shows what they are for.
pub(crate) fn counts(_tenant: TenantId) -> bool {
    #[cfg(test)]
    if _tenant == crate::tests::WITHOUT_FENCES {
        return false;
    }
    true
}
