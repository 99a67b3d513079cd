//! A change of a store in one step, and how it is undone.

use std::fmt;

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
    /// The entry keeps its path.
    Nothing,
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
