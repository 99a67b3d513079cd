//! Taking a backup.

use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use db::Db;
use primitives::{Clock, Seconds};
use storage::BackedUp;

use super::checksums::Checksums;
use super::files::Copies;
use super::lock;
use super::manifest::Manifest;
use super::switch::{self, CONTENTS, DATABASE, MANIFEST};
use crate::private;
use crate::rooms;
use crate::say::say;
use crate::settings::Settings;

/// Takes a backup into `target`. A folder that holds an earlier one is brought up to date: what it has is not copied
/// again. The earlier one is a whole backup until the new one is.
pub async fn back_up(db: &Db, settings: &Settings, target: &Path, now: Seconds) -> anyhow::Result<Manifest> {
    let installation = id_of(db).await?;
    refuse_foreign(target, &installation)?;
    private::make_folder(target).with_context(|| format!("the folder {}", target.display()))?;
    let _alone = lock::to_write(target)?;
    // Another one may have been taken here meanwhile.
    refuse_foreign(target, &installation)?;
    lock::name_owner(target, &installation).with_context(|| format!("the folder {}", target.display()))?;
    let fresh = switch::begin(target).with_context(|| format!("the folder {}", target.display()))?;
    let begun = Begun { installation, now };
    let written = write_beside(db, settings, target, &fresh, begun).await;
    if written.is_err() {
        switch::abandon(target).ok();
    }
    let manifest = written?;
    switch::switch(target).with_context(|| format!("the folder {}", target.display()))?;
    Ok(manifest)
}

/// What is known of a backup before anything is copied.
struct Begun {
    installation: String,
    now: Seconds,
}

async fn id_of(db: &Db) -> anyhow::Result<String> {
    // A database that a newer version has changed is refused before anything is written to it.
    db.outdated_by(&rooms::migrations()).await.context("the database could not be copied")?;
    secrets::installation_id(db).await.context("the database holds no installation, or cannot be read")
}

/// Nothing of somebody else is touched. A backup from before manifests named their installation is taken for its own.
fn refuse_foreign(target: &Path, installation: &str) -> anyhow::Result<()> {
    let earlier = Manifest::find(target)
        .context("the folder's earlier backup cannot be read: name another folder, or delete that backup")?;
    let shown = target.display();
    let owner = match earlier {
        Some(manifest) => manifest.installation,
        None if lock::is_empty(target).with_context(|| format!("the folder {shown}"))? => None,
        None => Some(lock::owner(target).with_context(|| {
            format!("{shown} is not empty and holds no backup: name another folder, or one that is empty")
        })?),
    };
    ensure!(
        owner.is_none_or(|owner| owner == installation),
        "{shown} holds a backup of another installation: name another folder, or delete that backup if nobody needs it"
    );
    Ok(())
}

/// Adds what is new to the contents, previews and e-mails, and writes all else into `fresh`.
async fn write_beside(
    db: &Db,
    settings: &Settings,
    target: &Path,
    fresh: &Path,
    begun: Begun,
) -> anyhow::Result<Manifest> {
    let spoken_of = |c: &mut db::Conn<'_>| Ok::<_, db::Error>((storage::contents(c)?, audit::heads(c)?));
    let copied = db.copy_to(fresh.join(DATABASE), &rooms::migrations(), spoken_of).await;
    let (contents, audit) = copied.context("the database could not be copied")?;
    let mut manifest = Manifest {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        taken_at: begun.now,
        installation: Some(begun.installation),
        engine: format!("{:?}", db.engine()).to_lowercase(),
        files: settings.files(),
        contents: contents.len(),
        checksums: None,
        bytes_copied: 0,
        gone: Vec::new(),
        lost: Vec::new(),
        left_out: Vec::new(),
        audit,
    };
    copy_contents(db, &target.join(CONTENTS), contents, &mut manifest).await?;
    let mut copies = Copies::default();
    for (from, name) in [(settings.renditions(), "renditions"), (settings.data.join("mail"), "mail")] {
        let target = target.join(name);
        copies.copy_folder(&from, &target, name).with_context(|| format!("the folder {}", target.display()))?;
    }
    copies.left.iter().for_each(|(name, why)| say(&format!("{name} {why}")));
    let earlier = Checksums::read(target).unwrap_or_default();
    let mut checksums = Checksums::of(target, fresh, &earlier, &copies.made)?;
    manifest.left_out = copies.left.into_keys().collect();
    manifest.checksums = Some(checksums.len() + 1);
    manifest.write(fresh)?;
    checksums.add(fresh, MANIFEST)?;
    checksums.write(fresh)?;
    Ok(manifest)
}

/// Copies what the store does not have, and notes in the manifest what became of the rest.
async fn copy_contents(db: &Db, store: &Path, contents: Vec<String>, manifest: &mut Manifest) -> anyhow::Result<()> {
    for hash in contents {
        match storage::back_up(db, store, &hash).await.with_context(|| format!("the content {hash}"))? {
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
    Ok(())
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
    let (lost, left_out) = (manifest.lost.len(), manifest.left_out.len());
    ensure!(left_out == 0 || lost > 0, "{left_out} previews and e-mails are not in the backup");
    ensure!(
        left_out == 0,
        "{left_out} previews and e-mails are not in the backup, and {lost} contents have no bytes in it"
    );
    ensure!(lost == 0, "{lost} contents have no bytes in the backup; `vitrine doctor` names them");
    Ok(())
}
