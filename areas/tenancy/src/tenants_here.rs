//! The tenants that somebody looks after in one application instance.

use authz::Actor;
use db::{Conn, Value, placeholders};
use primitives::{AppInstanceId, TenantId};

/// The tenants that the actor administers and that have the requested instance, by their ids.
pub fn tenants_here(conn: &mut Conn<'_>, actor: &Actor, instance: AppInstanceId) -> db::Result<Vec<TenantId>> {
    if actor.admin_of.is_empty() {
        return Ok(Vec::new());
    }
    let sql = format!(
        "SELECT tenant_id FROM tenancy_tenant_application
         WHERE application_instance_id = $1 AND tenant_id IN ({})
         ORDER BY tenant_id",
        placeholders(2, actor.admin_of.len())
    );
    let values: Vec<Value<'_>> =
        std::iter::once(Value::from(instance)).chain(actor.admin_of.iter().copied().map(Value::from)).collect();
    conn.rows(&sql, &values, |row| row.get(0))
}
