//! `admins` of a user's form: the tenants that the user administers. The asker must be allowed to grant each one by
//! itself.

use audit::{Act, Object};
use authz::Actor;
use db::Tx;
use primitives::{Seconds, TenantId, UserId};
use rest::Problem;
use serde::Deserialize;
use serde_json::json;

use super::model::UserRecord;
use crate::administration::admins::remove;
use crate::{Error, maker, people, store};

#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
pub(crate) struct AdminOf {
    pub tenant_id: TenantId,
}

/// Refused if the asker may not name one of the tenants.
pub(super) fn may_name(actor: &Actor, wanted: &[AdminOf]) -> Result<(), Problem> {
    match wanted.iter().position(|admin| !actor.administers(admin.tenant_id)) {
        Some(place) => Err(unknown(place)),
        None => Ok(()),
    }
}

/// Makes a new user of `home` an admin. Only masters make somebody an admin of a tenant that is not their home.
pub(super) fn give(
    tx: &mut Tx<'_>,
    actor: &Actor,
    (user, home): (UserId, Option<TenantId>),
    wanted: &[AdminOf],
) -> Result<(), Problem> {
    may_name(actor, wanted)?;
    for (place, admin) in wanted.iter().enumerate() {
        if !actor.master && home != Some(admin.tenant_id) {
            return Err(unknown(place));
        }
        make_admin(tx, actor, user, (place, admin.tenant_id))?;
    }
    Ok(())
}

/// Grants the missing tenants of the form and removes those it leaves out, among the tenants that the asker
/// administers: answers do not reveal the others.
pub(super) fn apply(
    tx: &mut Tx<'_>,
    actor: &Actor,
    record: &UserRecord,
    wanted: &[AdminOf],
    now: Seconds,
) -> Result<(), Problem> {
    may_name(actor, wanted)?;
    let (user, had) = (record.users_id, store::standings::standing(tx, record.users_id)?.admins);
    for (place, admin) in wanted.iter().enumerate() {
        let tenant = admin.tenant_id;
        if had.iter().any(|one| one.tenant == tenant) {
            continue;
        }
        if !actor.master && record.tenant_id != Some(tenant) {
            return Err(unknown(place));
        }
        make_admin(tx, actor, user, (place, tenant))?;
        let act = Act::new("tenant_admin_add", tenant, Object::new("users", user.0, &record.name));
        audit::record(tx, actor, act.after(json!({ "admin_of": tenant, "created": false })), now);
    }
    for one in had.iter().filter(|one| actor.administers(one.tenant)) {
        if !wanted.iter().any(|admin| admin.tenant_id == one.tenant) {
            remove::take(tx, actor, user, one.tenant, now)?;
        }
    }
    Ok(())
}

/// The tenant at this index of the form may not exist: masters can name any.
fn make_admin(tx: &mut Tx<'_>, actor: &Actor, user: UserId, (place, tenant): (usize, TenantId)) -> Result<(), Problem> {
    let made = people::make_admin(tx, user, tenant).and_then(|()| maker::vouch(tx, actor, user));
    made.map_err(|error| match error {
        Error::Missing => unknown(place),
        other => other.into(),
    })
}

fn unknown(place: usize) -> Problem {
    Problem::unknown(&format!("admins[{place}].tenant_id"))
}
