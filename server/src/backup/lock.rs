//! One backup is taken into a folder at a time, and nothing of it is read meanwhile.
//!
//! `.lock` in the folder is held by whoever writes a backup, alone, and by those who read it, together. The system takes it
//! from them when they end, however they end. It stays there.

use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use anyhow::{Context, bail};
use rustix::fs::{FlockOperation, flock};
use rustix::io::Errno;

const FILE: &str = ".lock";

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
