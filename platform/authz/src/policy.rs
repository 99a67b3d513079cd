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
    pub traversable: bool,
    pub actor: UserId,
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
    if facts.locked_by.is_some() && !holds && !passes { Err(Denied::Locked) } else { Ok(()) }
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

/// `docs/reference/permissions.md`: role × act × state, written from the rules themselves.
pub fn reference(acts: &[Rule]) -> String {
    let mut page = String::from(
        "# Permissions\n\nWhat each node role may do. Written by `make generate` from the `acts.rs` of each room; do not edit.\n\n\
         yes: allowed · unlocked: allowed unless somebody else holds a lock · own: allowed if nobody else holds a lock, \
         or to its holder with any role · no: answered 403, or 404 to whom the node is invisible.\n\n\
         | act | on | none | reader | writer | manager |\n|---|---|---|---|---|---|\n",
    );
    for rule in acts {
        let kinds: Vec<_> = match rule.types {
            [] => rule.kinds.iter().map(|kind| format!("{kind:?}").to_lowercase()).collect(),
            types => types.iter().map(|entry_type| format!("`{entry_type}`")).collect(),
        };
        let cell = |role: NodeRole| match (role >= rule.role, rule.on_lock) {
            (true, OnLock::Passes) => "yes",
            (true, OnLock::Stops | OnLock::Begins) => "unlocked",
            (_, OnLock::Ends) if role == NodeRole::Manager => "yes",
            (_, OnLock::Ends) => "own",
            (false, _) => "no",
        };
        let cells: Vec<_> = NodeRole::ALL.into_iter().map(cell).collect();
        page += &format!("| {} | {} | no | {} |\n", rule.name, kinds.join(", "), cells.join(" | "));
    }
    page += "\nWho creates a folder or uploads needs the role for what lies in the folder too: a grant that is not recursive does \
             not give it.\n";
    page += "\nA tenant's admins are managers of its nodes. Masters get no node by being masters. Marks only take away, \
             from admins too.\n";
    page
}

#[cfg(test)]
mod tests {
    use primitives::{NodeId, NodeKind, NodeRole, RepositoryId, TenantId, UserId};

    use super::{Denied, Facts, decide, offered};
    use crate::Rule;

    crate::acts! {
        See = Rule::new("list", 10, NodeRole::Reader, Rule::ANY).while_locked();
        Download = Rule::new("download", 20, NodeRole::Reader, Rule::FILES).in_menu();
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
