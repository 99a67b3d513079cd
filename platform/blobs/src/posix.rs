//! A folder tree as a store: renames of one file system, which replace nothing and are durable when they return.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStringExt;
use std::path::PathBuf;

use primitives::NodeId;
use rustix::fs::{
    AtFlags, Dir, FileType, Mode, OFlags, RenameFlags, fchmod, fstat, fsync, ioctl_ficlone, mkdirat, openat,
    renameat_with, statat, unlinkat,
};
use rustix::io::Errno;

use crate::hash::copy_while;
use crate::layout::OURS;
use crate::tree::{SHARED_FILE, SHARED_FOLDER, is_shared, open_folder, step_into};
use crate::{
    Applied, Area, Change, Error, Found, Obstacle, Opened, Replacement, Result, StagedCopy, Store, Tree, TreePath,
    Within, Written, cached, from_start,
};

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
        self.open_staged(node, OFlags::APPEND)
    }

    /// Where the disk can, the copy shares the blocks of what it is made of; it is read again all the same.
    fn stage_copy(&self, node: NodeId, from: &Opened, goes_on: &dyn Fn() -> bool) -> Result<StagedCopy> {
        self.discard(Area::Staging, node)?;
        // A file that is only appended to takes no blocks of another one.
        let mut file = self.open_staged(node, OFlags::EXCL)?;
        let is_shared = from.file().is_some_and(|from| ioctl_ficlone(&file, from).is_ok());
        let hash = if is_shared {
            copy_while(from_start(&file), &mut io::sink(), goes_on)?
        } else {
            copy_while(from.bytes(), &mut file, goes_on)?
        };
        file.sync_all()?;
        Ok(StagedCopy { hash, written: Written::of(&file)? })
    }

    fn commit(&self, node: NodeId, change: &Change) -> Result<Applied> {
        match change {
            Change::Rename { from, to } => moved(self.spot(from)?, self.spot(to)?),
            Change::MoveOut { from, area } => moved(self.spot(from)?, self.item(*area, node)?),
            Change::MoveIn { area, to } => moved(self.item(*area, node)?, self.spot(to)?),
            Change::MakeFolder(place) => make_folder(self.spot(place)?),
            Change::RemoveFolder(place) => {
                unlinkat(self.folder(place)?, place.name(), AtFlags::REMOVEDIR)?;
                Ok(Applied::as_it_was())
            }
            Change::Replace(how) => self.replace(how),
            Change::TakeBack(how) => self.take_back(how),
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

    fn erase(&self, place: &TreePath) -> Result<()> {
        let erased = self.folder(place).and_then(|folder| Ok(unlinkat(folder, place.name(), AtFlags::empty())?));
        match erased {
            Err(Error::Missing) => Ok(()),
            other => other,
        }
    }

    fn remove_empty_folders(&self) -> Result<()> {
        self.without_empty_folders()
    }

    fn end_moving(&self, number: i64) -> Result<()> {
        self.without_moving(number)
    }

    fn dissolve(&self) -> Result<()> {
        self.dissolved()
    }

    fn free_bytes(&self) -> Result<Option<u64>> {
        self.free_on_disk().map(Some)
    }
}

impl Tree {
    /// The old bytes go first, so that what is kept is there from the first step on.
    fn replace(&self, how: &Replacement) -> Result<Applied> {
        let kept = moved(self.spot(&how.at)?, self.item(Area::Bin, how.kept)?)?;
        match moved(self.item(how.area, how.taken)?, self.spot(&how.at)?) {
            Ok(taken) => Ok(Applied::undone_by(move || {
                taken.undo()?;
                kept.undo()
            })),
            Err(error) => {
                kept.undo()?;
                Err(error)
            }
        }
    }

    fn take_back(&self, how: &Replacement) -> Result<Applied> {
        let kept = self.item(Area::Bin, how.kept)?;
        match statat(&kept.0, kept.1.as_str(), AtFlags::SYMLINK_NOFOLLOW) {
            Err(Errno::NOENT) => return Ok(Applied::as_it_was()),
            known => known?,
        };
        match move_between(&self.spot(&how.at)?, &self.item(how.area, how.taken)?) {
            Ok(()) | Err(Error::Missing) => {}
            Err(error) => return Err(error),
        }
        moved(kept, self.spot(&how.at)?)
    }

    fn spot(&self, place: &TreePath) -> Result<Spot> {
        Ok((self.folder(place)?, place.name().to_owned()))
    }

    fn item(&self, area: Area, node: NodeId) -> Result<Spot> {
        Ok((self.area(area)?, node.to_string()))
    }

    fn open_staged(&self, node: NodeId, how: OFlags) -> Result<File> {
        let area = self.area(Area::Staging)?;
        let flags = OFlags::CREATE | OFlags::RDWR | OFlags::NOFOLLOW | OFlags::CLOEXEC | how;
        let file = openat(&area, node.to_string(), flags, SHARED_FILE)?;
        if is_shared(&open_folder(self.root())?) {
            fchmod(&file, SHARED_FILE)?;
        }
        Ok(file.into())
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
mod tests;
