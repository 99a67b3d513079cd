//! In which application instance somebody opens the entries of a tenant: where a notice, or an e-mail about one, leads.

use std::collections::HashMap;

use authz::Actor;
use db::Conn;
use nodes::in_list;
use primitives::{AppInstanceId, Application, TenantId};

/// Of each of these tenants the instance in which the actor opens its entries, if there is one.
pub fn instances_of(
    conn: &mut Conn<'_>,
    actor: &Actor,
    tenants: &[TenantId],
) -> db::Result<HashMap<TenantId, AppInstanceId>> {
    let of_files = actor.instances.iter().filter(|one| one.application == Application::Content);
    let theirs: Vec<AppInstanceId> = of_files.map(|one| one.id).collect();
    if theirs.is_empty() || tenants.is_empty() {
        return Ok(HashMap::new());
    }
    let (instances, mut values) = in_list(1, &theirs);
    let (tenants, of_tenants) = in_list(1 + values.len(), tenants);
    values.extend(of_tenants);
    let sql = format!(
        "SELECT a.tenant_id, MIN(a.application_instance_id)
         FROM tenancy_tenant_application a
         WHERE a.application_instance_id IN ({instances}) AND a.tenant_id IN ({tenants})
         GROUP BY a.tenant_id"
    );
    Ok(conn.rows(&sql, &values, |row| Ok((row.get(0)?, row.get(1)?)))?.into_iter().collect())
}
