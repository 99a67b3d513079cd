//! The decision: facts about a node and an actor in, a permit or a refusal out.

use std::marker::PhantomData;

use primitives::{NodeId, NodeKind, NodeRole, RepositoryId, TenantId, UserId};

use crate::{Action, OnLock, Rule};

/// What is known of one actor and one node. `role` is what is left after all three checks;
/// `traversable` says that the name alone may be shown, so that the tree can be walked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    pub node: NodeId,
    pub tenant: TenantId,
    pub repository: RepositoryId,
    pub parent: Option<NodeId>,
    pub kind: NodeKind,
    pub entry_type: String,
    pub locked_by: Option<UserId>,
    pub role: Option<NodeRole>,
    /// The role at what lies in a folder, where it was asked for. A grant that is not recursive gives none there.
    pub role_inside: Option<NodeRole>,
    pub release: Release,
    pub traversable: bool,
    pub actor: UserId,
}

/// Whether readers may have the bytes of a node that they may see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Release {
    /// It was not asked for. Acts that give bytes away are refused to readers then.
    Unknown,
    Free,
    Withheld(Withheld),
}

/// Why the bytes of a node are withheld from its readers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Withheld {
    /// The time in which it may be used is over.
    Ended,
    /// Its readers ask first, and this one has no answer that lets them.
    AsksFirst,
}

/// Proof that its holder was allowed `A` on one node, a moment ago. Made by `decide` and nowhere else.
#[derive(Debug)]
pub struct Permit<A> {
    facts: Facts,
    act: PhantomData<A>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Denied {
    /// As good as missing: answered 404.
    Invisible,
    /// The name may be known, the act needs more: answered 403.
    NeedsRole(NodeRole),
    Locked,
    WrongKind,
    /// The role is enough, and the terms of use are not met: answered 403.
    Withheld(Withheld),
}

/// Whether the actor of `facts` may do `A` to the node of `facts`.
pub fn decide<A: Action>(facts: Facts) -> Result<Permit<A>, Denied> {
    let rule = A::RULE;
    let Some(role) = facts.role else {
        return Err(if facts.traversable { Denied::NeedsRole(rule.role) } else { Denied::Invisible });
    };
    check(&rule, role, &facts)?;
    Ok(Permit { facts, act: PhantomData })
}

/// Whether somebody with this role at the node may do what the rule is of.
fn check(rule: &Rule, role: NodeRole, facts: &Facts) -> Result<(), Denied> {
    if !rule.is_for(facts.kind, &facts.entry_type) {
        return Err(Denied::WrongKind);
    }
    let holds = facts.locked_by == Some(facts.actor);
    let ends_own = rule.on_lock == OnLock::Ends && holds;
    if !ends_own && (role < rule.role || (rule.inside && facts.role_inside < Some(rule.role))) {
        return Err(Denied::NeedsRole(rule.role));
    }
    let passes = match rule.on_lock {
        OnLock::Stops | OnLock::Begins => false,
        OnLock::Passes => true,
        OnLock::Ends => role == NodeRole::Manager,
    };
    if facts.locked_by.is_some() && !holds && !passes {
        return Err(Denied::Locked);
    }
    if rule.gives_bytes { released(facts) } else { Ok(()) }
}

/// Whether the bytes may be given to the actor, as far as terms of use go: they bind who may only read.
pub fn released(facts: &Facts) -> Result<(), Denied> {
    match facts.release {
        _ if facts.role >= Some(NodeRole::Writer) => Ok(()),
        Release::Free => Ok(()),
        Release::Unknown => Err(Denied::NeedsRole(NodeRole::Writer)),
        Release::Withheld(why) => Err(Denied::Withheld(why)),
    }
}

impl<A> Permit<A> {
    pub fn node(&self) -> NodeId {
        self.facts.node
    }

    pub fn tenant(&self) -> TenantId {
        self.facts.tenant
    }

    pub fn repository(&self) -> RepositoryId {
        self.facts.repository
    }

    pub fn parent(&self) -> Option<NodeId> {
        self.facts.parent
    }

    pub fn kind(&self) -> NodeKind {
        self.facts.kind
    }

    pub fn role(&self) -> Option<NodeRole> {
        self.facts.role
    }

