//! Opens files without waiting: where the kernel has every name on the way in memory, and the file system asks no other
//! machine when a file is opened.

use std::collections::HashMap;
use std::fs::File;
use std::os::fd::{AsFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rustix::fs::{
    AtFlags, CWD, FileType, FsWord, Mode, OFlags, ResolveFlags, Statx, StatxFlags, fstatfs, openat2, statx,
};

use crate::tree::open_folder;
use crate::{Opened, TreePath};

/// File systems that open a file by what is in memory: ext2 to ext4, XFS, Btrfs, F2FS, tmpfs.
const LOCAL: [FsWord; 5] = [0xEF53, 0x5846_5342, 0x9123_683E, 0xF2F5_2010, 0x0102_1994];

/// The device of each root that lies on such a file system. A root that is mounted anew is another device.
static DEVICES: Mutex<Option<HashMap<PathBuf, Device>>> = Mutex::new(None);

type Device = (u32, u32);

fn devices() -> MutexGuard<'static, Option<HashMap<PathBuf, Device>>> {
    DEVICES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Notes what `root` lies on. May wait.
pub(crate) fn note_device(root: &Path) {
    let found = open_folder(root).ok().filter(is_local).and_then(|folder| device(&folder));
    let mut devices = devices();
    let devices = devices.get_or_insert_default();
    match found {
        Some(found) => drop(devices.insert(root.to_owned(), found)),
        None => drop(devices.remove(root)),
    }
}

fn is_local(folder: &OwnedFd) -> bool {
    fstatfs(folder).is_ok_and(|known| LOCAL.contains(&known.f_type))
}

fn device(folder: &OwnedFd) -> Option<Device> {
    look(folder, StatxFlags::empty()).map(|known| (known.stx_dev_major, known.stx_dev_minor))
}

/// What is in memory about an open file or folder.
fn look(opened: impl AsFd, wanted: StatxFlags) -> Option<Statx> {
    statx(opened, "", AtFlags::EMPTY_PATH | AtFlags::STATX_DONT_SYNC, wanted).ok()
}

/// The file at `place` below `root`; None if something would have to be waited for, or if it is not there.
pub(crate) fn open_cached(root: &Path, place: &TreePath) -> Option<Opened> {
    let known = devices().as_ref()?.get(root).copied()?;
    let folder = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let root = openat2(CWD, root, folder, Mode::empty(), ResolveFlags::CACHED).ok()?;
    if device(&root)? != known {
        return None;
    }
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::CLOEXEC | OFlags::NONBLOCK;
    let within = ResolveFlags::BENEATH | ResolveFlags::NO_SYMLINKS | ResolveFlags::NO_XDEV | ResolveFlags::CACHED;
    let file = openat2(&root, place.below_root(), flags, Mode::empty(), within).ok()?;
    let kind = FileType::from_raw_mode(look(&file, StatxFlags::TYPE)?.stx_mode.into());
    (kind == FileType::RegularFile).then(|| Opened::from(File::from(file)))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;

    use rustix::fs::{CWD, Mode, OFlags, ResolveFlags, openat2};

    use super::{is_local, note_device, open_cached};
    use crate::TreePath;
    use crate::tree::open_folder;

    /// Whether this machine can open without waiting at all.
    fn can(root: &std::path::Path) -> bool {
        let folder = OFlags::PATH | OFlags::DIRECTORY;
        openat2(CWD, root, folder, Mode::empty(), ResolveFlags::CACHED).is_ok() && is_local(&open_folder(root).unwrap())
    }

    #[test]
    fn a_file_is_opened_without_waiting_once_its_file_system_is_known() {
        let root = tempfile::tempdir().unwrap();
        let root = root.path();
        fs::create_dir(root.join("a")).unwrap();
        fs::write(root.join("a/b.txt"), "bytes").unwrap();
        let place = TreePath::of(&["a", "b.txt"]).unwrap();
        assert!(open_cached(root, &place).is_none(), "nothing is known of its file system");
        note_device(root);
        assert_eq!(open_cached(root, &place).map(|file| file.written().unwrap().size), can(root).then_some(5));
    }

    #[test]
    fn what_is_no_file_of_the_tree_is_not_opened() {
        let outside = tempfile::tempdir().unwrap();
        fs::write(outside.path().join("secret.txt"), "bytes").unwrap();
        let root = tempfile::tempdir().unwrap();
        let root = root.path();
        note_device(root);
        fs::create_dir(root.join("folder")).unwrap();
        symlink(outside.path(), root.join("way")).unwrap();
        symlink(outside.path().join("secret.txt"), root.join("link.txt")).unwrap();
        for names in [&["folder"][..], &["way", "secret.txt"], &["link.txt"], &["missing.txt"]] {
            assert!(open_cached(root, &TreePath::of(names).unwrap()).is_none(), "{names:?}");
        }
        note_device(&root.join("missing"));
        assert!(open_cached(&root.join("missing"), &TreePath::of(&["a"]).unwrap()).is_none());
    }
}
