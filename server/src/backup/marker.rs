//! The mark of a restore that has begun and not ended, in the data folder.
//!
//! While it is there nothing else is done with the installation, and `vitrine restore` may begin again.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};

use super::files::remove_file;

const FILE: &str = ".restoring";

/// How far a restore had come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Begun {
    Not,
    /// The database is not there, or half of it.
    Database,
    /// The database of the backup of that moment is there; files may be missing.
    Files {
        taken_at: i64,
    },
}

pub struct Marker(PathBuf);

impl Marker {
    pub fn of(data: &Path) -> Self {
        Self(data.join(FILE))
    }

    pub fn read(&self) -> anyhow::Result<Begun> {
        match std::fs::read_to_string(&self.0) {
            Ok(text) if text.is_empty() => Ok(Begun::Database),
            Ok(text) => {
                Ok(Begun::Files { taken_at: text.trim().parse().context("the mark of an unfinished restore")? })
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Begun::Not),
            Err(error) => Err(error).with_context(|| self.0.display().to_string()),
        }
    }

    pub fn begin(&self) -> std::io::Result<()> {
        std::fs::write(&self.0, "")
    }

    pub fn database_is_there(&self, taken_at: i64) -> std::io::Result<()> {
        std::fs::write(&self.0, format!("{taken_at}\n"))
    }

    pub fn end(&self) -> std::io::Result<()> {
        remove_file(&self.0)
    }
}

/// An installation that is only half given back is not to be worked with.
pub fn refuse_half_restored(data: &Path) -> anyhow::Result<()> {
    match Marker::of(data).read() {
        Ok(Begun::Not) => Ok(()),
        Ok(_) => bail!("a restore into {} has not ended; run `vitrine restore` again", data.display()),
        Err(error) => Err(error),
    }
}

/// Whether a restore may begin, and where it goes on.
pub fn resumable(marker: &Marker, taken_at: i64) -> anyhow::Result<Begun> {
    let begun = marker.read()?;
    if let Begun::Files { taken_at: other } = begun {
        ensure!(
            other == taken_at,
            "a restore of another backup has begun here; empty the data folder and the database first"
        );
    }
    Ok(begun)
}
