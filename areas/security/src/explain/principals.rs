//! Finds the group or the user that is checked: those who could be given access.

use authz::Denied;
use db::{Conn, params};
use primitives::TenantId;

use crate::principal::Principal;
use crate::principal_key::PrincipalKey;
use crate::{Error, Result};

/// A group or a user, and what decides about their roles in the tenant.
pub(super) struct Found {
    pub name: String,
    /// None: a user who cannot sign in, or a group whose company is switched off.
    pub key: Option<PrincipalKey>,
}

/// A principal of another tenant, one that is switched off and one that does not exist give the same error.
pub(super) fn find(conn: &mut Conn<'_>, tenant: TenantId, principal: Principal) -> Result<Found> {
    match principal {
        Principal::Group(group) => {
            let sql = "SELECT g.group_title, c.active
                FROM tenancy_usergroup g
                JOIN tenancy_company c ON c.company_id = g.company_id
                WHERE g.user_group_id = $1 AND g.tenant_id = $2 AND g.active";
            let row = conn.find(sql, params![group, tenant], |row| Ok((row.get(0)?, row.get::<bool>(1)?)))?;
            let (name, active) = row.ok_or(Error::Denied(Denied::Invisible))?;
            Ok(Found { name, key: active.then(|| PrincipalKey::of_group(group)) })
        }
        Principal::User(user) => {
            let sql = "SELECT name FROM identity_user WHERE users_id = $1 AND tenant_id = $2 AND active";
            let name = conn.find(sql, params![user, tenant], |row| row.get(0))?;
            let name = name.ok_or(Error::Denied(Denied::Invisible))?;
            let actor = accounts::find_actor(conn, user)?;
            let key = actor.map(|actor| PrincipalKey::of(conn, &actor, tenant)).transpose()?;
            Ok(Found { name, key })
        }
    }
}
