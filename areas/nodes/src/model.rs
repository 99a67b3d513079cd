//! A node and the states it can be in.

use primitives::{EntryName, NodeId, NodeKind, RepositoryId, Seconds, TenantId, UserId};

/// No node has this id. Whoever must not learn whether a node exists is answered after the same statements about it.
pub const NO_NODE: NodeId = NodeId(0);

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    pub id: NodeId,
    pub tenant: TenantId,
    pub repository: RepositoryId,
    pub parent: Option<NodeId>,
    pub kind: NodeKind,
    pub name: String,
    pub state: NodeState,
    pub has_own_acl: bool,
    pub locked_by: Option<UserId>,
    pub locked_at: Option<Seconds>,
    pub size: i64,
    pub entry_type: String,
    pub facts: Facts,
    pub created_by: Option<UserId>,
    pub created_at: Seconds,
    pub modified_at: Seconds,
    pub taken_at: Option<Seconds>,
    pub binned_at: Option<Seconds>,
    pub binned_by: Option<UserId>,
}

/// The part of a node that lists show; they read many.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    pub id: NodeId,
    pub parent: Option<NodeId>,
    pub kind: NodeKind,
    pub name: String,
    pub has_own_acl: bool,
    pub locked_by: Option<UserId>,
    pub locked_at: Option<Seconds>,
    pub size: i64,
    pub hash: Option<String>,
    pub mime: Option<String>,
    pub entry_type: String,
    pub modified_at: Seconds,
    /// When a picture was taken, if that is known.
    pub taken_at: Option<Seconds>,
    pub created_by: Option<UserId>,
}

impl From<Node> for Listed {
    fn from(node: Node) -> Self {
        Self {
            id: node.id,
            parent: node.parent,
            kind: node.kind,
            name: node.name,
            has_own_acl: node.has_own_acl,
            locked_by: node.locked_by,
            locked_at: node.locked_at,
            size: node.size,
            hash: node.facts.hash,
            mime: node.facts.mime,
            entry_type: node.entry_type,
            modified_at: node.modified_at,
            taken_at: node.taken_at,
            created_by: node.created_by,
        }
    }
}

/// The facts about a file's content.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// BLAKE3, hexadecimal.
    pub hash: Option<String>,
    pub mime: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeState {
    /// The upload is not complete, or the folder not yet on disk; nobody sees it.
    Staging,
    Ready,
    /// In the bin. Without a time of removal, it is an earlier version of a file, or waits to be taken into its folder.
    Binned,
}

macro_rules! coded {
    ($kind:ident: $($case:ident = $code:literal),+) => {
        impl $kind {
            pub fn code(self) -> i64 {
                match self { $(Self::$case => $code),+ }
            }

            fn from_code(code: i64) -> Option<Self> {
                match code {
                    $($code => Some(Self::$case),)+
                    _ => None,
                }
            }
        }
        db::code!($kind);
    };
}
coded!(NodeState: Staging = 0, Ready = 1, Binned = 2);

/// A new folder or file.
#[derive(Clone, Debug)]
pub struct NewNode<'n> {
    pub kind: NodeKind,
    pub name: &'n EntryName,
    pub state: NodeState,
    pub size: i64,
    pub now: Seconds,
}

/// The content of a file that arrived.
#[derive(Clone, Copy, Debug)]
pub struct Arrived<'a> {
    pub name: &'a str,
    /// Bytes.
    pub size: i64,
    /// BLAKE3, hexadecimal.
    pub hash: &'a str,
    pub mime: &'a str,
    pub now: Seconds,
}

/// One step up the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ancestor {
    pub id: NodeId,
    pub kind: NodeKind,
    pub name: String,
    /// Its name on disk.
    pub disk_name: String,
    pub has_own_acl: bool,
    pub state: NodeState,
    /// How often its path has changed.
    pub moves: i64,
}

/// As `Ancestor`, for the paths of many nodes at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    pub parent: Option<NodeId>,
    pub has_own_acl: bool,
    pub state: NodeState,
}

/// A node's name and parent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameAndParent {
    pub parent: Option<NodeId>,
    pub name: String,
}

/// The acts that put an entry into a folder. The room that declares an act says so, here and below.
pub trait Placing {}

/// The acts that give a node another name.
pub trait Renaming {}

/// The acts that give a file another content.
pub trait Replacing {}

/// The acts that take an entry from one folder to another.
pub trait Moving {}

/// The acts that lock a node.
pub trait Locking {}

/// The acts that end the lock of a node.
pub trait Unlocking {}

/// The acts that put a node into the bin.
pub trait Binning {}

/// The acts that take a node out of the bin.
pub trait Restoring {}

/// The acts that delete what lies in the bin for good.
pub trait Deleting {}
