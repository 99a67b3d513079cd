//! Finds the group or the user that is checked: those who could be given access, and guests whom the asker may know.

use authz::{Actor, Denied};
use db::{Conn, params};
use nodes::Node;

use crate::guests::Known;
use crate::principal::Principal;
use crate::principal_key::PrincipalKey;
use crate::{Error, Result};

/// A group or a user, and what decides about their roles in the tenant.
pub(super) struct Found {
    pub name: String,
    /// None: a user who cannot sign in, or a group whose company is switched off.
    pub key: Option<PrincipalKey>,
}

/// An unknown principal of another tenant, one that is switched off and one that does not exist give the same error.
pub(super) fn find(conn: &mut Conn<'_>, asker: &Actor, node: &Node, principal: Principal) -> Result<Found> {
    let tenant = node.tenant;
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
            let name = match conn.find(sql, params![user, tenant], |row| row.get(0))? {
                Some(name) => Some(name),
                None => Known::to(conn, asker, node)?.find(conn, node, user)?,
            };
            let name = name.ok_or(Error::Denied(Denied::Invisible))?;
            let actor = accounts::find_actor(conn, user)?;
            let key = actor.map(|actor| PrincipalKey::of(conn, &actor, tenant)).transpose()?;
            Ok(Found { name, key })
        }
    }
}
