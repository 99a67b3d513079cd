//! `GET` and `PUT quota/{quota_id}/tenant/{tenant_id}`.

use audit::{Act, Object};
use axum::extract::State;
use primitives::TenantId;
use rest::{CurrentUser, FieldErrors, IfMatch, Json, Path, Problem, Rule, Versioned};
use serde::Deserialize;

use super::{QuotaBody, current, hold, keeps, told};
use crate::model::{Billing, QuotaId};
use crate::{Ledger, store};

/// One quota.
#[utoipa::path(
    get,
    path = "/api/core/quota/{quota_id}/tenant/{tenant_id}",
    operation_id = "quota_get",
    tag = "core",
    params(("quota_id" = i64, Path), ("tenant_id" = i64, Path)),
    responses((status = 200, description = "The quota", body = QuotaBody))
)]
pub(crate) async fn get(
    State(state): State<Ledger>,
    CurrentUser(actor): CurrentUser,
    Path((id, tenant)): Path<(QuotaId, TenantId)>,
) -> Result<Versioned<QuotaBody>, Problem> {
    let quota = current(&state, &actor, id, tenant).await?;
    Ok(Versioned(quota.version, quota.into()))
}

/// Fields that are left out stay unchanged.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
pub(crate) struct QuotaForm {
    /// 0 or negative.
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(value_type = i64, minimum = -1_000_000_000_000_i64, maximum = 0)]
    balance_limit: Option<i64>,
    /// 0 or greater; takes effect when the next month begins.
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(value_type = i64, minimum = 0, maximum = 1_000_000_000_000_i64)]
    monthly_credit: Option<i64>,
    /// Takes effect when the next month begins.
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(value_type = Billing)]
    type_of_billing: Option<Billing>,
}

/// The largest amount in a form, positive or negative.
const MOST: i64 = 1_000_000_000_000;

impl QuotaForm {
    /// `balance_limit` is 0 or negative, `monthly_credit` 0 or greater.
    fn check(&self) -> Result<(), Problem> {
        let mut errors = FieldErrors::default();
        if self.balance_limit.is_some_and(|limit| !(-MOST..=0).contains(&limit)) {
            errors.add("balance_limit", Rule::ZeroOrNegative);
        }
        if self.monthly_credit.is_some_and(|credit| !(0..=MOST).contains(&credit)) {
            errors.add("monthly_credit", Rule::ZeroOrPositive);
        }
        errors.check()
    }
}

/// Changes a quota; `If-Match` may name the version that was read. Existing reservations stay, even if the new limit
/// would not admit them.
#[utoipa::path(
    put,
    path = "/api/core/quota/{quota_id}/tenant/{tenant_id}",
    operation_id = "quota_update",
    tag = "core",
    params(("quota_id" = i64, Path), ("tenant_id" = i64, Path), rest::IfMatch),
    request_body = QuotaForm,
    responses((status = 200, description = "The quota, changed", body = QuotaBody))
)]
pub(crate) async fn update(
    State(state): State<Ledger>,
    CurrentUser(actor): CurrentUser,
    Path((id, tenant)): Path<(QuotaId, TenantId)>,
    seen: IfMatch,
    Json(form): Json<QuotaForm>,
) -> Result<Versioned<QuotaBody>, Problem> {
    keeps(&actor, tenant)?;
    form.check()?;
    let (now, zone) = (state.clock.now(), state.time_zone.clone());
    let changed = state.db.write(move |tx| {
        let old = hold(tx, &zone, id, tenant, now)?;
        seen.check(old.version)?;
        let billing = form.type_of_billing.unwrap_or(old.billing);
        let limit = form.balance_limit.unwrap_or(old.balance_limit);
        let credit = form.monthly_credit.unwrap_or(old.monthly_credit);
        store::change(tx, id, billing, limit, credit)?;
        let new = store::find(tx, id)?.ok_or(crate::Error::Missing)?;
        let act = Act::new("quota_update", tenant, Object::new("quota", id.0, new.service.code()));
        audit::record(tx, &*actor, act.before(told(&old)).after(told(&new)), now);
        Ok::<_, Problem>(new)
    });
    let quota = changed.await?;
    Ok(Versioned(quota.version, quota.into()))
}
