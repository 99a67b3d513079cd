//! `POST quota/tenant`: gives a tenant a quota of a service.

use audit::{Act, Object};
use axum::extract::State;
use axum::http::StatusCode;
use primitives::TenantId;
use rest::{CurrentUser, Json, Problem, Versioned};
use serde::Deserialize;

use super::{QuotaBody, told};
use crate::model::{Billing, Service};
use crate::{Error, Ledger, ledger, store};

#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
pub(crate) struct NewQuota {
    tenant_id: TenantId,
    service: Service,
    type_of_billing: Billing,
}

/// Creates a quota. It begins without credit and with a limit of zero.
#[utoipa::path(
    post,
    path = "/api/core/quota/tenant",
    operation_id = "quota_create",
    tag = "core",
    request_body = NewQuota,
    responses((status = 201, description = "The quota", body = QuotaBody))
)]
pub(crate) async fn create(
    State(state): State<Ledger>,
    CurrentUser(actor): CurrentUser,
    Json(new): Json<NewQuota>,
) -> Result<(StatusCode, Versioned<QuotaBody>), Problem> {
    let tenant = new.tenant_id;
    if !actor.administers(tenant) {
        return Err(Problem::unknown("tenant_id"));
    }
    let (now, default) = (state.clock.now(), state.time_zone.clone());
    let made = state.db.write(move |tx| {
        if !tenancy::is_there(tx, tenant)? {
            return Err(Problem::unknown("tenant_id"));
        }
        let next = ledger::zone_of(tx, tenant, &default)?.next_month(now);
        let id = match store::insert(tx, tenant, new.service, new.type_of_billing, next) {
            Err(error) if error.is_unique() => return Err(Error::Exists.into()),
            made => made?,
        };
        let quota = store::find(tx, id)?.ok_or(Error::Missing)?;
        let act = Act::new("quota_create", tenant, Object::new("quota", id.0, new.service.code()));
        audit::record(tx, &*actor, act.after(told(&quota)), now);
        Ok(quota)
    });
    let quota = made.await?;
    Ok((StatusCode::CREATED, Versioned(quota.version, quota.into())))
}
