//! One repository on disk: its tree, and beside it a staging area and a bin that only this program uses.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};

use primitives::{NodeId, random_hex};
use rustix::fs::{
    AtFlags, Dir, FileType, Mode, OFlags, RenameFlags, Stat, fchmod, fstat, fsync, mkdirat, openat, renameat_with,
    statat, unlinkat,
};
use rustix::io::Errno;

use crate::{Error, Result, TreePath};

#[derive(Clone, Debug)]
pub struct Tree {
    root: PathBuf,
}

/// The two areas outside the readable tree. Their items are named by node id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Area {
    Staging,
    Bin,
}

pub(crate) const OURS: &str = ".vitrine";
pub(crate) const SENTINEL: &str = "repository";
const LOST: &str = "lost";
const MAKING: &str = "making";

/// Something on disk, as it is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    pub name: OsString,
    pub kind: FoundKind,
    /// Bytes of a file.
    pub size: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FoundKind {
    Folder,
    File,
    /// A link or a device: nothing that this program makes.
    Other,
}

impl Found {
    fn of(name: OsString, known: &Stat) -> Self {
        let kind = match FileType::from_raw_mode(known.st_mode) {
            FileType::Directory => FoundKind::Folder,
            FileType::RegularFile => FoundKind::File,
            _ => FoundKind::Other,
        };
        Self { name, kind, size: u64::try_from(known.st_size).unwrap_or(0) }
    }
}

impl Area {
    pub(crate) const ALL: [Self; 2] = [Self::Staging, Self::Bin];

    /// The name of its folder.
    pub fn name(self) -> &'static str {
        match self {
            Self::Staging => "staging",
            Self::Bin => "bin",
        }
    }
}

impl Tree {
    /// The tree at `root`, which `create` has made.
    pub fn at(root: impl Into<PathBuf>) -> Self {
        Self { root: root.into() }
    }

    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Called before the disk is used: it may not answer for a long time.
    pub(crate) fn enter(&self) {
        primitives::assert_may_wait();
        #[cfg(feature = "testing")]
        crate::testing::wait(&self.root);
    }

    /// Makes the folders of a new repository; an existing folder is taken over with its content.
    pub fn create(root: impl Into<PathBuf>) -> Result<Self> {
        let tree = Self::at(root);
        tree.enter();
        if !tree.root.exists() {
            std::fs::create_dir_all(&tree.root)?;
            let parent = tree.root.parent().map(open_folder).transpose()?;
            if parent.as_ref().is_some_and(is_shared) {
                fchmod(open_folder(&tree.root)?, SHARED_FOLDER)?;
            }
        }
        for area in Area::ALL {
            std::fs::create_dir_all(tree.root.join(OURS).join(area.name()))?;
        }
        std::fs::write(tree.root.join(OURS).join(SENTINEL), "This folder is a Vitrine repository.\n")?;
        fsync(open_folder(&tree.root)?)?;
        Ok(tree)
    }

    /// Whether the repository's disk is there.
    pub fn is_mounted(&self) -> bool {
        self.enter();
        self.root.join(OURS).join(SENTINEL).exists()
    }

    /// The staging file of `node`, opened to append; made if it is missing.
    pub fn stage(&self, node: NodeId) -> Result<File> {
        let area = self.area(Area::Staging)?;
        let flags = OFlags::CREATE | OFlags::RDWR | OFlags::APPEND | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let file = openat(&area, node.to_string(), flags, SHARED_FILE)?;
        if is_shared(&open_folder(&self.root)?) {
            fchmod(&file, SHARED_FILE)?;
        }
        Ok(file.into())
    }

    /// The path of the staged bytes of `node`, for programs that read by path.
    pub fn staged_path(&self, node: NodeId) -> PathBuf {
        self.root.join(OURS).join(Area::Staging.name()).join(node.to_string())
    }

    /// The ids of the nodes in an area.
    pub fn in_area(&self, area: Area) -> Result<Vec<NodeId>> {
        self.enter();
        if !self.is_mounted() {
            return Err(Error::NotMounted);
        }
        self.area(area)?;
        let folder = self.root.join(OURS).join(area.name());
        let names = std::fs::read_dir(folder)?.flatten().map(|entry| entry.file_name());
        Ok(names.filter_map(|name| name.to_str()?.parse().ok().map(NodeId)).collect())
    }