    pub fn actor(&self) -> UserId {
        self.facts.actor
    }

    pub fn facts(&self) -> &Facts {
        &self.facts
    }
}

/// The names of those of `acts` that a menu may offer for `facts`.
pub fn offered(acts: &[Rule], facts: &Facts) -> Vec<&'static str> {
    let Some(role) = facts.role else { return Vec::new() };
    let has_use = |rule: &&Rule| match rule.on_lock {
        OnLock::Stops | OnLock::Passes => true,
        OnLock::Begins => facts.locked_by.is_none(),
        OnLock::Ends => facts.locked_by.is_some(),
    };
    acts.iter()
        .filter(|rule| rule.in_menu && check(rule, role, facts).is_ok())
        .filter(has_use)
        .map(|rule| rule.name)
        .collect()
}

#[cfg(test)]
mod tests {
    use primitives::{NodeId, NodeKind, NodeRole, RepositoryId, TenantId, UserId};

    use super::{Denied, Facts, Release, Withheld, decide, offered};
    use crate::Rule;

    crate::acts! {
        See = Rule::new("list", 10, NodeRole::Reader, Rule::ANY).while_locked();
        Download = Rule::new("download", 20, NodeRole::Reader, Rule::FILES).gives_bytes().in_menu();
        CreateChild = Rule::new("create_folder", 30, NodeRole::Writer, Rule::CONTAINERS).inside();
        Upload = Rule::new("upload", 40, NodeRole::Writer, Rule::CONTAINERS).inside().in_menu();
        Rename = Rule::new("rename", 50, NodeRole::Writer, Rule::ENTRIES).in_menu();
        Crop = Rule::new("crop", 55, NodeRole::Writer, Rule::FILES).of_types(&["image"]).in_menu();
        Remove = Rule::new("remove", 60, NodeRole::Writer, Rule::ENTRIES).while_locked().in_menu();
        Purge = Rule::new("purge", 70, NodeRole::Manager, Rule::ENTRIES).while_locked();
        Lock = Rule::new("lock", 80, NodeRole::Writer, Rule::ENTRIES).locks().in_menu();
        Unlock = Rule::new("unlock", 90, NodeRole::Writer, Rule::ENTRIES).unlocks().in_menu();
    }

    fn file(role: Option<NodeRole>) -> Facts {
        Facts {
            node: NodeId(1),
            tenant: TenantId(1),
            repository: RepositoryId(1),
            parent: Some(NodeId(0)),
            kind: NodeKind::File,
            entry_type: "image".to_owned(),
            locked_by: None,
            role,
            role_inside: None,
            release: Release::Free,
            traversable: false,
            actor: UserId(1),
        }
    }

    #[test]
    fn each_role_includes_the_one_before_and_no_role_sees_nothing() {
        use NodeRole::{Manager, Reader, Writer};
        assert_eq!(decide::<See>(file(None)).err(), Some(Denied::Invisible));
        assert!(decide::<Download>(file(Some(Reader))).is_ok());
        assert_eq!(decide::<Rename>(file(Some(Reader))).err(), Some(Denied::NeedsRole(Writer)));
        assert!(decide::<Rename>(file(Some(Writer))).is_ok());
        assert_eq!(decide::<Purge>(file(Some(Writer))).err(), Some(Denied::NeedsRole(Manager)));
        assert!(decide::<Purge>(file(Some(Manager))).is_ok());
    }

    #[test]
    fn a_traversable_node_is_known_but_closed() {
        let facts = Facts { traversable: true, kind: NodeKind::Folder, ..file(None) };
        assert_eq!(decide::<See>(facts).err(), Some(Denied::NeedsRole(NodeRole::Reader)));
    }

    #[test]
    fn a_lock_stops_all_but_removal_and_its_holder() {
        let locked = Facts { locked_by: Some(UserId(2)), ..file(Some(NodeRole::Manager)) };
        assert_eq!(decide::<Rename>(locked.clone()).err(), Some(Denied::Locked));
        assert_eq!(decide::<Download>(locked.clone()).err(), Some(Denied::Locked));
        assert_eq!(offered(ACTS, &locked), ["remove", "unlock"]);
        assert!(decide::<Remove>(locked.clone()).is_ok());
        assert!(decide::<Rename>(Facts { actor: UserId(2), ..locked }).is_ok());
    }

