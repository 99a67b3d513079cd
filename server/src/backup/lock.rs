//! One backup is taken into a folder at a time, and nothing of it is read meanwhile.
//!
//! `.lock` in the folder is held by whoever writes a backup, alone, and by those who read it, together. The system takes it
//! from them when they end, however they end. It stays there, and says whose backup the folder is for.

use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use anyhow::{Context, bail};
use rustix::fs::{FlockOperation, flock};
use rustix::io::Errno;

const FILE: &str = ".lock";
/// What the file says before and after the id of the installation.
const SAYS: (&str, &str) = ("This folder is for backups of the Vitrine installation ", ".\n");

/// Held as long as this lives.
#[derive(Debug)]
pub struct Lock(#[expect(dead_code, reason = "what counts is that it is open")] Option<File>);

/// For taking a backup into `folder`, which is there.
pub fn to_write(folder: &Path) -> anyhow::Result<Lock> {
    let mut how = OpenOptions::new();
    how.read(true).write(true).create(true).truncate(false).mode(0o600);
    let lock = how.open(folder.join(FILE)).with_context(|| format!("the lock of {}", folder.display()))?;
    if take(&lock, FlockOperation::NonBlockingLockExclusive, folder) {
        return Ok(Lock(Some(lock)));
    }
    if take(&lock, FlockOperation::NonBlockingLockShared, folder) {
        bail!("the backup in {} is being read; wait until that has ended", folder.display());
    }
    Err(taken(folder))
}

/// For reading the backup in `folder`. Earlier versions left nothing in it that could be locked.
pub fn to_read(folder: &Path) -> anyhow::Result<Lock> {
    let lock = match File::open(folder.join(FILE)) {
        Ok(lock) => lock,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Lock(None)),
        Err(error) => return Err(error).with_context(|| format!("the lock of {}", folder.display())),
    };
    if take(&lock, FlockOperation::NonBlockingLockShared, folder) { Ok(Lock(Some(lock))) } else { Err(taken(folder)) }
}

/// Whose backups `folder` is for, also where the first one has not ended.
pub fn owner(folder: &Path) -> Option<String> {
    let said = std::fs::read_to_string(folder.join(FILE)).ok()?;
    Some(said.strip_prefix(SAYS.0)?.strip_suffix(SAYS.1)?.to_owned())
}

/// Says whose backups `folder` is for, where that is not said yet.
pub fn name_owner(folder: &Path, installation: &str) -> io::Result<()> {
    if owner(folder).as_deref() == Some(installation) {
        return Ok(());
    }
    std::fs::write(folder.join(FILE), format!("{}{installation}{}", SAYS.0, SAYS.1))
}

/// Whether nothing is in `folder`, or it is not there. A disk has a folder of its own; a lock that says nothing is one of
/// ours that was just made.
pub fn is_empty(folder: &Path) -> io::Result<bool> {
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(true),
        Err(error) => return Err(error),
    };
    for entry in entries {
        let entry = entry?;
        let is_new_lock = entry.file_name() == FILE && entry.metadata()?.len() == 0;
        if entry.file_name() != "lost+found" && !is_new_lock {
            return Ok(false);
        }
    }
    Ok(true)
}

fn taken(folder: &Path) -> anyhow::Error {
    anyhow::anyhow!("a backup is being taken into {}; wait until that has ended", folder.display())
}

/// Where nothing can be locked, nobody is refused.
fn take(lock: &File, how: FlockOperation, folder: &Path) -> bool {
    match flock(lock, how) {
        Ok(()) => true,
        Err(Errno::WOULDBLOCK) => false,
        Err(error) => {
            let error = io::Error::from(error);
            tracing::warn!("Whether another backup is at work in {} is not known: {error}", folder.display());
            true
        }
    }
}
