//! `vitrine backup` and `vitrine restore`: database and files, taken while people work, given back to an empty place.
//!
//! The database comes first, in one snapshot; then every content that the snapshot speaks of, by its hash. What came
//! later is in neither. What was renamed or moved meanwhile is found by its hash; what was deleted for good meanwhile is
//! noted, and the restored database deletes it for good too. So database and files agree, whatever happened in between.

use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use audit::{Act, Author, Object};
use authz::Origin;
use content::Kept;
use db::Db;
use primitives::{Clock, Seconds};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::cli::say;
use crate::settings::Settings;

const MANIFEST: &str = "manifest.json";

/// What a backup says of itself; it is written last, so a folder without one is no backup.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Manifest {
    /// Of the program that made it.
    pub version: String,
    pub taken_at: Seconds,
    /// `sqlite` or `postgres`.
    pub engine: String,
    /// Where the installation kept its files.
    pub files: PathBuf,
    pub contents: usize,
    pub bytes_copied: u64,
    /// Contents that were deleted for good while the backup was taken.
    pub gone: Vec<String>,
    /// Contents that rows spoke of and no disk had.
    pub lost: Vec<String>,
}

/// Takes a backup into `target`. A folder that holds an earlier one is brought up to date: what it has is not copied
/// again.
pub async fn back_up(db: &Db, settings: &Settings, target: &Path, now: Seconds) -> anyhow::Result<Manifest> {
    std::fs::create_dir_all(target).with_context(|| format!("the folder {}", target.display()))?;
    let (fresh, database) = (target.join("database.new"), target.join("database"));
    remove(&fresh)?;
    let contents = db.copy_to(fresh.clone(), content::contents).await.context("the database could not be copied")?;
    // Until the end the folder holds no backup: half of an old and half of a new one would agree in nothing.
    std::fs::remove_file(target.join(MANIFEST)).or_else(missing_is_fine)?;
    remove(&database)?;
    std::fs::rename(&fresh, &database)?;
    let mut manifest = Manifest {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        taken_at: now,
        engine: format!("{:?}", db.engine()).to_lowercase(),
        files: settings.files(),
        contents: contents.len(),
        bytes_copied: 0,
        gone: Vec::new(),
        lost: Vec::new(),
    };
    let store = target.join("content");
    for hash in contents {
        match content::keep(db, &store, &hash).await.with_context(|| format!("the content {hash}"))? {
            Kept::Copied { bytes } => manifest.bytes_copied += bytes,
            Kept::Already => {}
            Kept::Gone => manifest.gone.push(hash),
            Kept::Lost => manifest.lost.push(hash),
        }
    }
    for (from, name) in [(settings.renditions(), "renditions"), (settings.data.join("mail"), "mail")] {
        copy_folder(&from, &target.join(name)).with_context(|| format!("the folder {}", from.display()))?;
    }
    std::fs::write(target.join(MANIFEST), serde_json::to_string_pretty(&manifest)?)?;
    Ok(manifest)
}

/// Gives a backup back to an installation that has no database yet. What could not be given back is said.
pub async fn restore(settings: &Settings, source: &Path, now: Seconds) -> anyhow::Result<()> {
    let text = std::fs::read_to_string(source.join(MANIFEST)).context("that folder holds no backup")?;
    let manifest: Manifest = serde_json::from_str(&text).context("the backup's manifest")?;
    std::fs::create_dir_all(&settings.data)?;
    let url = settings.database_url()?;
    let engine = if matches!(url, db::DbUrl::Sqlite(_)) { "sqlite" } else { "postgres" };
    ensure!(manifest.engine == engine, "the backup is of a {} database", manifest.engine);
    let db = Db::from_copy(&url, &source.join("database")).await.context("the database could not be restored")?;
    db.migrate().await.context("the database cannot be brought up to date")?;
    let (old, new) = (manifest.files.clone(), settings.files());
    content::move_file_servers(&db, move |url| moved(url, &old, &new)).await?;
    for name in ["renditions", "mail"] {
        copy_folder(&source.join(name), &settings.data.join(name))?;
    }
    let mut left = 0;
    let store = source.join("content");
    let given = content::refill(&db, &store, &manifest.gone, now, |finding| {
        if !finding.mended {
            left += 1;
            say(&finding.to_string());
        }
    });
    let entries = given.await.context("the files could not be given back")?;
    let taken_at = manifest.taken_at;
    db.write(move |tx| {
        let act = Act::new("restore", None, Object::new("installation", 0, "Vitrine"));
        audit::record(tx, Author::nobody(Origin::CommandLine), act.after(json!({ "taken_at": taken_at })), now);
        Ok::<_, db::Error>(())
    })
    .await?;
    say(&format!("{entries} entries restored."));
    ensure!(left == 0, "{left} entries could not be given back");
    Ok(())
}

/// What lay below the old installation's files lies below the new one's; what was elsewhere is there.
fn moved(url: &str, old: &Path, new: &Path) -> String {
    match Path::new(url).strip_prefix(old) {
        Ok(below) if below.as_os_str().is_empty() => new.display().to_string(),
        Ok(below) => new.join(below).display().to_string(),
        Err(_) => url.to_owned(),
    }
}

/// `vitrine backup FOLDER`.
pub async fn back_up_command(settings: Settings, target: PathBuf) -> anyhow::Result<()> {
    let db = settings.open_database()?;
    let manifest = back_up(&db, &settings, &target, Clock::system().now()).await?;
    say(&format!(
        "{} contents, {} bytes copied, into {}.",
        manifest.contents - manifest.gone.len() - manifest.lost.len(),
        manifest.bytes_copied,
        target.display()
    ));
    ensure!(manifest.lost.is_empty(), "{} contents have no bytes; `vitrine doctor` names them", manifest.lost.len());
    Ok(())
}

fn remove(folder: &Path) -> std::io::Result<()> {
    std::fs::remove_dir_all(folder).or_else(missing_is_fine)
}

fn missing_is_fine(error: std::io::Error) -> std::io::Result<()> {
    if error.kind() == std::io::ErrorKind::NotFound { Ok(()) } else { Err(error) }
}

/// Copies what the other folder does not have yet; what goes meanwhile was not needed.
fn copy_folder(from: &Path, to: &Path) -> std::io::Result<()> {
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
            std::fs::copy(&source, &target).map(|_| ()).or_else(missing_is_fine)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::moved;

    #[test]
    fn only_what_lay_below_the_old_files_moves() {
        let (old, new) = (Path::new("/a/files"), Path::new("/b/files"));
        for (url, wanted) in [
            ("/a/files", "/b/files"),
            ("/a/files/more", "/b/files/more"),
            ("/a/files-too", "/a/files-too"),
            ("/mnt/nas", "/mnt/nas"),
        ] {
            assert_eq!(moved(url, old, new), wanted);
        }
    }
}
