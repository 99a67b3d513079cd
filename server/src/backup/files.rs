//! Copying and removing folders of a backup.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Read};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use rustix::fs::OFlags;

use crate::if_there::{missing_is_fine, remove_file};

/// Begins the name of a copy that is not whole yet.
const HALF: &str = ".copying";

/// What became of the copies of files, by their paths in the backup.
#[derive(Debug, Default)]
pub struct Copies {
    pub made: BTreeSet<String>,
    /// Those that could not be read, and why.
    pub left: BTreeMap<String, String>,
    /// Those that nobody wants.
    pub unwanted: BTreeSet<String>,
}

impl Copies {
    /// Copies what the other folder does not have yet; what goes meanwhile was not needed, and what cannot be read is
    /// left. A copy that is cut off leaves nothing under the file's name. `name`: the folder's path in the backup.
    pub fn copy_folder(&mut self, from: &Path, to: &Path, name: &str) -> io::Result<()> {
        let entries = match std::fs::read_dir(from).and_then(Iterator::collect::<io::Result<Vec<_>>>) {
            Ok(entries) => entries,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
            Err(error) => {
                self.leave(name, &error);
                return Ok(());
            }
        };
        std::fs::create_dir_all(to)?;
        for entry in entries {
            let (source, target) = (entry.path(), to.join(entry.file_name()));
            let shown = entry.file_name().to_string_lossy().into_owned();
            let name = format!("{name}/{shown}");
            if shown.starts_with('.') || self.unwanted.contains(&name) {
                continue;
            }
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                self.copy_folder(&source, &target, &name)?;
            } else if !target.exists() {
                self.copy_file(&source, to, &target, &name)?;
            }
        }
        Ok(())
    }

    fn copy_file(&mut self, source: &Path, folder: &Path, target: &Path, name: &str) -> io::Result<()> {
        let mut from = match open_plain(source) {
            Ok(Some(file)) => Source { file, why: None },
            Ok(None) => {
                self.left.insert(name.to_owned(), "is no file".to_owned());
                return Ok(());
            }
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
            Err(error) => {
                self.leave(name, &error);
                return Ok(());
            }
        };
        let half = folder.join(HALF);
        let copied = io::copy(
            &mut from,
            &mut OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&half)?,
        );
        if let Some(why) = from.why {
            self.leave(name, &why);
            return remove_file(&half);
        }
        copied?;
        self.made.insert(name.to_owned());
        std::fs::rename(&half, target)
    }

    fn leave(&mut self, name: &str, error: &io::Error) {
        self.left.insert(name.to_owned(), format!("cannot be read ({error})"));
    }
}

/// A file to read; none where it is something else. A pipe is not waited for.
fn open_plain(path: &Path) -> io::Result<Option<File>> {
    let waits_for_nothing = i32::try_from(OFlags::NONBLOCK.bits()).unwrap_or_default();
    let file = OpenOptions::new().read(true).custom_flags(waits_for_nothing).open(path)?;
    Ok(file.metadata()?.is_file().then_some(file))
}

/// Keeps that reading failed, so that it is not taken for a failure to write.
struct Source {
    file: File,
    why: Option<io::Error>,
}

impl Read for Source {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.file.read(into).map_err(|error| {
            let told = io::Error::new(error.kind(), error.to_string());
            if error.kind() != ErrorKind::Interrupted {
                self.why = Some(error);
            }
            told
        })
    }
}

/// Removes what copying left when it was cut off.
pub fn remove_cut_off_copies(folder: &Path) -> io::Result<()> {
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) => return missing_is_fine(error),
    };
    for entry in entries {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            remove_cut_off_copies(&entry.path())?;
        } else if entry.file_name().to_string_lossy().starts_with(HALF) {
            remove_file(&entry.path())?;
        }
    }
    Ok(())
}
