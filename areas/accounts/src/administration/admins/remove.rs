//! `DELETE users/{users_id}/tenant/{tenant_id}/admin`.

use audit::{Act, Object};
use authz::Actor;
use axum::extract::State;
use axum::http::StatusCode;
use db::{Conn, Tx, params};
use primitives::{Seconds, TenantId, UserId};
use rest::{CurrentUser, Path, Problem};
use serde_json::json;

use crate::administration::rights;
use crate::{Accounts, Error, maker, store};

/// Removes the rights of an admin of the tenant. Only a master can remove the last admin.
#[utoipa::path(
    delete,
    path = "/api/core/users/{users_id}/tenant/{tenant_id}/admin",
    operation_id = "tenant_admin_remove",
    tag = "core",
    params(("users_id" = i64, Path), ("tenant_id" = i64, Path)),
    responses((status = 204, description = "The user is no longer an admin"))
)]
pub(crate) async fn remove_admin(
    State(accounts): State<Accounts>,
    CurrentUser(actor): CurrentUser,
    Path((user, tenant)): Path<(UserId, TenantId)>,
) -> Result<StatusCode, Problem> {
    if !actor.administers(tenant) {
        return Err(Error::Missing.into());
    }
    let now = accounts.clock.now();
    accounts.db.write(move |tx| take(tx, &actor, user, tenant, now)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Removes an admin. The caller checks before that the actor administers the tenant.
pub(crate) fn take(tx: &mut Tx<'_>, actor: &Actor, user: UserId, tenant: TenantId, now: Seconds) -> Result<(), Error> {
    tenancy::bump_epoch(tx)?;
    let sql = "DELETE FROM identity_admin WHERE users_id = $1 AND tenant_id = $2";
    if tx.run(sql, params![user, tenant])? == 0 {
        return Err(Error::Missing);
    }
    rights::lost(tx, actor, user, now)?;
    if !actor.master && !is_looked_after(tx, tenant)? {
        return Err(Error::LastAdmin);
    }
    let name = store::names::name_of(tx, user)?.unwrap_or_default();
    let act = Act::new("tenant_admin_remove", tenant, Object::new("users", user.0, name));
    audit::record(tx, actor, act.before(json!({ "admin_of": tenant })), now);
    Ok(())
}

/// Whether the tenant has an admin who can sign in. An unused account does not count if its maker may no longer make
/// it.
fn is_looked_after(conn: &mut Conn<'_>, tenant: TenantId) -> db::Result<bool> {
    let sql = "SELECT u.users_id, u.made_by IS NULL
               FROM identity_admin a
               JOIN identity_user u ON u.users_id = a.users_id
               WHERE a.tenant_id = $1
               ORDER BY u.made_by IS NULL DESC";
    let admins = conn.rows(sql, params![tenant], |row| Ok((row.get::<UserId>(0)?, row.get::<bool>(1)?)))?;
    for (admin, used) in admins {
        if used || maker::stands(conn, admin)? {
            return Ok(true);
        }
    }
    Ok(false)
}
