//! `GET tenant/{tenant_id}`.

use axum::extract::State;
use primitives::TenantId;
use rest::{CurrentUser, Path, Problem, Versioned};

use super::model::Tenant;
use super::store;
use crate::{Error, Tenancy};

/// One tenant.
#[utoipa::path(
    get,
    path = "/api/core/tenant/{tenant_id}",
    operation_id = "tenant_get",
    tag = "core",
    params(("tenant_id" = i64, Path)),
    responses((status = 200, description = "The tenant", body = Tenant))
)]
pub(crate) async fn get(
    State(tenancy): State<Tenancy>,
    CurrentUser(actor): CurrentUser,
    Path(id): Path<TenantId>,
) -> Result<Versioned<Tenant>, Problem> {
    if !actor.administers(id) {
        return Err(Error::Missing.into());
    }
    let found = tenancy.db.read(move |conn| store::find(conn, id)).await?;
    let tenant = found.ok_or(Error::Missing)?;
    Ok(Versioned(tenant.version, tenant))
}
