//! How a new backup takes the place of the one before it in the same folder.
//!
//! Contents, previews and e-mails are only added. The database, the manifest and the checksums are written beside, into
//! `.new`. Once they are whole, `.new` is renamed to `.next`. Readers look into `.next` first. Then each part moves to its
//! place. So the folder holds a whole backup at every moment: the earlier one up to the rename, the new one after it.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use super::files::remove_cut_off_copies;
use crate::if_there::{remove_folder, rename};

const NEW: &str = ".new";
const NEXT: &str = ".next";
/// Where earlier versions of the program wrote a database before they exchanged it.
const EARLIER_NEW: &str = "database.new";
pub const CONTENTS: &str = "content";
pub const DATABASE: &str = "database";
pub const MANIFEST: &str = "manifest.json";
pub const CHECKSUMS: &str = "checksums.b3";
/// What every backup has of its own.
const OWN: [&str; 3] = [DATABASE, MANIFEST, CHECKSUMS];

/// Whether a path in a backup belongs to what is written anew each time.
pub fn is_own(path: &str) -> bool {
    OWN.contains(&path.split('/').next().unwrap_or(path))
}

/// Where a file or folder of the backup is read, by its path in it.
pub fn part(folder: &Path, path: &str) -> PathBuf {
    let next = folder.join(NEXT);
    let first = path.split('/').next().unwrap_or(path);
    if is_own(path) && next.join(first).exists() { next.join(path) } else { folder.join(path) }
}

/// Ends a switch that was cut off, removes what else was, and makes the folder for what is written beside.
pub fn begin(folder: &Path) -> io::Result<PathBuf> {
    move_next(folder)?;
    for name in [NEW, EARLIER_NEW] {
        remove_folder(&folder.join(name))?;
    }
    for name in [CONTENTS, "renditions", "mail"] {
        remove_cut_off_copies(&folder.join(name))?;
    }
    let fresh = folder.join(NEW);
    std::fs::create_dir(&fresh)?;
    Ok(fresh)
}

/// Nothing of a backup that failed is left to take room.
pub fn abandon(folder: &Path) -> io::Result<()> {
    remove_folder(&folder.join(NEW))
}

/// Makes what was written beside the backup.
pub fn switch(folder: &Path) -> io::Result<()> {
    // A machine that stops must not keep the new names and lose the bytes.
    rustix::fs::syncfs(File::open(folder)?)?;
    std::fs::rename(folder.join(NEW), folder.join(NEXT))?;
    File::open(folder)?.sync_all()?;
    move_next(folder)
}

fn move_next(folder: &Path) -> io::Result<()> {
    let next = folder.join(NEXT);
    if next.join(DATABASE).exists() {
        remove_folder(&folder.join(DATABASE))?;
    }
    for name in OWN {
        rename(&next.join(name), &folder.join(name))?;
    }
    remove_folder(&next)
}
