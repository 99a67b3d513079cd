//! Taking a backup.

use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use content::BackedUp;
use db::Db;
use primitives::{Clock, Seconds};

use super::checksums::Checksums;
use super::files::{copy_folder, remove_folder};
use super::manifest::Manifest;
use crate::cli::say;
use crate::private;
use crate::settings::Settings;

/// Takes a backup into `target`. A folder that holds an earlier one is brought up to date: what it has is not copied
/// again.
pub async fn back_up(db: &Db, settings: &Settings, target: &Path, now: Seconds) -> anyhow::Result<Manifest> {
    private::make_folder(target).with_context(|| format!("the folder {}", target.display()))?;
    let (fresh, database) = (target.join("database.new"), target.join("database"));
    remove_folder(&fresh)?;
    let spoken_of = |c: &mut db::Conn<'_>| Ok::<_, db::Error>((content::contents(c)?, audit::heads(c)?));
    let (contents, audit) = db.copy_to(fresh.clone(), spoken_of).await.context("the database could not be copied")?;
    // Until the end the folder holds no backup: half of an old and half of a new one would agree in nothing.
    Manifest::withdraw(target)?;
    let earlier = Checksums::withdraw(target)?;
    remove_folder(&database)?;
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
        audit,
    };
    let store = target.join("content");
    for hash in contents {
        match content::back_up(db, &store, &hash).await.with_context(|| format!("the content {hash}"))? {
            BackedUp::Copied { bytes } => manifest.bytes_copied += bytes,
            BackedUp::Already => {}
            BackedUp::Gone => manifest.gone.push(hash),
            BackedUp::Lost => manifest.lost.push(hash),
            BackedUp::Unreadable(files) => {
                files.iter().for_each(|file| say(&file.to_string()));
                manifest.lost.push(hash);
            }
        }
    }
    for (from, name) in [(settings.renditions(), "renditions"), (settings.data.join("mail"), "mail")] {
        copy_folder(&from, &target.join(name)).with_context(|| format!("the folder {}", from.display()))?;
    }
    manifest.write(target)?;
    Checksums::of(target, &earlier)?.write(target)?;
    Ok(manifest)
}

/// `vitrine backup FOLDER`.
pub async fn back_up_command(settings: Settings, target: PathBuf) -> anyhow::Result<()> {
    let db = settings.open_as_it_is().await?;
    let manifest = back_up(&db, &settings, &target, Clock::system().now()).await?;
    say(&format!(
        "{} contents, {} bytes copied, into {}.",
        manifest.contents - manifest.gone.len() - manifest.lost.len(),
        manifest.bytes_copied,
        target.display()
    ));
    ensure!(
        manifest.lost.is_empty(),
        "{} contents have no bytes in the backup; `vitrine doctor` names them",
        manifest.lost.len()
    );
    Ok(())
}
