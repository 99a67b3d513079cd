//! Giving a backup back.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use audit::{Act, Author, Object};
use authz::Origin;
use db::{Db, DbUrl, RestoreTarget, made_by, with_precondition};
use primitives::{Seconds, random_hex};
use serde_json::json;

use super::checksums::{Checksums, is_fault};
use super::files::Copies;
use super::lock;
use super::manifest::Manifest;
use super::switch::{DATABASE, part};
use super::verify::{faults, is_vital};
use crate::if_there::remove_folder;
use crate::restore_marker::{Mark, Marker, Phase};
use crate::rooms;
use crate::say::say;
use crate::settings::Settings;

/// What of a backup is given back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// All of it, or nothing.
    Whole,
    /// What is not damaged; for when there is no other backup. The database must be whole.
    Undamaged,
}

/// Gives a backup back to an installation that has no database yet, or to one where this was cut off.
pub async fn restore(settings: &Settings, source: &Path, extent: Extent, now: Seconds) -> anyhow::Result<()> {
    let _shared = lock::to_read(source)?;
    let manifest = Manifest::read(source)?;
    let url = settings.database_url()?;
    let engine = if matches!(url, DbUrl::Sqlite(_)) { "sqlite" } else { "postgres" };
    ensure!(manifest.engine == engine, "the backup is of a {} database", manifest.engine);
    let damaged = compare(source, extent)?;
    settings.make_data_folder()?;
    let marker = Marker::of(&settings.data);
    let mark = match marker.begun(&url.to_string(), manifest.taken_at)? {
        Some(mark) => mark,
        None => begin(settings, &url, &marker, manifest.taken_at).await?,
    };
    let target = Db::restore_target(&url, &mark.restore).await.with_context(|| not_restored(&url))?;
    if target == RestoreTarget::Ended {
        end(&settings.prepare(settings.open_existing(&url)?)?, &marker).await?;
        say("The restore had ended; `vitrine doctor` tells whether all is there.");
        return Ok(());
    }
    let (db, mark) = database(settings, source, &url, &marker, mark, target).await?;
    let db = settings.prepare(db)?;
    let filling = async {
        db.migrate(&rooms::migrations()).await.context("the database cannot be brought up to date")?;
        let left = files(&db, settings, (source, &mark), &manifest, damaged, now).await?;
        if extent == Extent::Whole {
            refuse_half(&db, &left, manifest.audit).await?;
        }
        record(&db, manifest.taken_at, now).await?;
        anyhow::Ok(left)
    };
    let filled = with_precondition(made_by(mark.restore.clone()), filling).await;
    refuse_replaced(&url, &mark, filled.is_ok()).await?;
    let Left { known, other } = filled?;
    end(&db, &marker).await?;
    ensure!(other == 0, "{other} entries could not be given back; `vitrine doctor` names them");
    if known > 0 {
        // Nothing more can be had of this backup, and whoever restores by a script is not to think that it went wrong.
        tracing::warn!("{known} entries have no bytes, as when the backup was taken; `vitrine doctor` names them");
    }
    Ok(())
}

/// The open connections still see a file that was replaced; the path does not.
async fn refuse_replaced(url: &DbUrl, mark: &Mark, is_filled: bool) -> anyhow::Result<()> {
    let is_own = match Db::restore_target(url, &mark.restore).await {
        Ok(RestoreTarget::Ended) => true,
        Ok(RestoreTarget::Ours) => !is_filled,
        Ok(RestoreTarget::Empty | RestoreTarget::Foreign) => false,
        // A server that does not answer has replaced nothing: what went wrong before says more.
        Err(_) => !is_filled && matches!(url, DbUrl::Postgres(_)),
    };
    ensure!(
        is_own,
        "the database {url} was replaced during the restore; what is there now is not what was restored, and a journal \
         (-wal) beside it is not its own"
    );
    Ok(())
}

/// As long as something of the backup is missing, the restore has not ended: the same command goes on with it.
async fn refuse_half(db: &Db, left: &Left, heads: Vec<audit::Head>) -> anyhow::Result<()> {
    let goes_on = "; run the same command again when the cause is gone, or with --undamaged to do without them";
    ensure!(left.other == 0, "{} entries could not be given back{goes_on}", left.other);
    let broken = audit::left_behind(db, heads).await?;
    ensure!(
        broken.is_empty(),
        "{} chains of the audit log are not what they were in the backup{goes_on}",
        broken.len()
    );
    Ok(())
}

/// Removes the traces of a restore that has ended: first the one that blocks the data folder.
async fn end(db: &Db, marker: &Marker) -> anyhow::Result<()> {
    marker.end()?;
    Ok(db.write(|tx| tx.forget_restore()).await?)
}

/// Refuses a data folder in which another installation has files.
fn refuse_foreign_files(settings: &Settings) -> anyhow::Result<()> {
    let data = &settings.data;
    let folders = [settings.files(), settings.renditions(), data.join("mail"), data.join("partial_uploads")];
    let is_used = |folder: &PathBuf| std::fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some());
    let used = folders.iter().find(|folder| is_used(folder)).cloned();
    let used = used.or_else(|| Some(data.join("vitrine.db")).filter(|file| file.exists()));
    match used {
        None => Ok(()),
        Some(used) => bail!(
            "{} is there already; restore into an empty data folder, or move aside what this one holds",
            used.display()
        ),
    }
}

fn not_restored(url: &DbUrl) -> String {
    format!("the database {url} could not be restored")
}

