//! The epoch: a number per tenant that grows with every change that could alter what somebody may see.

use db::{Conn, Tx, params};
use primitives::TenantId;

pub(crate) fn current(conn: &mut Conn<'_>, tenant: TenantId) -> db::Result<i64> {
    let sql = "SELECT epoch FROM security_epoch WHERE tenant_id = $1";
    Ok(conn.find(sql, params![tenant], |row| row.get(0))?.unwrap_or(0))
}

/// Something changed: every set of the tenant is worked out again before it is believed. Whoever calls this waits
/// for the tree's lock first, so that two changes never wait for each other.
pub(crate) fn advance(tx: &mut Tx<'_>, tenant: TenantId) -> db::Result<()> {
    nodes::hold_tree(tx, tenant)?;
    tx.run(
        "INSERT INTO security_epoch (tenant_id, epoch) VALUES ($1, 1)
         ON CONFLICT (tenant_id) DO UPDATE SET epoch = security_epoch.epoch + 1",
        params![tenant],
    )?;
    Ok(())
}
