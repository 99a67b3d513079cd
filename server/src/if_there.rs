//! Removes and moves what may be gone already.

use std::io::{self, ErrorKind};
use std::path::Path;

pub fn remove_folder(folder: &Path) -> io::Result<()> {
    std::fs::remove_dir_all(folder).or_else(missing_is_fine)
}

pub fn remove_file(file: &Path) -> io::Result<()> {
    std::fs::remove_file(file).or_else(missing_is_fine)
}

pub fn rename(from: &Path, to: &Path) -> io::Result<()> {
    std::fs::rename(from, to).or_else(missing_is_fine)
}

pub fn missing_is_fine(error: io::Error) -> io::Result<()> {
    if error.kind() == ErrorKind::NotFound { Ok(()) } else { Err(error) }
}