/// Notes the restore in the data folder, before anything is made. Nothing that is there already is touched.
async fn begin(settings: &Settings, url: &DbUrl, marker: &Marker, taken_at: i64) -> anyhow::Result<Mark> {
    Db::refuse_occupied(url).await.with_context(|| not_restored(url))?;
    refuse_foreign_files(settings)?;
    let mark = Mark { restore: random_hex(16), database: url.to_string(), taken_at, phase: Phase::Database };
    marker.write(&mark)?;
    Ok(mark)
}

/// Entries that could not be given back.
#[derive(Default)]
struct Left {
    /// Those that had no bytes when the backup was taken.
    known: u64,
    other: u64,
}

/// Nothing is given back of a backup that is damaged, before its damage is known and accepted. Which previews and e-mails
/// are damaged.
fn compare(source: &Path, extent: Extent) -> anyhow::Result<BTreeSet<String>> {
    let checksums = Checksums::read(source)?;
    let faults = faults(source, &checksums);
    for fault in &faults {
        say(fault);
    }
    if let Some(vital) = faults.iter().find(|fault| is_vital(fault)) {
        bail!("the backup cannot be given back: {vital}");
    }
    ensure!(
        faults.is_empty() || extent == Extent::Undamaged,
        "{} files of the backup are damaged or missing; nothing was given back. --undamaged gives back the others",
        faults.len()
    );
    let is_damaged =
        |path: &&String| faults.iter().any(|fault| fault.strip_prefix(path.as_str()).is_some_and(is_fault));
    Ok(if faults.is_empty() { BTreeSet::new() } else { checksums.below(&SMALL).filter(is_damaged).cloned().collect() })
}

/// Previews and e-mails, in the backup and in the data folder.
const SMALL: [&str; 2] = ["renditions", "mail"];

/// The backup's database, at its place. One that was cut off half way begins again.
async fn database(
    settings: &Settings,
    source: &Path,
    url: &DbUrl,
    marker: &Marker,
    mark: Mark,
    target: RestoreTarget,
) -> anyhow::Result<(Db, Mark)> {
    ensure!(
        target != RestoreTarget::Foreign,
        "the database could not be restored: {} is another one's now, and nothing in it was changed; name it no more, or \
         empty the data folder to begin again",
        url
    );
    if target == RestoreTarget::Ours && mark.phase != Phase::Database {
        return Ok((settings.open_existing(url)?, mark));
    }
    let copy = part(source, DATABASE);
    let copied = Db::from_copy(url, &copy, &mark.restore, &rooms::migrations()).await;
    drop(copied.with_context(|| not_restored(url))?);
    for name in SMALL {
        let folder = settings.data.join(name);
        remove_folder(&folder).with_context(|| format!("the folder {}", folder.display()))?;
    }
    let mark = Mark { phase: Phase::Files, ..mark };
    marker.write(&mark)?;
    Ok((settings.open_existing(url)?, mark))
}

/// Contents, previews and e-mails; what could not be given back is said.
async fn files(
    db: &Db,
    settings: &Settings,
    (source, mark): (&Path, &Mark),
    manifest: &Manifest,
    damaged: BTreeSet<String>,
    now: Seconds,
) -> anyhow::Result<Left> {
    let (old, new) = (manifest.files.clone(), settings.files());
    storage::move_file_servers(db, mark.restore.clone(), move |url| moved(url, &old, &new)).await?;
    let mut copies = Copies { unwanted: damaged, ..Copies::default() };
    for name in SMALL {
        copies.copy_folder(&source.join(name), &settings.data.join(name), name)?;
    }
    copies.left.iter().for_each(|(name, why)| say(&format!("{name} {why}")));
    if !copies.unwanted.is_empty() {
        say(&format!("{} damaged previews and e-mails were left out.", copies.unwanted.len()));
    }
    let mut left = Left { other: copies.left.len() as u64, ..Left::default() };
    let store = source.join("content");
    let given = content::restore(db, &store, &manifest.gone, now, |finding| {
        if finding.repaired {
            return;
        }
        let was_lost = finding.content.as_ref().is_some_and(|hash| manifest.lost.contains(hash));
        *(if was_lost { &mut left.known } else { &mut left.other }) += 1;
        say(&finding.to_string());
    });
    let entries = given
        .await
        .with_context(|| format!("the files could not be given back into {}", settings.files().display()))?;
    say(&format!("{} entries restored.", entries.saturating_sub(left.known + left.other)));
    Ok(left)
}

async fn record(db: &Db, taken_at: Seconds, now: Seconds) -> signin::Result<()> {
    db.write(move |tx| {
        // Sessions and links of the backup are known to all who have it: none of them opens the restored installation.
        signin::end_everything(tx)?;
        let act = Act::new("restore", None, Object::new("installation", 0, "Vitrine"));
        audit::record(tx, Author::nobody(Origin::CommandLine), act.after(json!({ "taken_at": taken_at })), now);
        Ok(tx.end_restore()?)
    })
    .await
}

/// What lay below the old installation's files lies below the new one's; what was elsewhere is there.
fn moved(url: &str, old: &Path, new: &Path) -> String {
    match Path::new(url).strip_prefix(old) {
        Ok(below) if below.as_os_str().is_empty() => new.display().to_string(),
        Ok(below) => new.join(below).display().to_string(),
        Err(_) => url.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::moved;

    #[test]
    fn only_file_servers_below_the_old_files_folder_are_moved() {
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