    pub fn is_in(&self, area: Area, node: NodeId) -> Result<bool> {
        exists(&self.area(area)?, &node.to_string())
    }

    /// Moves an item from `area` to its path, which must be free.
    pub fn put(&self, area: Area, node: NodeId, place: &TreePath) -> Result<Moved> {
        Moved::new((self.area(area)?, node.to_string()), (self.folder(place)?, place.name().to_owned()))
    }

    /// Moves the entry at `place` into `area`.
    pub fn take(&self, place: &TreePath, area: Area, node: NodeId) -> Result<Moved> {
        Moved::new((self.folder(place)?, place.name().to_owned()), (self.area(area)?, node.to_string()))
    }

    pub fn rename(&self, from: &TreePath, to: &TreePath) -> Result<Moved> {
        Moved::new((self.folder(from)?, from.name().to_owned()), (self.folder(to)?, to.name().to_owned()))
    }

    /// Makes a folder and returns the one that contains it; None if it exists: a crash may have left it without its row.
    pub fn make_folder(&self, place: &TreePath) -> Result<Option<OwnedFd>> {
        let folder = self.folder(place)?;
        match mkdirat(&folder, place.name(), SHARED_FOLDER) {
            Ok(()) => {
                if is_shared(&folder) {
                    fchmod(step_into(&folder, place.name())?, SHARED_FOLDER)?;
                }
                fsync(&folder)?;
                Ok(Some(folder))
            }
            Err(Errno::EXIST) => step_into(&folder, place.name()).map(|_| None).map_err(|_| Error::Exists),
            Err(errno) => Err(errno.into()),
        }
    }

