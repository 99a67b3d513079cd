//! What is wrong with a backup: asked by `vitrine backup verify`, and before anything of it is given back.

use std::path::{Path, PathBuf};

use anyhow::ensure;

use super::checksums::Checksums;
use super::lock;
use super::manifest::Manifest;
use super::switch::{CHECKSUMS, DATABASE, MANIFEST, part};
use crate::say::say;

/// What is damaged or missing in a backup that has checksums. It reads everything.
pub fn faults_of(folder: &Path) -> Vec<String> {
    Checksums::read(folder).map_or_else(|error| vec![error.to_string()], |checksums| faults(folder, &checksums))
}

pub fn faults(folder: &Path, checksums: &Checksums) -> Vec<String> {
    let mut found = checksums.faults(folder);
    found.extend(lines_missing(folder, checksums));
    // What has other bytes than it should is not asked what they mean.
    if !found.iter().any(|fault| is_vital(fault)) {
        found.extend(database_faults(&part(folder, DATABASE)));
    }
    found
}

/// A list that was cut at the end of a line names whole files, and not all of them.
fn lines_missing(folder: &Path, checksums: &Checksums) -> Vec<String> {
    let unnamed = [DATABASE, MANIFEST].into_iter().filter(|part| !checksums.name(part));
    let mut found: Vec<String> = unnamed.map(|part| format!("{part} has no line in {CHECKSUMS}")).collect();
    // A manifest that cannot be read has other bytes than when it was written, or no line.
    let wanted = Manifest::read(folder).ok().and_then(|manifest| manifest.checksums);
    if let Some(wanted) = wanted.filter(|wanted| *wanted != checksums.len()) {
        found.push(format!("{CHECKSUMS} names {} files and not {wanted}", checksums.len()));
    }
    found
}

/// Whether nothing can be given back for a fault.
pub fn is_vital(fault: &str) -> bool {
    fault.starts_with(DATABASE) || fault.starts_with(MANIFEST)
}

/// The bytes may be those that were written, and have been of a damaged database already.
fn database_faults(copy: &Path) -> Vec<String> {
    let found = db::examine_copy(copy).unwrap_or_else(|error| vec![error.to_string()]);
    found.into_iter().map(|fault| format!("{DATABASE}: {fault}")).collect()
}

/// `vitrine backup verify FOLDER`.
pub fn verify_command(folder: PathBuf) -> anyhow::Result<()> {
    let _shared = lock::to_read(&folder)?;
    let manifest = Manifest::read(&folder)?;
    let checksums = Checksums::read(&folder)?;
    let faults = faults(&folder, &checksums);
    for fault in &faults {
        say(fault);
    }
    say(&format!("{} files of the backup of {} compared.", checksums.len(), day(manifest.taken_at)));
    ensure!(
        faults.is_empty(),
        "{} faults in the backup; delete the damaged files and take the backup again",
        faults.len()
    );
    Ok(())
}

fn day(at: i64) -> String {
    jiff::Timestamp::from_second(at).map_or_else(|_| at.to_string(), |at| at.strftime("%Y-%m-%d %H:%M UTC").to_string())
}
