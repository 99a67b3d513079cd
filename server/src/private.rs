//! Data is readable for the server's own account only: hashes of passwords, the key that signs sessions, e-mails with
//! links that give access to accounts. This does not depend on the umask with which the program was started.

use std::fs::{self, DirBuilder, Permissions};
use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
use std::path::Path;

use rustix::fs::Mode;
use rustix::process::umask;

const OTHERS: u32 = 0o077;

/// From now on, files of this process are private to its account, unless it says otherwise: a tree on a shared volume
/// does.
pub fn keep_private() {
    umask(Mode::from_bits_truncate(OTHERS));
}

/// Makes a private folder, or makes an existing one private.
pub fn make_folder(folder: &Path) -> std::io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
    close(folder);
    Ok(())
}

/// Makes `folder` and everything in it private. If the folder itself is private already, others could not read anything
/// in it.
pub fn tighten(folder: &Path) {
    if !close(folder) {
        return;
    }
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            // Links are not followed: their targets are elsewhere.
            let Ok(kind) = entry.file_type() else { continue };
            if kind.is_dir() {
                close(&entry.path());
                open.push(entry.path());
            } else if kind.is_file() {
                close(&entry.path());
            }
        }
    }
}

/// Whether there were rights to remove.
fn close(path: &Path) -> bool {
    let Ok(found) = fs::metadata(path) else { return false };
    let mode = found.permissions().mode();
    if mode & OTHERS == 0 {
        return false;
    }
    if let Err(error) = fs::set_permissions(path, Permissions::from_mode(mode & 0o7700)) {
        tracing::warn!("{} can be read by others, and its rights could not be changed: {error}", path.display());
    }
    true
}
