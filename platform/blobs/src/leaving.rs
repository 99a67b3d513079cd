//! A folder tree whose repository has left: what is ours in it is removed, and nothing else.

use std::ffi::OsStr;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use rustix::fs::statvfs;

use crate::layout::{LOST, MAKING, MOVING, OURS, SENTINEL};
use crate::{Area, Error, Result, Tree, TreePath};

/// A server on one machine holds this file while it serves the repository.
const LOCK: &str = "lock";

impl Tree {
    /// In the tree and in the bin.
    pub(crate) fn without_empty_folders(&self) -> Result<()> {
        primitives::assert_may_wait();
        if !self.is_mounted() {
            return Err(Error::NotMounted);
        }
        empty_folders_below(self.root(), Some(OURS))?;
        empty_folders_below(&self.root().join(OURS).join(Area::Bin.name()), None)
    }

    /// Of what moved between repositories.
    pub(crate) fn without_moving(&self, number: i64) -> Result<()> {
        primitives::assert_may_wait();
        if !self.is_mounted() {
            return Err(Error::NotMounted);
        }
        let Some(place) = TreePath::moving(number, &[]) else { return Ok(()) };
        let left = self.root().join(place.below_root());
        if left.is_dir() {
            empty_folders_below(&left, None)?;
            left_if_used(fs::remove_dir(&left))?;
        }
        if left.symlink_metadata().is_ok() {
            self.move_to_lost(place.folder().as_ref(), OsStr::new(place.name()))?;
        }
        Ok(())
    }

    /// It may have been interrupted before.
    pub(crate) fn dissolved(&self) -> Result<()> {
        primitives::assert_may_wait();
        let ours = self.root().join(OURS);
        for area in [Area::Staging.name(), MAKING] {
            gone(fs::remove_dir_all(ours.join(area)))?;
        }
        for area in [Area::Bin.name(), MOVING] {
            empty_folders_below(&ours.join(area), None)?;
        }
        empty_folders_below(self.root(), Some(OURS))?;
        for kept in [Area::Bin.name(), MOVING, LOST] {
            left_if_used(fs::remove_dir(ours.join(kept)))?;
        }
        for file in [LOCK, SENTINEL] {
            gone(fs::remove_file(ours.join(file)))?;
        }
        left_if_used(fs::remove_dir(&ours))?;
        left_if_used(fs::remove_dir(self.root()))
    }

    /// For everybody but the disk's own administrator.
    pub(crate) fn free_on_disk(&self) -> Result<u64> {
        primitives::assert_may_wait();
        let there = self.root().ancestors().find(|above| above.exists()).ok_or(Error::NotMounted)?;
        let known = statvfs(there)?;
        Ok(known.f_bavail.saturating_mul(known.f_frsize))
    }
}

/// Links are not followed. `but`: a folder directly in it that stays as it is.
fn empty_folders_below(folder: &Path, but: Option<&str>) -> Result<()> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error.into()),
    };
    for entry in entries {
        let entry = entry?;
        if !entry.file_type()?.is_dir() || but.is_some_and(|but| entry.file_name() == but) {
            continue;
        }
        empty_folders_below(&entry.path(), None)?;
        left_if_used(fs::remove_dir(entry.path()))?;
    }
    Ok(())
}

fn gone(removed: std::io::Result<()>) -> Result<()> {
    match removed {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        other => Ok(other?),
    }
}

/// What others have put there keeps a folder.
fn left_if_used(removed: std::io::Result<()>) -> Result<()> {
    match removed {
        Err(error) if error.kind() == ErrorKind::DirectoryNotEmpty => Ok(()),
        other => gone(other),
    }
}

#[cfg(test)]
mod tests {
    use crate::{Store, Tree};

    #[test]
    fn a_repository_that_has_left_leaves_what_others_have_put_there() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("films");
        let tree = Tree::create(&root).unwrap();
        std::fs::create_dir_all(root.join("a/b")).unwrap();
        tree.stage(primitives::NodeId(7)).unwrap();
        tree.remove_empty_folders().unwrap();
        assert!(!root.join("a").exists() && root.join(".vitrine/bin").exists());
        std::fs::create_dir_all(root.join("theirs/empty")).unwrap();
        std::fs::write(root.join("theirs/notes.txt"), "words").unwrap();
        for _ in 0..2 {
            tree.dissolve().unwrap();
            assert!(root.join("theirs/notes.txt").exists() && !root.join("theirs/empty").exists());
            assert!(!root.join(".vitrine").exists());
        }
        std::fs::remove_file(root.join("theirs/notes.txt")).unwrap();
        tree.dissolve().unwrap();
        assert!(!root.exists());
    }

    #[test]
    fn what_has_moved_away_leaves_nothing_but_what_others_have_put_there() {
        let folder = tempfile::tempdir().unwrap();
        let tree = Tree::create(folder.path()).unwrap();
        let moving = folder.path().join(".vitrine/moving");
        std::fs::create_dir_all(moving.join("7/a/b")).unwrap();
        std::fs::create_dir_all(moving.join("8/a")).unwrap();
        std::fs::write(moving.join("8/theirs.txt"), "words").unwrap();
        tree.end_moving(7).unwrap();
        assert!(!moving.join("7").exists() && moving.join("8").exists());
        for _ in 0..2 {
            tree.end_moving(8).unwrap();
        }
        assert_eq!(std::fs::read_dir(&moving).unwrap().count(), 0);
        let lost: Vec<_> = std::fs::read_dir(folder.path().join(".vitrine/lost")).unwrap().flatten().collect();
        assert_eq!(std::fs::read(lost[0].path().join("theirs.txt")).unwrap(), b"words");
    }

    #[test]
    fn a_disk_says_how_much_more_it_can_store() {
        let folder = tempfile::tempdir().unwrap();
        assert!(Tree::at(folder.path().join("not/yet/there")).free_bytes().unwrap().unwrap() > 0);
    }
}
