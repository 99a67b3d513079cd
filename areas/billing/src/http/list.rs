//! `GET quota/tenant/{tenant_id}`.

use axum::extract::State;
use primitives::TenantId;
use rest::{CurrentUser, Json, Path, Problem};
use serde::Serialize;

use super::{QuotaBody, keeps};
use crate::{Ledger, ledger, store};

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct Quotas {
    items: Vec<QuotaBody>,
    total: usize,
}

/// Lists the quotas of a tenant, at most one per service.
#[utoipa::path(
    get,
    path = "/api/core/quota/tenant/{tenant_id}",
    operation_id = "quota_list",
    tag = "core",
    params(("tenant_id" = i64, Path)),
    responses((status = 200, description = "The quotas", body = Quotas))
)]
pub(crate) async fn list(
    State(state): State<Ledger>,
    CurrentUser(actor): CurrentUser,
    Path(tenant): Path<TenantId>,
) -> Result<Json<Quotas>, Problem> {
    keeps(&actor, tenant)?;
    let known =
        state.db.read(move |c| Ok::<_, db::Error>((tenancy::is_there(c, tenant)?, store::of_tenant(c, tenant)?)));
    let (is_there, found) = known.await?;
    if !is_there {
        return Err(Problem::not_found());
    }
    let mut items = Vec::new();
    for quota in found {
        items.push(ledger::current(&state.db, &state.time_zone, quota.id, state.clock.now()).await?.into());
    }
    Ok(Json(Quotas { total: items.len(), items }))
}
