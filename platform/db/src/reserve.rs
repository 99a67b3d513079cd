//! A file of some megabytes beside SQLite's, which is deleted when the disk is full: a deletion needs a little space
//! before it frees any.

use std::fs::{File, OpenOptions};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::PoisonError;

use rustix::fs::{FallocateFlags, fallocate, statvfs};

/// Enough for deleting many entries and for the work that follows.
const BYTES: u64 = 8 * 1024 * 1024;

/// With less free space than this, the disk counts as full.
const LEAST: u64 = 1024 * 1024;

/// Whether the file exists. `keep` makes it first.
#[derive(Debug)]
pub struct Reserve {
    path: PathBuf,
    state: Mutex<State>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// This process keeps no reserve.
    None,
    Whole,
    GivenUp,
}

impl Reserve {
    /// Beside the database's file.
    pub fn beside(database: &Path) -> Self {
        let mut name = database.as_os_str().to_owned();
        name.push(".reserve");
        Self { path: name.into(), state: Mutex::new(State::None) }
    }

    /// Creates the file if there is space. From now on the reserve is maintained.
    pub fn keep(&self) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        *state = if self.make().is_ok() { State::Whole } else { State::GivenUp };
    }

    /// Whether there is space for something new: the reserve is whole or can be made whole, and the disk has some space
    /// besides.
    pub fn is_whole(&self) -> bool {
        match self.state() {
            State::None => true,
            State::GivenUp => false,
            State::Whole => free(self.folder()).is_ok_and(|free| free >= LEAST),
        }
    }

    /// Whether the free space is kept for deletions, because it was the reserve.
    pub fn is_given_up(&self) -> bool {
        self.state() == State::GivenUp
    }

    fn state(&self) -> State {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if *state == State::GivenUp && self.make().is_ok() {
            tracing::info!("The disk has space again");
            *state = State::Whole;
        }
        *state
    }

    fn folder(&self) -> &Path {
        self.path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
    }

    /// Deletes the reserve; false if that was done already.
    pub fn give_up(&self) -> bool {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if *state != State::Whole {
            return false;
        }
        *state = State::GivenUp;
        tracing::error!("The disk is full: until there is space, entries can only be deleted");
        std::fs::remove_file(&self.path).is_ok()
    }

    fn make(&self) -> std::io::Result<()> {
        if std::fs::metadata(&self.path).is_ok_and(|found| found.len() >= BYTES) {
            return Ok(());
        }
        // The same amount again must stay free, or the reserve itself would fill the disk.
        if free(self.folder())? < 2 * BYTES {
            return Err(std::io::ErrorKind::StorageFull.into());
        }
        let file = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&self.path)?;
        let made = allocate(&file);
        if made.is_err() {
            std::fs::remove_file(&self.path)?;
        }
        made
    }
}

/// The bytes that are free for this program on the disk of a folder.
fn free(folder: &Path) -> std::io::Result<u64> {
    let disk = statvfs(folder)?;
    Ok(disk.f_bavail.saturating_mul(disk.f_frsize))
}

fn allocate(mut file: &File) -> std::io::Result<()> {
    match fallocate(file, FallocateFlags::empty(), 0, BYTES) {
        // Some file systems cannot allocate space in advance; there it is written.
        Err(rustix::io::Errno::OPNOTSUPP) => {
            std::io::copy(&mut std::io::Read::take(std::io::repeat(1), BYTES), &mut file).map(|_| ())
        }
        made => Ok(made?),
    }
}

#[cfg(test)]
mod tests {
    use super::{BYTES, Reserve};

    #[test]
    fn a_reserve_is_given_up_once_and_made_again_when_there_is_room() {
        let folder = tempfile::tempdir().unwrap();
        let reserve = Reserve::beside(&folder.path().join("vitrine.db"));
        assert!(reserve.is_whole() && !reserve.give_up(), "who keeps none has none to give up");
        reserve.keep();
        let file = folder.path().join("vitrine.db.reserve");
        assert_eq!(std::fs::metadata(&file).unwrap().len(), BYTES);
        assert!(reserve.give_up() && !file.exists() && !reserve.give_up());
        assert!(reserve.is_whole() && file.exists(), "this disk has room");
    }
}
