//! A folder tree as a store: renames of one file system, which replace nothing and are durable when they return.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStringExt;
use std::path::PathBuf;

use primitives::NodeId;
use rustix::fs::{
    AtFlags, Dir, FileType, Mode, OFlags, RenameFlags, fchmod, fstat, fsync, mkdirat, openat, renameat_with, statat,
    unlinkat,
};
use rustix::io::Errno;

use crate::layout::OURS;
use crate::tree::{SHARED_FILE, SHARED_FOLDER, is_shared, open_folder, step_into};
use crate::{Applied, Area, Change, Error, Found, Obstacle, Opened, Result, Store, Tree, TreePath, Within, cached};

impl Store for Tree {
    fn name(&self) -> String {
        self.root().display().to_string()
    }

    fn is_there(&self) -> bool {
        self.is_mounted()
    }

    fn prepare(&self) -> Result<()> {
        Self::create(self.root()).map(drop)
    }

    fn missing_areas(&self) -> Result<Vec<Area>, Obstacle> {
        self.find_missing_areas()
    }

    fn make_areas(&self) -> Result<Vec<Area>, Obstacle> {
        self.make_missing_areas()
    }

    fn stage(&self, node: NodeId) -> Result<File> {
        let area = self.area(Area::Staging)?;
        let flags = OFlags::CREATE | OFlags::RDWR | OFlags::APPEND | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let file = openat(&area, node.to_string(), flags, SHARED_FILE)?;
        if is_shared(&open_folder(self.root())?) {
            fchmod(&file, SHARED_FILE)?;
        }
        Ok(file.into())
    }

    fn commit(&self, node: NodeId, change: &Change) -> Result<Applied> {
        let in_area = |area| Ok::<_, Error>((self.area(area)?, node.to_string()));
        let at = |place: &TreePath| Ok::<_, Error>((self.folder(place)?, place.name().to_owned()));
        match change {
            Change::Rename { from, to } => moved(at(from)?, at(to)?),
            Change::MoveOut { from, area } => moved(at(from)?, in_area(*area)?),
            Change::MoveIn { area, to } => moved(in_area(*area)?, at(to)?),
            Change::MakeFolder(place) => make_folder(at(place)?),
            Change::RemoveFolder(place) => {
                unlinkat(self.folder(place)?, place.name(), AtFlags::REMOVEDIR)?;
                Ok(Applied::as_it_was())
            }
            Change::Nothing => Ok(Applied::as_it_was()),
        }
    }

    /// A pipe or a device counts as missing, and is not waited for.
    fn open(&self, place: &TreePath) -> Result<Opened> {
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::CLOEXEC | OFlags::NONBLOCK;
        let open = || {
            let file = openat(self.folder(place)?, place.name(), flags, Mode::empty())?;
            match FileType::from_raw_mode(fstat(&file)?.st_mode) {
                FileType::RegularFile => Ok(Opened::from(File::from(file))),
                _ => Err(Error::Missing),
            }
        };
        match open() {
            Err(Error::Missing) if !self.is_mounted() => Err(Error::NotMounted),
            Ok(opened) => {
                cached::note_device(self.root());
                Ok(opened)
            }
            refused => refused,
        }
    }

    fn open_cached(&self, place: &TreePath) -> Option<Opened> {
        cached::open_cached(self.root(), place)
    }

    fn stat(&self, place: &TreePath) -> Result<Option<Found>> {
        let known = match self.folder(place) {
            Ok(folder) => statat(&folder, place.name(), AtFlags::SYMLINK_NOFOLLOW),
            Err(Error::Missing) => return Ok(None),
            Err(error) => return Err(error),
        };
        match known {
            Err(Errno::NOENT) => Ok(None),
            known => Ok(Some(Found::of(place.name().into(), &known?))),
        }
    }

    /// Links in it are removed, never followed.
    fn discard(&self, area: Area, node: NodeId) -> Result<()> {
        primitives::assert_may_wait();
        let path = self.root().join(OURS).join(area.name()).join(node.to_string());
        let Ok(found) = std::fs::symlink_metadata(&path) else { return Ok(()) };
        if found.is_dir() {
            std::fs::remove_dir_all(&path)?;
        } else {
            std::fs::remove_file(&path)?;
        }
        Ok(())
    }

