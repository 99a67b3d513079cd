//! A change of a store in one step, and how it is undone.

use std::os::fd::OwnedFd;

use primitives::NodeId;
use rustix::fs::{AtFlags, unlinkat};
use rustix::io::Errno;

use crate::tree::Moved;
use crate::{Area, Result, Tree, TreePath};

/// What happens to the bytes of one entry. A store that names bytes by their node has nothing to do for most of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// An entry goes to another path.
    Rename { from: TreePath, to: TreePath },
    /// An entry goes into an area.
    Take { from: TreePath, area: Area },
    /// An entry comes from an area.
    Put { area: Area, to: TreePath },
    /// A folder is made. An existing one is taken over.
    MakeFolder(TreePath),
    /// The entry keeps its path.
    Nothing,
}

/// A change that was made.
#[derive(Debug)]
pub struct Applied(Undo);

#[derive(Debug)]
enum Undo {
    Back(Moved),
    /// The folder that contains it, and its name.
    Remove(OwnedFd, String),
    Nothing,
}

impl Tree {
    /// Makes a change to the bytes of `node`. It is durable when this returns.
    pub fn apply(&self, node: NodeId, change: &Change) -> Result<Applied> {
        Ok(Applied(match change {
            Change::Rename { from, to } => Undo::Back(self.rename(from, to)?),
            Change::Take { from, area } => Undo::Back(self.take(from, *area, node)?),
            Change::Put { area, to } => Undo::Back(self.put(*area, node, to)?),
            Change::MakeFolder(place) => match self.make_folder(place)? {
                Some(folder) => Undo::Remove(folder, place.name().to_owned()),
                None => Undo::Nothing,
            },
            Change::Nothing => Undo::Nothing,
        }))
    }
}

impl Applied {
    /// Restores what was there before, as far as nobody has changed it since. It works with the folders themselves, so
    /// it is exact even if one of them has another path by now.
    pub fn undo(self) -> Result<()> {
        match self.0 {
            Undo::Back(moved) => moved.undo(),
            Undo::Remove(folder, name) => match unlinkat(&folder, name.as_str(), AtFlags::REMOVEDIR) {
                // Somebody has put something into it.
                Err(Errno::NOENT | Errno::NOTEMPTY | Errno::EXIST) => Ok(()),
                removed => Ok(removed?),
            },
            Undo::Nothing => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use primitives::NodeId;

    use super::Change;
    use crate::{Area, Tree, TreePath};

    #[test]
    fn a_change_is_undone_where_its_folder_is_by_now() {
        let folder = tempfile::tempdir().unwrap();
        let tree = Tree::create(folder.path()).unwrap();
        let place = |names: &[&str]| TreePath::of(names).unwrap();
        tree.make_folder(&place(&["one"])).unwrap();
        tree.stage(NodeId(7)).unwrap();
        let put = Change::Put { area: Area::Staging, to: place(&["one", "a.txt"]) };
        let put = tree.apply(NodeId(7), &put).unwrap();
        let made = tree.apply(NodeId(8), &Change::MakeFolder(place(&["one", "inner"]))).unwrap();
        let kept = tree.apply(NodeId(8), &Change::MakeFolder(place(&["one"]))).unwrap();
        tree.rename(&place(&["one"]), &place(&["two"])).unwrap();
        for applied in [put, made, kept] {
            applied.undo().unwrap();
        }
        assert_eq!(tree.in_area(Area::Staging).unwrap(), [NodeId(7)]);
        assert_eq!(tree.list(Some(&place(&["two"]))).unwrap(), []);
    }
}
