//! What is kept is for the server's own account: hashes of passwords, the key that signs sessions, e-mails with links
//! that open accounts. Nothing of it is readable for others, whatever the umask the program was started with.

use std::fs::{self, DirBuilder, Permissions};
use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
use std::path::Path;

use rustix::fs::Mode;
use rustix::process::umask;

const OTHERS: u32 = 0o077;

/// From now on what this process makes is its account's alone, unless it says otherwise: a tree on a shared volume does.
pub fn keep_private() {
    umask(Mode::from_bits_truncate(OTHERS));
}

/// Makes a folder for what is private, or makes one that was open private.
pub fn make_folder(folder: &Path) -> std::io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
    close(folder);
    Ok(())
}

/// Makes `folder`, and all in it, private. Where the folder itself is private already, nobody could have come further.
pub fn tighten(folder: &Path) {
    if !close(folder) {
        return;
    }
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            // Links are not followed: what they lead to is not here.
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

/// Whether there was anything to take away.
fn close(path: &Path) -> bool {
    let Ok(found) = fs::metadata(path) else { return false };
    let mode = found.permissions().mode();
    if mode & OTHERS == 0 {
        return false;
    }
    if let Err(error) = fs::set_permissions(path, Permissions::from_mode(mode & 0o7700)) {
        tracing::warn!("{} can be read by others, and that cannot be changed: {error}", path.display());
    }
    true
}
