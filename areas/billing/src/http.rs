//! The calls of quotas. A tenant's quotas are managed by its admins and by masters; for others they count as
//! missing.

pub(crate) mod create;
pub(crate) mod deposit;
pub(crate) mod entries;
pub(crate) mod list;
pub(crate) mod quota;
pub(crate) mod reservations;

use authz::Actor;
use primitives::{Seconds, TenantId};
use serde::Serialize;
use serde_json::{Value, json};

use crate::model::{Billing, Quota, QuotaId, Service};
use crate::{Error, Ledger, Result, TimeZone, ledger, store};

/// Amounts are credits, whole and signed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[schema(as = Quota)]
pub(crate) struct QuotaBody {
    pub quota_id: QuotaId,
    pub tenant_id: TenantId,
    pub service: Service,
    pub type_of_billing: Billing,
    /// How far below zero the balance may go; 0 or negative.
    pub balance_limit: i64,
    /// The credit of every month, from the next one on.
    pub monthly_credit: i64,
    /// The sum of all entries.
    pub balance: i64,
    /// Reserved for unfinished work.
    pub reserved: i64,
    /// What can still be reserved.
    pub available: i64,
    /// When the next month begins, in the tenant's time zone.
    pub next_reset_at: Seconds,
    /// For `If-Match`.
    pub version: i64,
}

impl From<Quota> for QuotaBody {
    fn from(quota: Quota) -> Self {
        Self {
            available: quota.available(),
            quota_id: quota.id,
            tenant_id: quota.tenant,
            service: quota.service,
            type_of_billing: quota.billing,
            balance_limit: quota.balance_limit,
            monthly_credit: quota.monthly_credit,
            balance: quota.balance,
            reserved: quota.reserved,
            next_reset_at: quota.next_reset_at,
            version: quota.version,
        }
    }
}

/// The fields that can be changed, for the log.
fn told(quota: &Quota) -> Value {
    json!({
        "type_of_billing": quota.billing,
        "balance_limit": quota.balance_limit,
        "monthly_credit": quota.monthly_credit,
    })
}

/// A tenant that the asker does not administer counts as missing.
pub(crate) fn keeps(actor: &Actor, tenant: TenantId) -> Result<()> {
    if actor.administers(tenant) { Ok(()) } else { Err(Error::Missing) }
}

/// The quota of the path as it is now; one of another tenant counts as missing.
async fn current(state: &Ledger, actor: &Actor, id: QuotaId, tenant: TenantId) -> Result<Quota> {
    keeps(actor, tenant)?;
    state.db.read(move |c| belongs(store::find(c, id)?, tenant).map(|_| ())).await?;
    ledger::current(&state.db, &state.time_zone, id, state.clock.now()).await
}

/// The quota of the path, locked for a change.
fn hold(tx: &mut db::Tx<'_>, zone: &TimeZone, id: QuotaId, tenant: TenantId, now: Seconds) -> Result<Quota> {
    belongs(store::find(tx, id)?, tenant)?;
    ledger::hold(tx, zone, id, now)
}

fn belongs(found: Option<Quota>, tenant: TenantId) -> Result<Quota> {
    found.filter(|quota| quota.tenant == tenant).ok_or(Error::Missing)
}
