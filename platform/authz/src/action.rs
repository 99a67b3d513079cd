//! What can be done to a node, and what each act needs (access-control: the second check; spec 2 §4: card actions).

use primitives::{NodeKind, NodeRole};

/// What an act asks for: a role, a kind of node, and whether a lock stands in its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule {
    pub name: &'static str,
    pub role: NodeRole,
    pub kinds: &'static [NodeKind],
    pub while_locked: bool,
    /// The role is needed for what lies in the node too: the act puts something there.
    pub inside: bool,
    /// Shown in a node's menu (`actions/node/{id}`).
    pub in_menu: bool,
}

/// An act as a type, so that a permit for one cannot be used for another.
pub trait Action {
    const RULE: Rule;
}

const ANY: &[NodeKind] = &NodeKind::ALL;
const CONTAINERS: &[NodeKind] = &[NodeKind::Repository, NodeKind::Folder];
const ENTRIES: &[NodeKind] = &[NodeKind::Folder, NodeKind::File];
const FILES: &[NodeKind] = &[NodeKind::File];

macro_rules! actions {
    ($($(#[$doc:meta])* $act:ident $name:literal $role:ident $kinds:ident $locked:literal $inside:literal $menu:literal;)+) => {
        $($(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $act;

        impl Action for $act {
            const RULE: Rule = Rule {
                name: $name,
                role: NodeRole::$role,
                kinds: $kinds,
                while_locked: $locked,
                inside: $inside,
                in_menu: $menu,
            };
        })+

        /// Every act there is, in the order menus show them.
        pub fn listed() -> &'static [Rule] {
            &[$($act::RULE),+]
        }
    };
}

actions! {
    /// Be shown it in a list, and what is in it.
    See "list" Reader ANY true false false;
    /// Be told everything about it.
    Inform "information" Reader ANY false false true;
    /// Look at its picture.
    Preview "preview" Reader FILES false false true;
    /// Fetch its bytes.
    Download "download" Reader FILES false false true;
    /// Make a folder in it.
    CreateChild "create_folder" Writer CONTAINERS false true true;
    /// Put a file into it.
    Upload "upload" Writer CONTAINERS false true true;
    Rename "rename" Writer ENTRIES false false true;
    /// Put it into the bin; a lock does not keep it from that (spec 2 §4).
    Remove "remove" Writer ENTRIES true false true;
    /// Take it out of the bin.
    Restore "restore" Writer ENTRIES true false false;
    /// Delete it from the bin for good.
    Purge "purge" Manager ENTRIES true false false;
    /// Give others access, and mark.
    GrantAccess "grant_access" Manager ANY false false true;
}
