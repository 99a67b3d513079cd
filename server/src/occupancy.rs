//! An installation on SQLite has one server at a time: it holds a lock on the data folder, which the system releases
//! when the process ends, for whatever reason.

use std::error::Error;
use std::fmt::{self, Display, Formatter};
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use anyhow::Context;
use db::{Db, DbUrl, Engine};
use rustix::fs::{FlockOperation, flock};
use rustix::io::Errno;

use crate::settings::Settings;

/// The locks of this process, held as long as this lives.
pub struct Occupancy(#[expect(dead_code, reason = "what counts is that they are open")] Vec<File>);

/// Also locks the folders of repositories outside the data folder: a copy of the data folder names the same ones.
/// Missing folders, and disks without locks, are skipped.
pub async fn occupy_outside(settings: &Settings, db: &Db) -> anyhow::Result<Occupancy> {
    if db.engine() == Engine::Postgres {
        return Ok(Occupancy(Vec::new()));
    }
    let mut held = Vec::new();
    for folder in storage::repository_folders(db).await? {
        if !folder.starts_with(settings.files()) {
            held.extend(try_hold(&folder.join(".vitrine/lock"), &folder)?);
        }
    }
    Ok(Occupancy(held))
}

fn try_hold(file: &Path, what: &Path) -> anyhow::Result<Option<File>> {
    match hold(file, what) {
        Ok(lock) => Ok(Some(lock)),
        Err(error) if error.is::<InUse>() => Err(error).context(
            "a repository lies there; was the data folder copied, give the copy file servers of its own, or end the other",
        ),
        Err(error) => {
            tracing::warn!("It is unknown whether another installation works there: {error:#}");
            Ok(None)
        }
    }
}

/// Another process has it.
#[derive(Debug)]
struct InUse {
    what: String,
    holder: String,
}

impl Display for InUse {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { what, holder } = self;
        write!(f, "{what} is in use by {holder}: a restore, or an installation on SQLite, works alone")
    }
}

impl Error for InUse {}

/// Locks the installation for this process, or returns which one has it. One on PostgreSQL may be shared.
pub fn occupy(settings: &Settings) -> anyhow::Result<Occupancy> {
    let DbUrl::Sqlite(database) = settings.database_url()? else { return Ok(Occupancy(Vec::new())) };
    settings.make_data_folder()?;
    let folder = hold(&settings.data.join("vitrine.lock"), &settings.data)?;
    // Settings with another data folder may name the same database, also by a link.
    let real = database.canonicalize().unwrap_or_else(|_| database.clone());
    let mut name = real.into_os_string();
    name.push(".lock");
    Ok(Occupancy(vec![folder, hold(&PathBuf::from(name), &database)?]))
}

/// As `occupy`, for a restore, which works alone on PostgreSQL, too.
pub fn occupy_for_restore(settings: &Settings) -> anyhow::Result<Occupancy> {
    if let DbUrl::Sqlite(_) = settings.database_url()? {
        return occupy(settings);
    }
    settings.make_data_folder()?;
    Ok(Occupancy(vec![hold(&settings.data.join("vitrine.lock"), &settings.data)?]))
}

fn hold(file: &Path, what: &Path) -> anyhow::Result<File> {
    let shown = file.display();
    let opened = OpenOptions::new().read(true).write(true).create(true).truncate(false).mode(0o600).open(file);
    let mut lock = opened.with_context(|| format!("the lock {shown} cannot be opened"))?;
    match flock(&lock, FlockOperation::NonBlockingLockExclusive) {
        Ok(()) => {}
        Err(Errno::WOULDBLOCK) => {
            let mut holder = String::new();
            lock.read_to_string(&mut holder).unwrap_or_default();
            let holder = holder.lines().next().filter(|line| !line.is_empty()).unwrap_or("another process").to_owned();
            return Err(InUse { what: what.display().to_string(), holder }.into());
        }
        Err(error) => return Err(error).with_context(|| format!("the lock {shown} cannot be taken")),
    }
    lock.set_len(0)?;
    lock.seek(SeekFrom::Start(0))?;
    writeln!(lock, "process {} on {}", std::process::id(), host()).with_context(|| format!("the lock {shown}"))?;
    Ok(lock)
}

fn host() -> String {
    rustix::system::uname().nodename().to_string_lossy().into_owned()
}
