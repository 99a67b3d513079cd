//! The note beside a SQLite database that was moved to PostgreSQL: the old one is not used any more, or two servers
//! would work on the same files without knowing of each other.

use std::fs::File;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use db::DbUrl;

/// `vitrine.db.moved`, beside the file itself, whatever link names it.
fn note_beside(database: &Path) -> PathBuf {
    let mut name = database.canonicalize().unwrap_or_else(|_| database.to_owned()).into_os_string();
    name.push(".moved");
    name.into()
}

/// Refuses a database that was moved elsewhere.
pub fn refuse(url: &DbUrl) -> anyhow::Result<()> {
    let DbUrl::Sqlite(database) = url else { return Ok(()) };
    let note = note_beside(database);
    match std::fs::read_to_string(&note) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error).with_context(|| note.display().to_string()),
        Ok(to) => bail!(
            "the database {} was moved to {}: name that one in the settings (`database`). To go back to the old one, and \
             lose what came later, delete {}",
            database.display(),
            to.trim(),
            note.display()
        ),
    }
}

/// Records where a database has moved. The note is on the disk when this returns: the new database is opened next, and a
/// power cut must not leave both of them open.
pub fn note(from: &Path, to: &DbUrl) -> io::Result<()> {
    let note = note_beside(from);
    let mut file = File::create(&note)?;
    writeln!(file, "{to}")?;
    file.sync_all()?;
    sync_folder_of(&note)
}

/// Removes the note: the database did not move after all.
pub fn forget(from: &Path) -> io::Result<()> {
    let note = note_beside(from);
    std::fs::remove_file(&note)?;
    sync_folder_of(&note)
}

/// After it a power cut does not undo the creation or removal of a file.
fn sync_folder_of(note: &Path) -> io::Result<()> {
    let folder = note.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    File::open(folder)?.sync_all()
}
