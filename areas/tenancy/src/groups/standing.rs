//! Who may do what with a group: the admins of its tenant everything, its managers what keeps it going.

use authz::Actor;
use db::{Conn, params};
use primitives::{CompanyId, GroupId, TenantId};

use crate::{Error, Result};

/// Where a group stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupHome {
    pub group: GroupId,
    pub tenant: TenantId,
    pub company: CompanyId,
    pub title: String,
}

impl GroupHome {
    pub fn is_administered_by(&self, actor: &Actor) -> bool {
        actor.is_admin_of(self.tenant)
    }

    /// Its managers and the admins of its tenant; to everybody else it is not there.
    pub fn is_managed_by(&self, actor: &Actor) -> bool {
        let manages = |group: GroupId| actor.groups.iter().any(|one| one.group == group && one.manager);
        self.is_administered_by(actor) || manages(self.group)
    }

    /// The admins of its tenant, and those of its managers who are at home there.
    pub fn invites(&self, actor: &Actor) -> bool {
        self.is_administered_by(actor) || actor.managed_at_home().any(|group| group == self.group)
    }
}

/// The home of a group that the actor manages; anybody else's is missing.
pub fn group_home(conn: &mut Conn<'_>, actor: &Actor, group: GroupId) -> Result<GroupHome> {
    let sql =
        "SELECT user_group_id, tenant_id, company_id, group_title FROM tenancy_usergroup WHERE user_group_id = $1";
    let found = conn.find(sql, params![group], |row| {
        Ok(GroupHome { group: row.get(0)?, tenant: row.get(1)?, company: row.get(2)?, title: row.get(3)? })
    })?;
    found.filter(|home| home.is_managed_by(actor)).ok_or(Error::Missing)
}