    #[test]
    fn a_lock_is_ended_by_its_holder_and_by_managers() {
        use NodeRole::{Manager, Reader, Writer};
        let locked = |role, holder| Facts { locked_by: Some(UserId(holder)), ..file(Some(role)) };
        let unlocks = |role, holder| decide::<Unlock>(locked(role, holder)).err();
        assert_eq!(unlocks(Manager, 2), None);
        assert_eq!(unlocks(Writer, 2), Some(Denied::Locked));
        assert_eq!(unlocks(Reader, 2), Some(Denied::NeedsRole(Writer)));
        assert_eq!([unlocks(Writer, 1), unlocks(Reader, 1)], [None, None], "its holder, whatever their role");
        assert_eq!(decide::<Unlock>(file(Some(Reader))).err(), Some(Denied::NeedsRole(Writer)));
        assert_eq!(
            decide::<Lock>(locked(Manager, 2)).err(),
            Some(Denied::Locked),
            "nobody takes a lock from its holder"
        );
        assert!(decide::<Lock>(locked(Writer, 1)).is_ok());
    }

    #[test]
    fn a_menu_offers_to_lock_or_to_unlock_and_never_both() {
        let offers = |facts: &Facts| -> Vec<_> {
            offered(ACTS, facts).into_iter().filter(|act| act.ends_with("lock")).collect()
        };
        let writer = file(Some(NodeRole::Writer));
        assert_eq!(offers(&writer), ["lock"]);
        assert_eq!(offers(&Facts { locked_by: Some(UserId(1)), ..writer.clone() }), ["unlock"]);
        assert!(offers(&Facts { locked_by: Some(UserId(2)), ..writer }).is_empty());
        assert!(offers(&file(Some(NodeRole::Reader))).is_empty());
    }

    #[test]
    fn terms_of_use_keep_readers_from_bytes_and_nobody_from_anything_else() {
        use NodeRole::{Manager, Reader, Writer};
        let withheld = |role, release| Facts { release, ..file(Some(role)) };
        for why in [Withheld::Ended, Withheld::AsksFirst] {
            let release = Release::Withheld(why);
            assert_eq!(decide::<Download>(withheld(Reader, release)).err(), Some(Denied::Withheld(why)));
            assert!(!offered(ACTS, &withheld(Reader, release)).contains(&"download"));
            assert!(decide::<See>(withheld(Reader, release)).is_ok());
            assert!([Writer, Manager].iter().all(|role| decide::<Download>(withheld(*role, release)).is_ok()));
        }
        let unknown = decide::<Download>(withheld(Reader, Release::Unknown)).err();
        assert_eq!(unknown, Some(Denied::NeedsRole(Writer)), "who forgets to ask gives nothing away");
    }

    #[test]
    fn creating_in_a_folder_needs_the_writer_role_inside_it() {
        let folder = Facts { kind: NodeKind::Folder, ..file(Some(NodeRole::Writer)) };
        assert_eq!(decide::<CreateChild>(folder.clone()).err(), Some(Denied::NeedsRole(NodeRole::Writer)));
        assert!(!offered(ACTS, &folder).contains(&"upload"));
        let inside = Facts { role_inside: Some(NodeRole::Writer), ..folder };
        assert!(decide::<CreateChild>(inside.clone()).is_ok());
        assert!(offered(ACTS, &inside).contains(&"upload"));
    }

    #[test]
    fn an_act_of_some_entry_types_is_refused_and_not_offered_for_others() {
        let text = Facts { entry_type: "text".to_owned(), ..file(Some(NodeRole::Manager)) };
        assert!(decide::<Crop>(file(Some(NodeRole::Writer))).is_ok());
        assert_eq!(decide::<Crop>(text.clone()).err(), Some(Denied::WrongKind));
        assert!(offered(ACTS, &file(Some(NodeRole::Writer))).contains(&"crop"));
        assert!(!offered(ACTS, &text).contains(&"crop"));
    }

    #[test]
    fn creating_an_entry_in_a_file_is_refused() {
        assert_eq!(decide::<CreateChild>(file(Some(NodeRole::Manager))).err(), Some(Denied::WrongKind));
    }
}
