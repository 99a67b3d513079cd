//! `DELETE tenant/{tenant_id}`: only an unused tenant; otherwise the error lists the blockers.

use ::events::publish;
use audit::{Act, Object};
use axum::extract::State;
use axum::http::StatusCode;
use primitives::TenantId;
use rest::{CurrentUser, Path, Problem};
use room::DeletionTarget;

use super::store;
use crate::deletion_blockers::refuse_while_blocked;
use crate::events::Deleted;
use crate::{Error, Tenancy};

/// Deletes a tenant and its companies, if they are empty.
#[utoipa::path(
    delete,
    path = "/api/core/tenant/{tenant_id}",
    operation_id = "tenant_delete",
    tag = "core",
    params(("tenant_id" = i64, Path)),
    responses((status = 204, description = "The tenant was deleted"))
)]
pub(crate) async fn delete(
    State(tenancy): State<Tenancy>,
    CurrentUser(actor): CurrentUser,
    Path(id): Path<TenantId>,
) -> Result<StatusCode, Problem> {
    let now = tenancy.clock.now();
    let deletion_blockers = tenancy.deletion_blockers.clone();
    let deleted = tenancy.db.write(move |tx| {
        crate::store::bump_epoch(tx)?;
        let old = store::find(tx, id)?.ok_or(Error::Missing)?;
        refuse_while_blocked(tx, &deletion_blockers, DeletionTarget::Tenant(id))?;
        publish(tx, &Deleted { whose: DeletionTarget::Tenant(id), at: now })?;
        store::delete(tx, id).map_err(Error::blocked)?;
        let act = Act::new("tenant_delete", None, Object::new("tenant", id.0, &old.title)).before(old.told());
        audit::record(tx, &*actor, act, now);
        Ok::<_, Error>(())
    });
    deleted.await?;
    Ok(StatusCode::NO_CONTENT)
}
