//! The person behind a request, with everything access asks about them.

use std::net::IpAddr;

use primitives::{AppInstanceId, Application, GroupId, Language, SessionId, TenantId, UserId};
use serde::{Deserialize, Serialize};

/// The four roles, derived from the user's data and never stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, utoipa::ToSchema)]
pub enum Role {
    #[serde(rename = "USER_REGULAR")]
    Regular,
    #[serde(rename = "USER_MANAGER")]
    Manager,
    #[serde(rename = "USER_ADMIN")]
    Admin,
    #[serde(rename = "USER_MASTER")]
    Master,
}

/// From where somebody acts. No check asks for it; the audit log tells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A request, and the address of who sent it, where the network said so.
    Network(Option<IpAddr>),
    /// Work that goes on without a request.
    Job,
    /// The command line of the server's host.
    CommandLine,
}

impl std::fmt::Display for Origin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Network(Some(address)) => address.fmt(f),
            Self::Network(None) => f.write_str("network"),
            Self::Job => f.write_str("job"),
            Self::CommandLine => f.write_str("command line"),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Membership {
    pub group: GroupId,
    pub tenant: TenantId,
    pub manager: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Instance {
    pub id: AppInstanceId,
    pub application: Application,
}

/// Only what is active counts: a group, company or tenant that is switched off is not in here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Actor {
    pub user: UserId,
    /// None for work that somebody asked for earlier, and that no session can end.
    pub session: Option<SessionId>,
    pub origin: Origin,
    pub language: Option<Language>,
    pub must_reset_password: bool,
    pub master: bool,
    /// The tenant of the user's company; masters of the platform have none.
    pub home: Option<TenantId>,
    pub admin_of: Vec<TenantId>,
    pub groups: Vec<Membership>,
    pub instances: Vec<Instance>,
}

impl Actor {
    /// Master flag gives master, otherwise regular; a non-empty admins list adds admin; a group managed adds manager.
    pub fn roles(&self) -> Vec<Role> {
        let mut roles = vec![if self.master { Role::Master } else { Role::Regular }];
        if !self.admin_of.is_empty() {
            roles.push(Role::Admin);
        }
        if self.groups.iter().any(|membership| membership.manager) {
            roles.push(Role::Manager);
        }
        roles
    }

    pub fn is_admin_of(&self, tenant: TenantId) -> bool {
        self.admin_of.contains(&tenant)
    }

    /// Looks after the tenant's people and settings: its admins do, and masters do for all tenants. It opens no content.
    pub fn administers(&self, tenant: TenantId) -> bool {
        self.master || self.is_admin_of(tenant)
    }

    /// The tenants that the actor administers; none stands for all of them.
    pub fn administered(&self) -> Option<&[TenantId]> {
        if self.master { None } else { Some(&self.admin_of) }
    }

    /// The first check: the user belongs to the tenant, administers it, or was invited into one of its groups.
    pub fn belongs_to(&self, tenant: TenantId) -> bool {
        self.home == Some(tenant) || self.is_admin_of(tenant) || self.groups_in(tenant).next().is_some()
    }

    /// Every tenant of which the user may see anything at all, without repeats.
    pub fn tenants(&self) -> Vec<TenantId> {
        let mut tenants: Vec<_> = self.home.into_iter().chain(self.admin_of.iter().copied()).collect();
        tenants.extend(self.groups.iter().map(|membership| membership.tenant));
        tenants.sort_unstable();
        tenants.dedup();
        tenants
    }