    fn walk(&self, within: Within<'_>) -> Result<Vec<Found>> {
        let folder = match within {
            Within::Top => self.inside(None)?,
            Within::Folder(place) => self.inside(Some(place))?,
            Within::Area(_) if !self.is_mounted() => return Err(Error::NotMounted),
            Within::Area(area) => self.area(area)?,
        };
        let mut all = Vec::new();
        for entry in Dir::read_from(&folder)? {
            let name = entry?.file_name().to_owned();
            if name == c"." || name == c".." || (within == Within::Top && name.to_bytes() == OURS.as_bytes()) {
                continue;
            }
            match statat(&folder, &name, AtFlags::SYMLINK_NOFOLLOW) {
                // It has gone meanwhile.
                Err(Errno::NOENT) => {}
                known => all.push(Found::of(OsString::from_vec(name.into_bytes()), &known?)),
            }
        }
        Ok(all)
    }

    fn set_aside(&self, folder: Option<&TreePath>, name: &OsStr) -> Result<PathBuf> {
        self.move_to_lost(folder, name)
    }
}

/// A folder, opened, and a name in it.
type Spot = (OwnedFd, String);

/// Moves an entry. The undoing knows the two folders themselves, not their paths, so that it is exact even if one of
/// them has moved since; nothing is undone if the entry has left its new path, or if something is in its old one.
fn moved(from: Spot, to: Spot) -> Result<Applied> {
    move_between(&from, &to)?;
    Ok(Applied::undone_by(move || match move_between(&to, &from) {
        Err(Error::Missing | Error::Exists) => Ok(()),
        undone => undone,
    }))
}

/// One rename(2) that never replaces anything; it is durable on both sides when it returns.
fn move_between((from, name): &Spot, (to, new_name): &Spot) -> Result<()> {
    let (name, new_name) = (name.as_str(), new_name.as_str());
    let moved = renameat_with(from, name, to, new_name, RenameFlags::NOREPLACE);
    // The database gives out the names, so an empty folder at the target is one that a crash left without its row.
    if moved == Err(Errno::EXIST) && unlinkat(to, new_name, AtFlags::REMOVEDIR).is_ok() {
        renameat_with(from, name, to, new_name, RenameFlags::NOREPLACE)?;
    } else {
        moved?;
    }
    fsync(to)?;
    fsync(from)?;
    Ok(())
}

