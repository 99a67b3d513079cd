//! Principal sets: people whose groups and direct grants in a tenant are the same have the same roles everywhere.

use std::collections::BTreeSet;

use authz::Actor;
use db::{Conn, params};
use primitives::{GroupId, TenantId, UserId};

/// The key of a set: the groups and the user that decide about the roles of its members in one tenant.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct PrincipalKey {
    pub admin: bool,
    pub groups: BTreeSet<GroupId>,
    /// Set if the tenant has grants to this user directly.
    pub user: Option<UserId>,
}

impl PrincipalKey {
    pub fn of(conn: &mut Conn<'_>, actor: &Actor, tenant: TenantId) -> db::Result<Self> {
        let direct = conn.exists(
            "SELECT 1 FROM security_grant WHERE tenant_id = $1 AND users_id = $2 LIMIT 1",
            params![tenant, actor.user],
        )?;
        Ok(if direct { Self::alone(actor, tenant) } else { Self::shared(actor, tenant) })
    }

    /// The actor's set if the tenant has no grants to this user directly.
    pub fn shared(actor: &Actor, tenant: TenantId) -> Self {
        Self { admin: actor.is_admin_of(tenant), groups: actor.groups_in(tenant).collect(), user: None }
    }

    /// The actor's set if the tenant has some.
    pub fn alone(actor: &Actor, tenant: TenantId) -> Self {
        Self { user: Some(actor.user), ..Self::shared(actor, tenant) }
    }

    /// Of somebody who is in this group, and in no other.
    pub fn of_group(group: GroupId) -> Self {
        Self { admin: false, groups: [group].into(), user: None }
    }

    /// Names the set within its tenant: "a g1 g5 u12".
    pub fn encode(&self) -> String {
        let mut key = String::new();
        let mut add = |letter: char, id: Option<i64>| {
            if !key.is_empty() {
                key.push(' ');
            }
            key.push(letter);
            if let Some(id) = id {
                key.push_str(&id.to_string());
            }
        };
        if self.admin {
            add('a', None);
        }
        self.groups.iter().for_each(|group| add('g', Some(group.0)));
        self.user.iter().for_each(|user| add('u', Some(user.0)));
        key
    }
}
