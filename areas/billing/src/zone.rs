//! The tenant's time zone, in which its months begin.

use audit::{Act, Object};
use axum::extract::State;
use primitives::TenantId;
use rest::{CurrentUser, Json, Path, Problem};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::http::keeps;
use crate::{Error, Ledger, TimeZone, ledger, store};

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct TenantTimeZone {
    /// The zone in effect, by its IANA name.
    time_zone: String,
    /// It is the installation's, because the tenant has chosen none.
    is_default: bool,
}

#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
pub(crate) struct TimeZoneForm {
    /// An IANA name, such as `America/Sao_Paulo`; null for the installation's. If left out, it stays unchanged.
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(value_type = Option<rest::schema_formats::ZoneName>)]
    time_zone: Option<Option<String>>,
    /// True together with the installation's zone means that the tenant still has none of its own.
    #[serde(default)]
    is_default: bool,
}

/// The time zone in which a tenant's months begin.
#[utoipa::path(
    get,
    path = "/api/core/quota/time_zone/tenant/{tenant_id}",
    operation_id = "tenant_time_zone",
    tag = "core",
    params(("tenant_id" = i64, Path)),
    responses((status = 200, description = "The zone", body = TenantTimeZone))
)]
pub(crate) async fn get(
    State(state): State<Ledger>,
    CurrentUser(actor): CurrentUser,
    Path(tenant): Path<TenantId>,
) -> Result<Json<TenantTimeZone>, Problem> {
    keeps(&actor, tenant)?;
    let default = state.time_zone.clone();
    let read = state.db.read(move |c| {
        if !tenancy::is_there(c, tenant)? {
            return Err(Error::Missing);
        }
        let is_default = tenancy::time_zone(c, tenant)?.is_none();
        Ok(TenantTimeZone { time_zone: ledger::zone_of(c, tenant, &default)?.name().to_owned(), is_default })
    });
    Ok(Json(read.await?))
}

/// Sets the time zone in which a tenant's months begin. The current month ends in the new zone.
#[utoipa::path(
    put,
    path = "/api/core/quota/time_zone/tenant/{tenant_id}",
    operation_id = "tenant_time_zone_set",
    tag = "core",
    params(("tenant_id" = i64, Path)),
    request_body = TimeZoneForm,
    responses((status = 200, description = "The zone", body = TenantTimeZone))
)]
pub(crate) async fn set(
    State(state): State<Ledger>,
    CurrentUser(actor): CurrentUser,
    Path(tenant): Path<TenantId>,
    Json(form): Json<TimeZoneForm>,
) -> Result<Json<TenantTimeZone>, Problem> {
    keeps(&actor, tenant)?;
    let unknown = || Problem::unknown("time_zone");
    let (now, default) = (state.clock.now(), state.time_zone.clone());
    let as_read =
        form.is_default && form.time_zone.as_ref().is_some_and(|zone| zone.as_deref() == Some(default.name()));
    let named = form.time_zone.map(|zone| zone.filter(|_| !as_read));
    let read = named.map(|zone| zone.map(|name| TimeZone::parse(&name).ok_or_else(unknown)).transpose()).transpose()?;
    let set = state.db.write(move |tx| {
        let (old, old_zone) = (tenancy::time_zone(tx, tenant)?, ledger::zone_of(tx, tenant, &default)?);
        let wanted = read.unwrap_or_else(|| old.as_ref().map(|_| old_zone.clone()));
        let zone = wanted.as_ref().unwrap_or(&default);
        for quota in store::of_tenant(tx, tenant)? {
            // The next month stays the next: no month is skipped, and none begins twice.
            let quota = ledger::hold(tx, &default, quota.id, now)?;
            store::set_next_reset(tx, quota.id, old_zone.same_month(zone, quota.next_reset_at))?;
        }
        let name = wanted.as_ref().map(TimeZone::name);
        let title = tenancy::set_time_zone(tx, tenant, name)?.ok_or(Error::Missing)?;
        let act = Act::new("tenant_time_zone_set", tenant, Object::new("tenant", tenant.0, title))
            .before(json!({ "time_zone": old }))
            .after(json!({ "time_zone": name }));
        audit::record(tx, &*actor, act, now);
        Ok::<_, Error>(TenantTimeZone { time_zone: zone.name().to_owned(), is_default: wanted.is_none() })
    });
    Ok(Json(set.await?))
}
