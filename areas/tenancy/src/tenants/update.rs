//! `PUT tenant/{tenant_id}`: title and theme by its admins; instances and whether it is active by masters.

use audit::{Act, Object};
use axum::extract::State;
use primitives::TenantId;
use rest::{CurrentUser, IfMatch, Json, Path, Problem, Versioned};

use super::model::{Tenant, TenantForm};
use super::store;
use crate::themes::offered_to;
use crate::{Error, Tenancy};

/// Changes a tenant; `If-Match` may name the version that was read. Key and cnpj never change. The users of a tenant
/// that is switched off are refused from their next request on.
#[utoipa::path(
    put,
    path = "/api/core/tenant/{tenant_id}",
    operation_id = "tenant_update",
    tag = "core",
    params(("tenant_id" = i64, Path), rest::IfMatch),
    request_body = TenantForm,
    responses((status = 200, description = "The tenant, changed", body = Tenant))
)]
pub(crate) async fn update(
    State(tenancy): State<Tenancy>,
    CurrentUser(actor): CurrentUser,
    Path(id): Path<TenantId>,
    seen: IfMatch,
    Json(form): Json<TenantForm>,
) -> Result<Versioned<Tenant>, Problem> {
    if !actor.administers(id) {
        return Err(Error::Missing.into());
    }
    let now = tenancy.clock.now();
    let changed = tenancy.db.write(move |tx| {
        crate::store::bump_epoch(tx)?;
        let old = store::find(tx, id)?.ok_or(Error::Missing)?;
        seen.check(old.version)?;
        let wanted = form.read(&old)?;
        let needs_master = wanted.instances != old.app_instance_ids || wanted.active != old.active;
        if needs_master && !actor.master {
            return Err(Error::OnlyMaster.into());
        }
        offered_to(tx, wanted.theme, Some(id))?;
        store::change(tx, &old, &wanted)?;
        store::set_instances(tx, id, &wanted.instances)?;
        let new = store::find(tx, id)?.ok_or(Error::Missing)?;
        let act = Act::new("tenant_update", id, Object::new("tenant", id.0, &new.title));
        audit::record(tx, &*actor, act.before(old.told()).after(new.told()), now);
        Ok::<_, Problem>(new)
    });
    let tenant = changed.await?;
    Ok(Versioned(tenant.version, tenant))
}
