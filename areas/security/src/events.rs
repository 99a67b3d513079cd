//! Events of this room.

use ::events::{Event, Header};
use primitives::{GroupId, NodeId};

/// A grant, a mark, a clearance or the closing of a repository was changed. Memberships of groups, accounts that are
/// switched off, and entries that move are not told here: rights are checked when they are used.
#[derive(Clone, Copy, Debug)]
pub struct AccessChanged {
    pub header: Header,
    pub what: AccessChange,
}

impl Event for AccessChanged {}

/// What is changed at a node holds for everything below it, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccessChange {
    /// Who has which role at a node.
    Grants(NodeId),
    /// The marks that are set on a node.
    Marks(NodeId),
    /// A repository, by its top node, was closed, or opened again.
    Closing(NodeId),
    /// What the members of a group are cleared for.
    Clearances(GroupId),
}

impl AccessChange {
    /// The node at which it is changed.
    pub fn node(self) -> Option<NodeId> {
        match self {
            Self::Grants(node) | Self::Marks(node) | Self::Closing(node) => Some(node),
            Self::Clearances(_) => None,
        }
    }
}
