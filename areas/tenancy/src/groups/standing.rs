//! Who may do what with a group: the admins of its tenant everything, its managers what its daily use needs.

use authz::Actor;
use db::{Conn, params};
use primitives::{CompanyId, GroupId, TenantId};

use crate::{Error, Result};

/// A group's tenant and company.
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

    /// Its managers and the admins of its tenant; for everybody else it counts as missing.
    pub fn is_managed_by(&self, actor: &Actor) -> bool {
        let manages = |group: GroupId| actor.groups.iter().any(|one| one.group == group && one.manager);
        self.is_administered_by(actor) || manages(self.group)
    }

    /// The admins of its tenant, and those of its managers whose home it is.
    pub fn invites(&self, actor: &Actor) -> bool {
        self.is_administered_by(actor) || actor.managed_at_home().any(|group| group == self.group)
    }
}

/// The home of a group that the actor manages; any other counts as missing.
pub fn group_home(conn: &mut Conn<'_>, actor: &Actor, group: GroupId) -> Result<GroupHome> {
    let sql =
        "SELECT user_group_id, tenant_id, company_id, group_title FROM tenancy_usergroup WHERE user_group_id = $1";
    let found = conn.find(sql, params![group], |row| {
        Ok(GroupHome { group: row.get(0)?, tenant: row.get(1)?, company: row.get(2)?, title: row.get(3)? })
    })?;
    found.filter(|home| home.is_managed_by(actor)).ok_or(Error::Missing)
}
