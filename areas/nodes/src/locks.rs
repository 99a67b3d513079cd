//! Locks of nodes: a person holds one, until they or a manager end it, or they leave.

use authz::Permit;
use db::{Conn, Tx, params};
use primitives::{NodeId, Seconds, TenantId, UserId};

use crate::model::{Locking, Unlocking};

/// A lock that has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndedLock {
    pub node: NodeId,
    pub folder: Option<NodeId>,
    pub name: String,
}

/// Locks the node for the actor of the permit; false if somebody has locked it meanwhile.
pub fn lock<A: Locking>(tx: &mut Tx<'_>, permit: &Permit<A>, now: Seconds) -> db::Result<bool> {
    let sql = "UPDATE nodes_node SET locked_by = $2, locked_at = $3 WHERE node_id = $1 AND locked_by IS NULL";
    Ok(tx.run(sql, params![permit.node(), permit.actor(), now])? > 0)
}

/// Ends the lock of which the permit knows.
pub fn unlock<A: Unlocking>(tx: &mut Tx<'_>, permit: &Permit<A>) -> db::Result<bool> {
    let sql = "UPDATE nodes_node SET locked_by = NULL, locked_at = NULL WHERE node_id = $1 AND locked_by = $2";
    Ok(tx.run(sql, params![permit.node(), permit.facts().locked_by])? > 0)
}

/// The tenants in which somebody holds locks.
pub fn tenants_of_locks(conn: &mut Conn<'_>, holder: UserId) -> db::Result<Vec<TenantId>> {
    let sql = "SELECT DISTINCT tenant_id FROM nodes_node WHERE locked_by = $1 ORDER BY tenant_id";
    conn.rows(sql, params![holder], |row| row.get(0))
}

/// Ends all locks of somebody in a tenant. The caller knows that they have left it.
pub fn end_locks(tx: &mut Tx<'_>, holder: UserId, tenant: TenantId) -> db::Result<Vec<EndedLock>> {
    let sql = "UPDATE nodes_node SET locked_by = NULL, locked_at = NULL
               WHERE locked_by = $1 AND tenant_id = $2
               RETURNING node_id, parent_id, name";
    tx.rows(sql, params![holder, tenant], |row| {
        Ok(EndedLock { node: row.get(0)?, folder: row.get(1)?, name: row.get(2)? })
    })
}
