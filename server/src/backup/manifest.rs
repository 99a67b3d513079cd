//! What a backup says of itself.

use std::path::{Path, PathBuf};

use anyhow::Context;
use audit::Head;
use primitives::Seconds;
use serde::{Deserialize, Serialize};

use super::switch::{CONTENTS, MANIFEST, part};

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Manifest {
    /// Of the program that made it.
    pub version: String,
    pub taken_at: Seconds,
    /// The id of the installation; earlier versions did not write it.
    #[serde(default)]
    pub installation: Option<String>,
    /// `sqlite` or `postgres`.
    pub engine: String,
    /// Where the installation kept its files.
    pub files: PathBuf,
    pub contents: usize,
    /// How many lines `checksums.b3` has; earlier versions did not write it.
    #[serde(default)]
    pub checksums: Option<usize>,
    pub bytes_copied: u64,
    /// Contents that were deleted for good while the backup was taken.
    pub gone: Vec<String>,
    /// Contents that rows spoke of and no disk had.
    pub lost: Vec<String>,
    /// Previews and e-mails that could not be read, and folders of them.
    #[serde(default)]
    pub left_out: Vec<String>,
    /// Where the chains of the audit log ended, for `vitrine audit verify --against`.
    pub audit: Vec<Head>,
}

/// Where a backup keeps contents, by their hashes.
pub fn contents_of(folder: &Path) -> anyhow::Result<PathBuf> {
    Manifest::read(folder)?;
    Ok(folder.join(CONTENTS))
}

impl Manifest {
    pub fn read(folder: &Path) -> anyhow::Result<Self> {
        let text = std::fs::read_to_string(part(folder, MANIFEST)).context("that folder holds no backup")?;
        serde_json::from_str(&text).context("the backup's manifest")
    }

    /// What the folder holds, if it holds a backup.
    pub fn find(folder: &Path) -> anyhow::Result<Option<Self>> {
        if part(folder, MANIFEST).exists() { Self::read(folder).map(Some) } else { Ok(None) }
    }

    pub fn write(&self, folder: &Path) -> anyhow::Result<()> {
        Ok(std::fs::write(folder.join(MANIFEST), serde_json::to_string_pretty(self)?)?)
    }
}
