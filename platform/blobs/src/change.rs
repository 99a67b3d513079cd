//! A change of a store in one step, and how it is undone.

use std::fmt;

use primitives::NodeId;

use crate::{Area, Result, TreePath};

/// What happens to the bytes of one entry. A store that names bytes by their node has nothing to do for most of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// An entry goes to another path.
    Rename { from: TreePath, to: TreePath },
    /// An entry leaves the tree for an area.
    MoveOut { from: TreePath, area: Area },
    /// An entry comes into the tree from an area.
    MoveIn { area: Area, to: TreePath },
    /// A folder is made. An existing one is taken over.
    MakeFolder(TreePath),
    /// An empty folder goes. Undoing does not make it again.
    RemoveFolder(TreePath),
    /// A file gets other bytes, and those that it had are kept.
    Replace(Replacement),
    /// The file has the bytes again that it had before, however much of a replacement has happened.
    TakeBack(Replacement),
    /// The entry keeps its path.
    Nothing,
}

/// How the bytes of a file are replaced. What is kept tells that it has begun; the bytes that were taken are then either
/// where they were, or in the file's place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replacement {
    /// The file.
    pub at: TreePath,
    /// Its new bytes are those that `area` has of `taken`.
    pub area: Area,
    pub taken: NodeId,
    /// The bytes that it had are kept in the bin as those of this node.
    pub kept: NodeId,
}

/// A change that was made.
pub struct Applied(Box<dyn FnOnce() -> Result<()> + Send>);

impl Applied {
    pub fn undone_by(undo: impl FnOnce() -> Result<()> + Send + 'static) -> Self {
        Self(Box::new(undo))
    }

    /// Nothing was changed that could be undone.
    pub fn as_it_was() -> Self {
        Self::undone_by(|| Ok(()))
    }

    /// Restores what was there before, as far as nobody has changed it since.
    pub fn undo(self) -> Result<()> {
        (self.0)()
    }
}

impl fmt::Debug for Applied {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Applied")
    }
}
