//! Principal sets: people whose groups and direct grants in a tenant are the same are one to the walls.

use std::collections::BTreeSet;

use authz::Actor;
use db::{Conn, params};
use primitives::{GroupId, NodeRole, TenantId, UserId};

use crate::content::{Content, Principal};
use crate::marks::Marks;
use crate::scheme::Scheme;

/// One set, as a value: who its members are to the walls of one tenant.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Members {
    pub admin: bool,
    pub groups: BTreeSet<GroupId>,
    /// Set where the tenant has grants to this very user.
    pub user: Option<UserId>,
}

impl Members {
    pub fn of(conn: &mut Conn<'_>, actor: &Actor, tenant: TenantId) -> db::Result<Self> {
        let direct = conn.exists(
            "SELECT 1 FROM security_grant WHERE tenant_id = $1 AND users_id = $2 LIMIT 1",
            params![tenant, actor.user],
        )?;
        Ok(if direct { Self::alone(actor, tenant) } else { Self::shared(actor, tenant) })
    }

    /// The actor's set where the tenant has no grants to this very user.
    pub fn shared(actor: &Actor, tenant: TenantId) -> Self {
        Self { admin: actor.is_admin_of(tenant), groups: actor.groups_in(tenant).collect(), user: None }
    }

    /// The actor's set where the tenant has.
    pub fn alone(actor: &Actor, tenant: TenantId) -> Self {
        Self { user: Some(actor.user), ..Self::shared(actor, tenant) }
    }

    /// Names the set within its tenant: "a g1 g5 u12".
    pub fn key(&self) -> String {
        let mut parts = Vec::new();
        if self.admin {
            parts.push("a".to_owned());
        }
        parts.extend(self.groups.iter().map(|group| format!("g{group}")));
        parts.extend(self.user.iter().map(|user| format!("u{user}")));
        parts.join(" ")
    }

    fn is(&self, principal: Principal) -> bool {
        match principal {
            Principal::Group(group) => self.groups.contains(&group),
            Principal::User(user) => self.user == Some(user),
        }
    }

    /// What the set may do where `content` is in effect: the strongest grant, unless a mark is in the way.
    pub fn role_in(&self, content: &Content, scheme: &Scheme, cleared: &Marks) -> Option<NodeRole> {
        let granted = content.grants.iter().filter(|(principal, _)| self.is(**principal)).map(|(_, role)| *role).max();
        let role = if self.admin { Some(NodeRole::Manager) } else { granted };
        role.filter(|_| scheme.lets_pass(&content.marks, cleared))
    }
}
