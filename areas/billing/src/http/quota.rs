//! `GET` and `PUT quota/{quota_id}/tenant/{tenant_id}`.

use audit::{Act, Object};
use axum::extract::State;
use primitives::TenantId;
use rest::{Faults, IfMatch, Json, Path, Problem, Rule, Versioned, Who};
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
    Who(actor): Who,
    Path((id, tenant)): Path<(QuotaId, TenantId)>,
) -> Result<Versioned<QuotaBody>, Problem> {
    let quota = current(&state, &actor, id, tenant).await?;
    Ok(Versioned(quota.version, quota.into()))
}

#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct QuotaForm {
    /// 0 or negative.
    #[schema(value_type = i64, minimum = -1_000_000_000_000_i64, maximum = 0)]
    balance_limit: Option<i64>,
    /// 0 or greater; in force when the next month begins.
    #[schema(value_type = i64, minimum = 0, maximum = 1_000_000_000_000_i64)]
    monthly_credit: Option<i64>,
    /// In force when the next month begins.
    type_of_billing: Billing,
}

/// What a form may say at most, either way.
const MOST: i64 = 1_000_000_000_000;

impl QuotaForm {
    /// Spec 1 §5: `balance_limit` is required and 0 or negative, `monthly_credit` required and 0 or greater.
    fn read(&self) -> Result<(i64, i64), Problem> {
        let mut faults = Faults::default();
        let limit = self.balance_limit.ok_or(Rule::Mandatory);
        let limit = limit.and_then(|limit| (-MOST..=0).contains(&limit).then_some(limit).ok_or(Rule::ZeroOrNegative));
        let limit = faults.take("balance_limit", limit);
        let credit = self.monthly_credit.ok_or(Rule::Mandatory);
        let credit =
            credit.and_then(|credit| (0..=MOST).contains(&credit).then_some(credit).ok_or(Rule::ZeroOrPositive));
        let credit = faults.take("monthly_credit", credit);
        faults.finish(limit.zip(credit))
    }
}

/// Changes a quota; `If-Match` may name the version that was read. What is reserved already stays so, even where the
/// new limit would not admit it.
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
    Who(actor): Who,
    Path((id, tenant)): Path<(QuotaId, TenantId)>,
    seen: IfMatch,
    Json(form): Json<QuotaForm>,
) -> Result<Versioned<QuotaBody>, Problem> {
    keeps(&actor, tenant)?;
    let (limit, credit) = form.read()?;
    let (now, zone) = (state.clock.now(), state.time_zone.clone());
    let changed = state.db.write(move |tx| {
        let old = hold(tx, &zone, id, tenant, now)?;
        seen.check(old.version)?;
        store::change(tx, id, form.type_of_billing, limit, credit)?;
        let new = store::find(tx, id)?.ok_or(crate::Error::Missing)?;
        let act = Act::new("quota_update", tenant, Object::new("quota", id.0, new.service.code()));
        audit::record(tx, &*actor, act.before(told(&old)).after(told(&new)), now);
        Ok::<_, Problem>(new)
    });
    let quota = changed.await?;
    Ok(Versioned(quota.version, quota.into()))
}
