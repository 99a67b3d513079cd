//! Who can be a member of a collection: people and groups of its tenant whom the asker may know.

use authz::Actor;
use db::{Conn, params};
use primitives::{GroupId, TenantId, UserId};
use rest::{Problem, Rule};

use crate::error::{Error, Result};
use crate::model::Principal;

/// Whether the asker may know all people and groups of the tenant: a guest knows those of their own groups.
pub(super) fn knows_all(asker: &Actor, tenant: TenantId) -> bool {
    asker.home == Some(tenant) || asker.is_admin_of(tenant)
}

/// The one that a request names: a person or a group.
pub(super) fn named(user: Option<UserId>, group: Option<GroupId>) -> Result<Principal, Problem> {
    match (user, group) {
        (Some(user), None) => Ok(Principal::User(user)),
        (None, Some(group)) => Ok(Principal::Group(group)),
        (None, None) => Err(Problem::invalid("users_id", Rule::Mandatory.key())),
        (Some(_), Some(_)) => Err(Problem::unknown("users_id")),
    }
}

/// Refuses people who cannot be members. An unknown id and a person whom the asker does not know get the same answer.
pub(crate) fn require(conn: &mut Conn<'_>, asker: &Actor, tenant: TenantId, principal: Principal) -> Result<()> {
    let can_be = match principal {
        Principal::User(user) => is_person_of(conn, asker, tenant, user)?,
        Principal::Group(group) => is_group_of(conn, asker, tenant, group)?,
    };
    if can_be { Ok(()) } else { Err(Error::UnknownMember) }
}

/// People of the tenant, and those of companies that its groups have invited.
fn is_person_of(conn: &mut Conn<'_>, asker: &Actor, tenant: TenantId, user: UserId) -> db::Result<bool> {
    if accounts::contacts_among(conn, asker, &[user])?.is_empty() {
        return Ok(false);
    }
    Ok(accounts::find_actor(conn, user)?.is_some_and(|person| person.belongs_to(tenant)))
}

fn is_group_of(conn: &mut Conn<'_>, asker: &Actor, tenant: TenantId, group: GroupId) -> db::Result<bool> {
    if !knows_all(asker, tenant) && !asker.groups_in(tenant).any(|own| own == group) {
        return Ok(false);
    }
    let sql = "SELECT 1 FROM tenancy_usergroup WHERE user_group_id = $1 AND tenant_id = $2 AND active";
    conn.exists(sql, params![group, tenant])
}
