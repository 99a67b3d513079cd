//! What an act on a node is: a rule, and a type that a permit is for. Rooms declare theirs.

use primitives::{NodeKind, NodeRole};

/// What an act has to do with the lock of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnLock {
    /// Only the holder of a lock does it.
    Stops,
    /// A lock is not in its way.
    Passes,
    /// It locks what nobody has locked.
    Begins,
    /// It ends a lock: its holder does it, whatever their role, or a manager.
    Ends,
}

/// What an act asks for: a role, a kind or type of node, and whether a lock stands in its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule {
    pub name: &'static str,
    /// Where menus and the reference show it: lower ones first, over all rooms.
    pub order: u16,
    pub role: NodeRole,
    pub kinds: &'static [NodeKind],
    /// The entry types it is for; none: every type of these kinds.
    pub types: &'static [&'static str],
    pub on_lock: OnLock,
    /// The role is needed for what lies in the node too: the act puts something there.
    pub inside: bool,
    /// The act gives bytes of the node away: its terms of use may keep readers from it.
    pub gives_bytes: bool,
    /// Shown in a node's menu (`actions/node/{id}`).
    pub in_menu: bool,
}

impl Rule {
    pub const ANY: &'static [NodeKind] = &NodeKind::ALL;
    pub const CONTAINERS: &'static [NodeKind] = &[NodeKind::Repository, NodeKind::Folder];
    pub const ENTRIES: &'static [NodeKind] = &[NodeKind::Folder, NodeKind::File];
    pub const FILES: &'static [NodeKind] = &[NodeKind::File];

    /// An act that a lock keeps others from, and that no menu shows.
    pub const fn new(name: &'static str, order: u16, role: NodeRole, kinds: &'static [NodeKind]) -> Self {
        let (types, on_lock) = (&[], OnLock::Stops);
        Self { name, order, role, kinds, types, on_lock, inside: false, gives_bytes: false, in_menu: false }
    }

    pub const fn of_types(self, types: &'static [&'static str]) -> Self {
        Self { types, ..self }
    }

    /// Whether it can be done with nodes of this kind and type.
    pub fn is_for(&self, kind: NodeKind, entry_type: &str) -> bool {
        self.kinds.contains(&kind) && (self.types.is_empty() || self.types.contains(&entry_type))
    }

    pub const fn while_locked(self) -> Self {
        Self { on_lock: OnLock::Passes, ..self }
    }

    pub const fn locks(self) -> Self {
        Self { on_lock: OnLock::Begins, ..self }
    }

    pub const fn unlocks(self) -> Self {
        Self { on_lock: OnLock::Ends, ..self }
    }

    pub const fn inside(self) -> Self {
        Self { inside: true, ..self }
    }

    pub const fn gives_bytes(self) -> Self {
        Self { gives_bytes: true, ..self }
    }

    pub const fn in_menu(self) -> Self {
        Self { in_menu: true, ..self }
    }
}

/// An act as a type, so that a permit for one cannot be used for another.
pub trait Action {
    const RULE: Rule;
}

/// Declares the acts of a room: a type for each, and `ACTS`, the rules of all of them.
#[macro_export]
macro_rules! acts {
    ($($(#[$doc:meta])* $act:ident = $rule:expr;)+) => {
        $($(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $act;

        impl $crate::Action for $act {
            const RULE: $crate::Rule = $rule;
        })+

        /// What can be done to a node here.
        pub const ACTS: &[$crate::Rule] = &[$(<$act as $crate::Action>::RULE),+];
    };
}
