//! One repository on disk: its tree, and beside it a staging area and a bin that only this program uses. What is here
//! belongs to folder trees alone; `posix` has what every store can.

use std::ffi::{OsStr, OsString};
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};

use primitives::{NodeId, random_hex};
use rustix::fs::{FileType, Mode, OFlags, RenameFlags, Stat, fchmod, fstat, fsync, mkdirat, openat, renameat_with};
use rustix::io::Errno;

use crate::layout::{LOST, MAKING, OURS, SENTINEL};
use crate::{Area, Error, Result, TreePath};

#[derive(Clone, Debug)]
pub struct Tree {
    root: PathBuf,
}

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
    pub(crate) fn of(name: OsString, known: &Stat) -> Self {
        let kind = match FileType::from_raw_mode(known.st_mode) {
            FileType::Directory => FoundKind::Folder,
            FileType::RegularFile => FoundKind::File,
            _ => FoundKind::Other,
        };
        Self { name, kind, size: u64::try_from(known.st_size).unwrap_or(0) }
    }

    /// The node of an area's item.
    pub fn node(&self) -> Option<NodeId> {
        self.name.to_str()?.parse().ok().map(NodeId)
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

    /// Makes the folders of a new repository; an existing folder is taken over with its content.
    pub fn create(root: impl Into<PathBuf>) -> Result<Self> {
        let tree = Self::at(root);
        primitives::assert_may_wait();
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
        primitives::assert_may_wait();
        self.root.join(OURS).join(SENTINEL).exists()
    }

    /// Deletes the record of a folder that an earlier version was about to make.
    pub fn forget_folder(&self, node: NodeId) -> Result<()> {
        primitives::assert_may_wait();
        match std::fs::remove_file(self.root.join(OURS).join(MAKING).join(node.to_string())) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error.into()),
            _ => Ok(()),
        }
    }

    /// The folders that an earlier version recorded before it made them, by node: their names from the top.
    pub fn announced_folders(&self) -> Result<Vec<(NodeId, Vec<String>)>> {
        primitives::assert_may_wait();
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

    /// Moves an untracked entry out of the tree into an area of its own, under a new name, which is returned.
    pub(crate) fn move_to_lost(&self, folder: Option<&TreePath>, name: &OsStr) -> Result<PathBuf> {
        primitives::assert_may_wait();
        let from = self.inside(folder)?;
        let lost = self.root.join(OURS).join(LOST);
        std::fs::create_dir_all(&lost)?;
        let new_name = random_hex(8);
        renameat_with(&from, name, open_folder(&lost)?, new_name.as_str(), RenameFlags::NOREPLACE)?;
        fsync(open_folder(&lost)?)?;
        fsync(&from)?;
        Ok(lost.join(new_name))
    }

    /// The folder at `place`, or the top.
    pub(crate) fn inside(&self, place: Option<&TreePath>) -> Result<OwnedFd> {
        primitives::assert_may_wait();
        match place {
            Some(place) => step_into(&self.folder(place)?, place.name()),
            None => open_folder(&self.root).map_err(|_| Error::NotMounted),
        }
    }

    /// The folder that `place` is in.
    pub(crate) fn folder(&self, place: &TreePath) -> Result<OwnedFd> {
        primitives::assert_may_wait();
        let root = open_folder(&self.root).map_err(|_| Error::NotMounted)?;
        place.folders().iter().try_fold(root, |folder, name| step_into(&folder, name))
    }
}

pub(crate) const FOLDER: OFlags =
    OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);

/// The rights that a tree on a shared volume grants its group. If the repository's own folder grants the group nothing,
/// only the owner gets rights.
pub(crate) const SHARED_FILE: Mode = Mode::from_raw_mode(0o640);
pub(crate) const SHARED_FOLDER: Mode = Mode::from_raw_mode(0o750);

/// Whether the group may read in `folder`. It must be asked, because the program's umask grants the group nothing.
pub(crate) fn is_shared(folder: &OwnedFd) -> bool {
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

/// The path without links, as far as it exists.
pub fn real(path: &Path) -> PathBuf {
    primitives::assert_may_wait();
    #[cfg(feature = "testing")]
    crate::testing::wait(path);
    let found = path.ancestors().find_map(|above| Some((above, above.canonicalize().ok()?)));
    let Some((above, real)) = found else { return path.to_owned() };
    path.strip_prefix(above)
        .map_or(real.clone(), |rest| if rest.as_os_str().is_empty() { real } else { real.join(rest) })
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
