//! Copying and removing folders of a backup.

use std::io;
use std::path::Path;

/// Begins the name of a copy that is not whole yet.
const HALF: &str = ".copying";

pub fn remove_folder(folder: &Path) -> io::Result<()> {
    std::fs::remove_dir_all(folder).or_else(missing_is_fine)
}

pub fn remove_file(file: &Path) -> io::Result<()> {
    std::fs::remove_file(file).or_else(missing_is_fine)
}

pub fn move_if_there(from: &Path, to: &Path) -> io::Result<()> {
    std::fs::rename(from, to).or_else(missing_is_fine)
}

fn missing_is_fine(error: io::Error) -> io::Result<()> {
    if error.kind() == io::ErrorKind::NotFound { Ok(()) } else { Err(error) }
}

/// Copies what the other folder does not have yet; what goes meanwhile was not needed. A copy that is cut off leaves
/// nothing under the file's name.
pub fn copy_folder(from: &Path, to: &Path) -> io::Result<()> {
    let entries = match std::fs::read_dir(from) {
        Ok(entries) => entries,
        Err(error) => return missing_is_fine(error),
    };
    std::fs::create_dir_all(to)?;
    for entry in entries {
        let entry = entry?;
        let (source, target) = (entry.path(), to.join(entry.file_name()));
        if entry.file_name().to_string_lossy().starts_with('.') {
            continue;
        }
        if entry.file_type()?.is_dir() {
            copy_folder(&source, &target)?;
        } else if !target.exists() {
            copy_file(&source, to, &target)?;
        }
    }
    Ok(())
}

fn copy_file(source: &Path, folder: &Path, target: &Path) -> io::Result<()> {
    let half = folder.join(HALF);
    match std::fs::copy(source, &half) {
        Ok(_) => std::fs::rename(&half, target),
        Err(error) => missing_is_fine(error),
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