/// An existing folder is taken over: a crash may have left it without its row.
fn make_folder((folder, name): Spot) -> Result<Applied> {
    match mkdirat(&folder, name.as_str(), SHARED_FOLDER) {
        Ok(()) => {
            if is_shared(&folder) {
                fchmod(step_into(&folder, &name)?, SHARED_FOLDER)?;
            }
            fsync(&folder)?;
            Ok(Applied::undone_by(move || match unlinkat(&folder, name.as_str(), AtFlags::REMOVEDIR) {
                // Somebody has put something into it.
                Err(Errno::NOENT | Errno::NOTEMPTY | Errno::EXIST) => Ok(()),
                removed => Ok(removed?),
            }))
        }
        Err(Errno::EXIST) => match step_into(&folder, &name) {
            Ok(_) => Ok(Applied::as_it_was()),
            Err(_) => Err(Error::Exists),
        },
        Err(errno) => Err(errno.into()),
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use primitives::NodeId;

    use crate::{Area, Change, Error, Store, Tree, TreePath, Within};

    fn place(names: &[&str]) -> TreePath {
        TreePath::of(names).unwrap()
    }

    fn put(area: Area, names: &[&str]) -> Change {
        Change::MoveIn { area, to: place(names) }
    }

    fn make_folder(tree: &Tree, names: &[&str]) {
        tree.commit(NodeId(99), &Change::MakeFolder(place(names))).unwrap();
    }

    fn nodes_in(tree: &Tree, area: Area) -> Vec<NodeId> {
        tree.walk(Within::Area(area)).unwrap().iter().filter_map(crate::Found::node).collect()
    }

    #[test]
    fn a_file_goes_from_staging_to_its_place_and_through_the_bin_back() {
        let folder = tempfile::tempdir().unwrap();
        let tree = Tree::create(folder.path().join("repo")).unwrap();
        make_folder(&tree, &["Summer"]);
        tree.stage(NodeId(7)).unwrap().write_all(b"bytes").unwrap();
        tree.commit(NodeId(7), &put(Area::Staging, &["Summer", "a.txt"])).unwrap();
        assert_eq!(std::fs::read(folder.path().join("repo/Summer/a.txt")).unwrap(), b"bytes");
        let out = Change::MoveOut { from: place(&["Summer", "a.txt"]), area: Area::Bin };
        tree.commit(NodeId(7), &out).unwrap();
        assert_eq!(nodes_in(&tree, Area::Bin), [NodeId(7)]);
        assert_eq!(tree.stat(&place(&["Summer", "a.txt"])).unwrap(), None);
        tree.commit(NodeId(7), &put(Area::Bin, &["Summer", "b.txt"])).unwrap();
        assert!(tree.stat(&place(&["Summer", "b.txt"])).unwrap().is_some());
    }

    #[test]
    fn a_rename_onto_an_existing_file_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let tree = Tree::create(folder.path()).unwrap();
        for (node, name) in [(1, "a"), (2, "b")] {
            tree.stage(NodeId(node)).unwrap();
            tree.commit(NodeId(node), &put(Area::Staging, &[name])).unwrap();
        }
        let rename = Change::Rename { from: place(&["a"]), to: place(&["b"]) };
        assert!(matches!(tree.commit(NodeId(1), &rename), Err(Error::Exists)));
    }

    #[test]
    fn an_empty_folder_left_by_a_crash_is_replaced_by_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let tree = Tree::create(folder.path()).unwrap();
        make_folder(&tree, &["left"]);
        tree.stage(NodeId(1)).unwrap();
        tree.commit(NodeId(1), &put(Area::Staging, &["left"])).unwrap();
        assert!(folder.path().join("left").is_file());
    }

    #[test]
    fn a_folder_is_removed_only_if_it_is_empty() {
        let folder = tempfile::tempdir().unwrap();
        let tree = Tree::create(folder.path()).unwrap();
        make_folder(&tree, &["one"]);
        make_folder(&tree, &["one", "two"]);
        let remove = |names: &[&str]| tree.commit(NodeId(99), &Change::RemoveFolder(place(names)));
        assert!(matches!(remove(&["one"]), Err(Error::Exists)));
        remove(&["one", "two"]).unwrap();
        remove(&["one"]).unwrap();
        assert!(matches!(remove(&["one"]), Err(Error::Missing)));
    }

    #[test]
    fn a_change_is_undone_where_its_folder_is_by_now() {
        let folder = tempfile::tempdir().unwrap();
        let tree = Tree::create(folder.path()).unwrap();
        make_folder(&tree, &["one"]);
        tree.stage(NodeId(7)).unwrap();
        let put = tree.commit(NodeId(7), &put(Area::Staging, &["one", "a.txt"])).unwrap();
        let made = tree.commit(NodeId(8), &Change::MakeFolder(place(&["one", "inner"]))).unwrap();
        let kept = tree.commit(NodeId(8), &Change::MakeFolder(place(&["one"]))).unwrap();
        tree.commit(NodeId(8), &Change::Rename { from: place(&["one"]), to: place(&["two"]) }).unwrap();
        for applied in [put, made, kept] {
            applied.undo().unwrap();
        }
        assert_eq!(nodes_in(&tree, Area::Staging), [NodeId(7)]);
        assert_eq!(tree.walk(Within::Folder(&place(&["two"]))).unwrap(), []);
    }

    #[test]
    fn a_planted_link_is_not_followed() {
        let folder = tempfile::tempdir().unwrap();
        let tree = Tree::create(folder.path().join("repo")).unwrap();
        std::os::unix::fs::symlink("/etc", folder.path().join("repo/door")).unwrap();
        std::os::unix::fs::symlink("/etc/hostname", folder.path().join("repo/file")).unwrap();
        assert!(matches!(tree.open(&place(&["door", "hostname"])), Err(Error::Missing)));
        assert!(matches!(tree.open(&place(&["file"])), Err(Error::Missing)));
        let make = Change::MakeFolder(place(&["door"]));
        assert!(matches!(tree.commit(NodeId(1), &make), Err(Error::Exists)));
    }

    #[test]
    fn a_pipe_in_a_file_s_place_is_not_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        let tree = Tree::create(folder.path()).unwrap();
        let pipe = folder.path().join("pipe");
        rustix::fs::mknodat(rustix::fs::CWD, &pipe, rustix::fs::FileType::Fifo, 0o600.into(), 0).unwrap();
        assert!(matches!(tree.open(&place(&["pipe"])), Err(Error::Missing)));
    }

    #[test]
    fn a_disk_that_is_not_mounted_says_so() {
        let folder = tempfile::tempdir().unwrap();
        let tree = Tree::at(folder.path().join("gone"));
        assert!(matches!(tree.walk(Within::Area(Area::Bin)), Err(Error::NotMounted)));
        assert!(matches!(tree.open(&place(&["a"])), Err(Error::NotMounted)));
        // The place where it is mounted is an empty folder.
        std::fs::create_dir(folder.path().join("gone")).unwrap();
        assert!(matches!(tree.open(&place(&["a"])), Err(Error::NotMounted)));
    }
}
