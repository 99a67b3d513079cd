//! Pending propagations: subtrees whose recorded ACLs are not up to date. While one is pending, the tree is walked
//! instead.

use db::{Conn, Tx, params};
use jobs::NewJob;
use primitives::{NodeId, NodeKind, Seconds, TenantId};

use crate::propagate::PROPAGATE_ACL;

/// SQL for whether a propagation is pending in the tenant of the node `n`.
pub(crate) const ANY: &str = "EXISTS (SELECT 1 FROM security_propagation f WHERE f.tenant_id = n.tenant_id)";

/// Records that ACLs must be propagated below `root`, if folders inherit from it, and enqueues the job. The jobs of one
/// tenant run one after the other.
pub(crate) fn add(tx: &mut Tx<'_>, tenant: TenantId, root: NodeId, now: Seconds) -> db::Result<()> {
    let sql = concat!(
        "SELECT 1 FROM nodes_node
        WHERE parent_id = $1 AND state IN (",
        nodes::state!(Staging, Ready, Binned),
        ") AND kind = $2 AND NOT has_own_acl LIMIT 1"
    );
    if !tx.exists(sql, params![root, NodeKind::Folder.code()])? {
        return Ok(());
    }
    let propagation: i64 = tx.get(
        "INSERT INTO security_propagation (tenant_id, root_node_id) VALUES ($1, $2) RETURNING propagation_id",
        params![tenant, root],
        |row| row.get(0),
    )?;
    jobs::enqueue(
        tx,
        &NewJob {
            serial_key: Some(format!("acls:{tenant}")),
            ..NewJob::due(PROPAGATE_ACL, &propagation.into(), now).of(tenant)
        },
    )?;
    Ok(())
}

pub(crate) fn any(conn: &mut Conn<'_>, tenant: TenantId) -> db::Result<bool> {
    let sql = "SELECT 1 FROM security_propagation WHERE tenant_id = $1 LIMIT 1";
    conn.exists(sql, params![tenant])
}
