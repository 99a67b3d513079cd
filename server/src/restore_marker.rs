//! The mark of a restore that has begun and not ended, in the data folder.
//!
//! While it is there nothing else is done with the installation, and `vitrine restore` may begin again.

use std::fs::File;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use serde::{Deserialize, Serialize};

use crate::if_there::remove_file;

const FILE: &str = ".restoring";

/// How far a restore has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// The database is not there, or half of it.
    Database,
    /// The database is there; files may be missing.
    Files,
}

/// What has begun: into which database, and of which backup.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Mark {
    /// The database names it too, until the restore ends.
    pub restore: String,
    pub database: String,
    pub taken_at: i64,
    pub phase: Phase,
}

pub struct Marker(PathBuf);

impl Marker {
    pub fn of(data: &Path) -> Self {
        Self(data.join(FILE))
    }

    /// The restore of this backup into this database that was cut off. Another database than its own may be somebody's.
    pub fn begun(&self, database: &str, taken_at: i64) -> anyhow::Result<Option<Mark>> {
        let text = match std::fs::read_to_string(&self.0) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error).with_context(|| self.0.display().to_string()),
        };
        let begun: Mark = serde_json::from_str(&text)
            .context("an earlier version has begun a restore here; empty the data folder and the database first")?;
        ensure!(
            begun.database == database,
            "a restore has begun here, into {}, and not into {database}; name that one, or empty it and the data folder first",
            begun.database,
        );
        ensure!(
            begun.taken_at == taken_at,
            "a restore of another backup has begun here; empty the data folder and the database first"
        );
        Ok(Some(begun))
    }

    /// At every moment the earlier mark is there, or the new one.
    pub fn write(&self, mark: &Mark) -> anyhow::Result<()> {
        let fresh = self.0.with_extension("new");
        let mut file = File::create(&fresh)?;
        file.write_all(serde_json::to_string(mark)?.as_bytes())?;
        file.sync_all()?;
        Ok(std::fs::rename(fresh, &self.0)?)
    }

    pub fn end(&self) -> std::io::Result<()> {
        remove_file(&self.0)
    }
}

/// An installation that is only half given back is not to be worked with.
pub fn refuse_half_restored(data: &Path) -> anyhow::Result<()> {
    let mark = Marker::of(data).0;
    let is_begun = mark.try_exists().with_context(|| mark.display().to_string())?;
    ensure!(!is_begun, "a restore into {} has not ended; run `vitrine restore` again", data.display());
    Ok(())
}