    pub fn groups_in(&self, tenant: TenantId) -> impl Iterator<Item = GroupId> + '_ {
        self.groups.iter().filter(move |membership| membership.tenant == tenant).map(|membership| membership.group)
    }

    /// The groups that the actor manages in the tenant that they are at home in. A manager from another tenant was let
    /// into one group with their company: whom they invited would stay when the company goes.
    pub fn managed_at_home(&self) -> impl Iterator<Item = GroupId> + '_ {
        let at_home = self.groups.iter().filter(|one| one.manager && self.home == Some(one.tenant));
        at_home.map(|membership| membership.group)
    }

    /// Whether nothing of what `earlier`, the same person at an earlier moment, could do has ended since.
    pub fn has_all_of(&self, earlier: &Self) -> bool {
        let in_groups = |one: &Membership| {
            let same = |now: &&Membership| now.group == one.group && now.tenant == one.tenant;
            self.groups.iter().find(same).is_some_and(|now| now.manager || !one.manager)
        };
        self.user == earlier.user
            && self.home == earlier.home
            && (self.master || !earlier.master)
            && (!self.must_reset_password || earlier.must_reset_password)
            && earlier.admin_of.iter().all(|tenant| self.admin_of.contains(tenant))
            && earlier.groups.iter().all(in_groups)
            && earlier.instances.iter().all(|instance| self.instances.contains(instance))
    }

    pub fn has_instance(&self, id: AppInstanceId, application: Application) -> bool {
        self.instances.contains(&Instance { id, application })
    }
}

#[cfg(test)]
mod tests {
    use primitives::{AppInstanceId, Application, GroupId, SessionId, TenantId, UserId};

    use super::{Actor, Instance, Membership, Origin, Role};

    fn regular() -> Actor {
        Actor {
            user: UserId(1),
            session: Some(SessionId(1)),
            origin: Origin::Job,
            language: None,
            must_reset_password: false,
            master: false,
            home: Some(TenantId(1)),
            admin_of: vec![],
            groups: vec![],
            instances: vec![],
        }
    }

    #[test]
    fn an_actor_is_compared_by_lost_rights_and_not_by_new_ones() {
        let group = |manager| vec![Membership { group: GroupId(1), tenant: TenantId(1), manager }];
        let earlier = Actor { admin_of: vec![TenantId(1)], groups: group(true), ..regular() };
        assert!(earlier.has_all_of(&earlier));
        assert!(
            Actor { master: true, admin_of: vec![TenantId(2), TenantId(1)], ..earlier.clone() }.has_all_of(&earlier)
        );
        for now in [
            Actor { admin_of: vec![], ..earlier.clone() },
            Actor { groups: vec![], ..earlier.clone() },
            Actor { groups: group(false), ..earlier.clone() },
            Actor { home: None, ..earlier.clone() },
            Actor { must_reset_password: true, ..earlier.clone() },
        ] {
            assert!(!now.has_all_of(&earlier), "{now:?}");
        }
        assert!(!earlier.has_all_of(&Actor { master: true, ..earlier.clone() }));
        let has = Actor {
            instances: vec![Instance { id: AppInstanceId(1), application: Application::Home }],
            ..earlier.clone()
        };
        assert!(has.has_all_of(&earlier) && !earlier.has_all_of(&has));
    }

    #[test]
    fn roles_derive_from_the_user_s_data() {
        let group = |manager| Membership { group: GroupId(1), tenant: TenantId(1), manager };
        for (actor, roles) in [
            (regular(), vec![Role::Regular]),
            (Actor { groups: vec![group(false)], ..regular() }, vec![Role::Regular]),
            (Actor { groups: vec![group(true)], ..regular() }, vec![Role::Regular, Role::Manager]),
            (Actor { admin_of: vec![TenantId(1)], ..regular() }, vec![Role::Regular, Role::Admin]),
            (Actor { master: true, ..regular() }, vec![Role::Master]),
            (
                Actor { master: true, admin_of: vec![TenantId(2)], groups: vec![group(true)], ..regular() },
                vec![Role::Master, Role::Admin, Role::Manager],
            ),
        ] {
            assert_eq!(actor.roles(), roles);
        }
    }

    #[test]
    fn an_invited_user_belongs_to_the_inviting_tenant_and_a_master_to_none() {
        let invited = Membership { group: GroupId(7), tenant: TenantId(2), manager: false };
        let actor = Actor { groups: vec![invited], ..regular() };
        assert_eq!(actor.tenants(), [TenantId(1), TenantId(2)]);
        let master = Actor { master: true, home: None, ..regular() };
        assert!(!master.belongs_to(TenantId(1)));
    }
}
