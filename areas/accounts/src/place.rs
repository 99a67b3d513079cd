//! The places that people can be invited to, and who may invite there.

use authz::Actor;
use primitives::{CompanyId, GroupId, TenantId};

/// A company, optionally a group of its tenant, and the rights that the invited get.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    pub tenant: TenantId,
    pub company: CompanyId,
    pub group: Option<GroupId>,
    /// Of the group.
    pub manager: bool,
    /// Of the tenant.
    pub admin: bool,
}

/// Masters invite into companies, admins anywhere in their tenants, managers into their own groups. Nobody gives rights
/// that they do not have: a manager makes no admin, and a master, who sees no content, adds nobody to a group.
///
/// A manager from another tenant invites nobody: the invited would stay when the manager's company leaves.
pub fn may_invite(actor: &Actor, place: &Place) -> bool {
    actor.is_admin_of(place.tenant)
        || match place.group {
            None => actor.master,
            Some(group) => actor.managed_at_home().any(|managed| managed == group) && !place.admin,
        }
}

#[cfg(test)]
mod tests {
    use authz::{Actor, Membership, Origin};
    use primitives::{CompanyId, GroupId, SessionId, TenantId, UserId};

    use super::{Place, may_invite};

    fn actor() -> Actor {
        Actor {
            user: UserId(1),
            session: Some(SessionId(1)),
            origin: Origin::Job,
            language: None,
            must_reset_password: false,
            master: false,
            home: Some(TenantId(1)),
            admin_of: vec![],
            groups: vec![Membership { group: GroupId(1), tenant: TenantId(1), manager: false }],
            instances: vec![],
        }
    }

    #[test]
    fn a_place_is_open_to_invitations_by_those_who_administer_or_manage_it() {
        let managed = |group| vec![Membership { group: GroupId(group), tenant: TenantId(1), manager: true }];
        let regular = actor();
        let manager = Actor { groups: managed(1), ..actor() };
        let admin = Actor { admin_of: vec![TenantId(1)], ..actor() };
        let master = Actor { master: true, home: None, groups: vec![], ..actor() };
        let company = Place { tenant: TenantId(1), company: CompanyId(1), group: None, manager: false, admin: false };
        let group = Place { group: Some(GroupId(1)), ..company };
        let abroad = Place { tenant: TenantId(2), ..company };
        let guest = Actor { home: Some(TenantId(2)), ..manager.clone() };
        for (name, place, allowed) in [
            ("company", company, [false, false, true, true, false]),
            ("its admin", Place { admin: true, ..company }, [false, false, true, true, false]),
            ("group", group, [false, true, true, false, false]),
            ("its manager", Place { manager: true, ..group }, [false, true, true, false, false]),
            ("group and admin", Place { admin: true, ..group }, [false, false, true, false, false]),
            ("another group", Place { group: Some(GroupId(2)), ..company }, [false, false, true, false, false]),
            ("another tenant", abroad, [false, false, false, true, false]),
            (
                "another tenant's group",
                Place { group: Some(GroupId(9)), ..abroad },
                [false, false, false, false, false],
            ),
        ] {
            let found = [&regular, &manager, &admin, &master, &guest].map(|actor| may_invite(actor, &place));
            assert_eq!(found, allowed, "{name}");
        }
    }
}