    /// Deletes the record of a folder that an earlier version was about to make.
    pub fn forget_folder(&self, node: NodeId) -> Result<()> {
        self.enter();
        match std::fs::remove_file(self.root.join(OURS).join(MAKING).join(node.to_string())) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error.into()),
            _ => Ok(()),
        }
    }

    /// The folders that an earlier version recorded before it made them, by node: their names from the top.
    pub fn announced_folders(&self) -> Result<Vec<(NodeId, Vec<String>)>> {
        self.enter();
        let making = self.root.join(OURS).join(MAKING);
        let Ok(entries) = std::fs::read_dir(making) else { return Ok(Vec::new()) };
        let mut found = Vec::new();
        for entry in entries.flatten() {
            let Some(node) = entry.file_name().to_str().and_then(|name| name.parse().ok()) else { continue };
            let names = std::fs::read_to_string(entry.path())?;
            found.push((NodeId(node), names.split('/').map(str::to_owned).collect()));
        }
        Ok(found)
    }

    /// The entries of the folder at `place`, or of the top; our own areas are left out there.
    pub fn list(&self, place: Option<&TreePath>) -> Result<Vec<Found>> {
        let folder = self.inside(place)?;
        let mut all = Vec::new();
        for entry in Dir::read_from(&folder)? {
            let name = entry?.file_name().to_owned();
            if name == c"." || name == c".." || (place.is_none() && name.to_bytes() == OURS.as_bytes()) {
                continue;
            }
            let known = statat(&folder, &name, AtFlags::SYMLINK_NOFOLLOW)?;
            all.push(Found::of(OsString::from_vec(name.into_bytes()), &known));
        }
        Ok(all)
    }

    /// The entry at `place` itself.
    pub fn look(&self, place: &TreePath) -> Result<Option<Found>> {
        let known = match self.folder(place) {
            Ok(folder) => statat(&folder, place.name(), AtFlags::SYMLINK_NOFOLLOW),
            Err(Error::Missing) => return Ok(None),
            Err(error) => return Err(error),
        };
        let known = match known {
            Err(Errno::NOENT) => return Ok(None),
            other => other?,
        };
        Ok(Some(Found::of(place.name().into(), &known)))
    }

    /// Moves an untracked entry out of the tree into an area of its own, under a new name, which is returned.
    pub fn set_aside(&self, folder: Option<&TreePath>, name: &OsStr) -> Result<PathBuf> {
        self.enter();
        let from = self.inside(folder)?;
        let lost = self.root.join(OURS).join(LOST);
        std::fs::create_dir_all(&lost)?;
        let new_name = random_hex(8);
        renameat_with(&from, name, open_folder(&lost)?, new_name.as_str(), RenameFlags::NOREPLACE)?;
        fsync(open_folder(&lost)?)?;
        fsync(&from)?;
        Ok(lost.join(new_name))
    }

    /// Removes an empty folder.
    pub fn remove_empty_folder(&self, place: &TreePath) -> Result<()> {
        Ok(unlinkat(self.folder(place)?, place.name(), AtFlags::REMOVEDIR)?)
    }

    /// Opens a file to read. A pipe or a device counts as missing, and is not waited for.
    pub fn open(&self, place: &TreePath) -> Result<File> {
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::CLOEXEC | OFlags::NONBLOCK;
        let file = openat(self.folder(place)?, place.name(), flags, Mode::empty())?;
        match FileType::from_raw_mode(fstat(&file)?.st_mode) {
            FileType::RegularFile => Ok(file.into()),
            _ => Err(Error::Missing),
        }
    }

    pub fn exists(&self, place: &TreePath) -> Result<bool> {
        match self.folder(place) {
            Ok(folder) => exists(&folder, place.name()),
            Err(Error::Missing) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Deletes an item of `area` for good. Links in it are removed, never followed.
    pub fn discard(&self, area: Area, node: NodeId) -> Result<()> {
        self.enter();
        let path = self.root.join(OURS).join(area.name()).join(node.to_string());
        let Ok(found) = std::fs::symlink_metadata(&path) else { return Ok(()) };
        if found.is_dir() {
            std::fs::remove_dir_all(&path)?
        } else {
            std::fs::remove_file(&path)?
        }
        Ok(())
    }

    /// The folder at `place`, or the top.
    fn inside(&self, place: Option<&TreePath>) -> Result<OwnedFd> {
        self.enter();
        match place {
            Some(place) => step_into(&self.folder(place)?, place.name()),
            None => open_folder(&self.root).map_err(|_| Error::NotMounted),
        }
    }

    /// The folder that `place` is in.
    fn folder(&self, place: &TreePath) -> Result<OwnedFd> {
        self.enter();
        let root = open_folder(&self.root).map_err(|_| Error::NotMounted)?;
        place.folders().iter().try_fold(root, |folder, name| step_into(&folder, name))
    }
}

/// A finished move. It knows the two folders themselves, not their paths, so that it can be undone exactly even if one
/// of them has moved since.
#[derive(Debug)]
pub struct Moved {
    from: (OwnedFd, String),
    to: (OwnedFd, String),
}

impl Moved {
    fn new(from: (OwnedFd, String), to: (OwnedFd, String)) -> Result<Self> {
        move_between(&from.0, &from.1, &to.0, &to.1)?;
        Ok(Self { from, to })
    }

    /// Moves it back. Nothing is done if it has left its new path, or if something is in its old one.
    pub fn undo(self) -> Result<()> {
        match move_between(&self.to.0, &self.to.1, &self.from.0, &self.from.1) {
            Err(Error::Missing | Error::Exists) => Ok(()),
            undone => undone,
        }
    }
}

pub(crate) const FOLDER: OFlags =
    OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);

/// The rights that a tree on a shared volume grants its group. If the repository's own folder grants the group nothing,
/// only the owner gets rights.
const SHARED_FILE: Mode = Mode::from_raw_mode(0o640);
const SHARED_FOLDER: Mode = Mode::from_raw_mode(0o750);

/// Whether the group may read in `folder`. It must be asked, because the program's umask grants the group nothing.
fn is_shared(folder: &OwnedFd) -> bool {
    let group = Mode::RGRP.union(Mode::XGRP);
    fstat(folder).is_ok_and(|known| Mode::from_raw_mode(known.st_mode).contains(group))
}

pub(crate) fn open_folder(path: &Path) -> Result<OwnedFd> {
    // The root itself may be a link: the operator chose it, not a user.
    Ok(rustix::fs::open(path, FOLDER.difference(OFlags::NOFOLLOW), Mode::empty())?)
}

pub(crate) fn step_into(folder: &OwnedFd, name: &str) -> Result<OwnedFd> {
    Ok(openat(folder, name, FOLDER, Mode::empty())?)
}

