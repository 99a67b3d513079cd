//! Presets: the named sizes and formats of a tenant, in which its people download pictures. Admins make them.

pub(crate) mod create;
pub(crate) mod delete;
pub(crate) mod list;
mod model;
pub(crate) mod of_node;
pub(crate) mod store;
pub(crate) mod update;
pub(crate) mod usual;

use authz::Actor;
use db::{Conn, Value, placeholders};
use primitives::{AppInstanceId, TenantId};
use rest::{Problem, Rule};

pub(crate) use model::{Preset, PresetId};

/// Of one tenant.
const MOST: i64 = 100;

/// The tenants that the actor administers and that have this content instance.
fn tenants_here(conn: &mut Conn<'_>, actor: &Actor, instance: AppInstanceId) -> db::Result<Vec<TenantId>> {
    if actor.admin_of.is_empty() {
        return Ok(Vec::new());
    }
    let sql = format!(
        "SELECT tenant_id
         FROM tenancy_tenant_application
         WHERE application_instance_id = $1 AND tenant_id IN ({})
         ORDER BY tenant_id",
        placeholders(2, actor.admin_of.len())
    );
    let values: Vec<Value<'_>> =
        std::iter::once(Value::from(instance)).chain(actor.admin_of.iter().copied().map(Value::from)).collect();
    conn.rows(&sql, &values, |row| row.get(0))
}

fn taken() -> Problem {
    Problem::conflict("preset_taken", "preset_taken").at(Rule::Taken.of("name"))
}

/// What the database refuses of a name, as the form says it.
fn refused(error: db::Error) -> Problem {
    if matches!(error, db::Error::Unique(_)) { taken() } else { error.into() }
}
