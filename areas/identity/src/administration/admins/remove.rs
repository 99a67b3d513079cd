//! `DELETE users/{users_id}/tenant/{tenant_id}/admin`.

use audit::{Act, Object};
use authz::Actor;
use axum::extract::State;
use axum::http::StatusCode;
use db::{Tx, params};
use primitives::{Seconds, TenantId, UserId};
use rest::{CurrentUser, Path, Problem};
use serde_json::json;

use crate::{Error, Identity, invitation, store};

/// Takes the rights of an admin of the tenant away. The last one is only taken away by a master.
#[utoipa::path(
    delete,
    path = "/api/core/users/{users_id}/tenant/{tenant_id}/admin",
    operation_id = "tenant_admin_remove",
    tag = "core",
    params(("users_id" = i64, Path), ("tenant_id" = i64, Path)),
    responses((status = 204, description = "No admin any more"))
)]
pub(crate) async fn remove_admin(
    State(identity): State<Identity>,
    CurrentUser(actor): CurrentUser,
    Path((user, tenant)): Path<(UserId, TenantId)>,
) -> Result<StatusCode, Problem> {
    if !actor.administers(tenant) {
        return Err(Error::Missing.into());
    }
    let now = identity.clock.now();
    identity.db.write(move |tx| take(tx, &actor, user, tenant, now)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Removes an admin. The caller checks before that the actor administers the tenant.
pub(crate) fn take(tx: &mut Tx<'_>, actor: &Actor, user: UserId, tenant: TenantId, now: Seconds) -> Result<(), Error> {
    tenancy::bump_epoch(tx)?;
    let sql = "DELETE FROM identity_admin WHERE users_id = $1 AND tenant_id = $2";
    if tx.run(sql, params![user, tenant])? == 0 {
        return Err(Error::Missing);
    }
    // First: an account that they made and nobody has used is no admin that stays.
    invitation::withdraw_unentitled(tx, actor, user, now)?;
    let others = "SELECT 1 FROM identity_admin WHERE tenant_id = $1 LIMIT 1";
    if !actor.master && !tx.exists(others, params![tenant])? {
        return Err(Error::LastAdmin);
    }
    let name = store::people::name_of(tx, user)?.unwrap_or_default();
    let act = Act::new("tenant_admin_remove", tenant, Object::new("users", user.0, name));
    audit::record(tx, actor, act.before(json!({ "admin_of": tenant })), now);
    Ok(())
}