/// Makes the missing folders on the way down from `root`, which must exist. A link counts as missing, and nothing is
/// made behind it.
pub fn make_way(root: &Path, names: &[String]) -> Result<()> {
    let mut folder = open_folder(root)?;
    for name in names {
        match mkdirat(&folder, name.as_str(), SHARED_FOLDER) {
            Ok(()) => {
                if is_shared(&folder) {
                    fchmod(step_into(&folder, name)?, SHARED_FOLDER)?;
                }
                fsync(&folder)?;
            }
            Err(Errno::EXIST) => {}
            Err(errno) => return Err(errno.into()),
        }
        folder = step_into(&folder, name)?;
    }
    Ok(())
}

fn exists(folder: &OwnedFd, name: &str) -> Result<bool> {
    match statat(folder, name, AtFlags::SYMLINK_NOFOLLOW) {
        Ok(_) => Ok(true),
        Err(Errno::NOENT) => Ok(false),
        Err(errno) => Err(errno.into()),
    }
}

/// One rename(2) that never replaces anything; it is durable on both sides when it returns.
fn move_between(from: &OwnedFd, name: &str, to: &OwnedFd, new_name: &str) -> Result<()> {
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

#[cfg(test)]
mod tests {
    use std::io::Write;

    use primitives::NodeId;

    use super::{Area, Tree};
    use crate::{Error, TreePath};

    fn place(names: &[&str]) -> TreePath {
        TreePath::of(names).unwrap()
    }

    #[test]
    fn a_file_goes_from_staging_to_its_place_and_through_the_bin_back() {
        let folder = tempfile::tempdir().unwrap();
        let tree = Tree::create(folder.path().join("repo")).unwrap();
        tree.make_folder(&place(&["Summer"])).unwrap();
        tree.stage(NodeId(7)).unwrap().write_all(b"bytes").unwrap();
        tree.put(Area::Staging, NodeId(7), &place(&["Summer", "a.txt"])).unwrap();
        assert_eq!(std::fs::read(folder.path().join("repo/Summer/a.txt")).unwrap(), b"bytes");
        tree.take(&place(&["Summer", "a.txt"]), Area::Bin, NodeId(7)).unwrap();
        assert_eq!(tree.in_area(Area::Bin).unwrap(), [NodeId(7)]);
        assert!(!tree.exists(&place(&["Summer", "a.txt"])).unwrap());
        tree.put(Area::Bin, NodeId(7), &place(&["Summer", "b.txt"])).unwrap();
        assert!(tree.exists(&place(&["Summer", "b.txt"])).unwrap());
    }

    #[test]
    fn nothing_is_ever_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let tree = Tree::create(folder.path()).unwrap();
        for (node, name) in [(1, "a"), (2, "b")] {
            tree.stage(NodeId(node)).unwrap();
            tree.put(Area::Staging, NodeId(node), &place(&[name])).unwrap();
        }
        assert!(matches!(tree.rename(&place(&["a"]), &place(&["b"])), Err(Error::Exists)));
    }

    #[test]
    fn an_empty_folder_that_a_crash_left_is_in_nobodys_way() {
        let folder = tempfile::tempdir().unwrap();
        let tree = Tree::create(folder.path()).unwrap();
        tree.make_folder(&place(&["left"])).unwrap();
        tree.stage(NodeId(1)).unwrap();
        tree.put(Area::Staging, NodeId(1), &place(&["left"])).unwrap();
        assert!(folder.path().join("left").is_file());
    }

    #[test]
    fn a_planted_link_is_not_followed() {
        let folder = tempfile::tempdir().unwrap();
        let tree = Tree::create(folder.path().join("repo")).unwrap();
        std::os::unix::fs::symlink("/etc", folder.path().join("repo/door")).unwrap();
        std::os::unix::fs::symlink("/etc/hostname", folder.path().join("repo/file")).unwrap();
        assert!(matches!(tree.open(&place(&["door", "hostname"])), Err(Error::Missing)));
        assert!(matches!(tree.open(&place(&["file"])), Err(Error::Missing)));
        assert!(matches!(tree.make_folder(&place(&["door"])), Err(Error::Exists)));
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
        assert!(matches!(tree.in_area(Area::Bin), Err(Error::NotMounted)));
        assert!(matches!(tree.open(&place(&["a"])), Err(Error::NotMounted)));
    }
}
