//! `checksums.b3`: what every file of a backup hashes to, in the lines that `b3sum --check` reads.
//!
//! It is written last, so a folder without it holds no whole backup.

use std::collections::BTreeMap;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};

use super::manifest::Manifest;
use crate::cli::say;

const FILE: &str = "checksums.b3";
/// Contents lie under their own hash, which was compared when they were copied.
const CONTENT: &str = "content/";
/// What is written anew by each backup; the rest never changes under its name.
const CHANGING: [&str; 2] = ["database/", "manifest.json"];

/// By the file's path in the backup, with slashes; hexadecimal BLAKE3.
#[derive(Debug, Default)]
pub struct Checksums(BTreeMap<String, String>);

impl Checksums {
    pub fn read(folder: &Path) -> anyhow::Result<Self> {
        let text =
            std::fs::read_to_string(folder.join(FILE)).context("the backup has no checksums: it is not whole")?;
        let pairs =
            text.lines().map(|line| line.split_once("  ").map(|(hash, path)| (path.to_owned(), hash.to_owned())));
        Ok(Self(pairs.collect::<Option<_>>().context("the backup's checksums are damaged")?))
    }

    /// Takes away those of an earlier backup in the same folder.
    pub fn withdraw(folder: &Path) -> io::Result<Self> {
        let earlier = Self::read(folder).unwrap_or_default();
        super::files::remove_file(&folder.join(FILE))?;
        Ok(earlier)
    }

    /// Hashes what the folder holds. What an earlier backup has hashed is not read again, so that a file that was
    /// damaged since then is found out.
    pub fn of(folder: &Path, earlier: &Self) -> io::Result<Self> {
        let mut found = BTreeMap::new();
        for path in files_below(folder)? {
            let hash = match (path.strip_prefix(CONTENT), earlier.0.get(&path)) {
                (Some(place), _) => place.rsplit('/').next().unwrap_or(place).to_owned(),
                (None, Some(known)) if !CHANGING.iter().any(|start| path.starts_with(start)) => known.clone(),
                _ => hash_of(&folder.join(&path))?,
            };
            found.insert(path, hash);
        }
        Ok(Self(found))
    }

    pub fn write(&self, folder: &Path) -> io::Result<()> {
        let lines: String = self.0.iter().map(|(path, hash)| format!("{hash}  {path}\n")).collect();
        std::fs::write(folder.join(FILE), lines)
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Reads everything again and says what is missing or has other bytes.
    pub fn faults(&self, folder: &Path) -> Vec<String> {
        let judged = self.0.iter().filter_map(|(path, wanted)| match hash_of(&folder.join(path)) {
            Ok(hash) if hash == *wanted => None,
            Ok(_) => Some(format!("{path} has other bytes than when it was written")),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Some(format!("{path} is missing")),
            Err(error) => Some(format!("{path} cannot be read: {error}")),
        });
        judged.collect()
    }
}

fn hash_of(file: &Path) -> io::Result<String> {
    blobs::hash(&File::open(file)?)
}

/// The files of a backup, by their paths in it. Names that begin with a point are copies that were cut off.
fn files_below(folder: &Path) -> io::Result<Vec<String>> {
    let (mut found, mut open) = (Vec::new(), vec![(folder.to_owned(), String::new())]);
    while let Some((here, prefix)) = open.pop() {
        for entry in std::fs::read_dir(here)? {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            if name.starts_with('.') || (prefix.is_empty() && (name == FILE || name == "database.new")) {
                continue;
            }
            let path = format!("{prefix}{name}");
            if entry.file_type()?.is_dir() {
                open.push((entry.path(), format!("{path}/")));
            } else {
                found.push(path);
            }
        }
    }
    Ok(found)
}

/// What is damaged or missing in a backup that has checksums.
pub fn faults_of(folder: &Path) -> Vec<String> {
    Checksums::read(folder).map_or_else(|error| vec![error.to_string()], |checksums| checksums.faults(folder))
}

/// `vitrine backup verify FOLDER`.
pub fn verify_command(folder: PathBuf) -> anyhow::Result<()> {
    let manifest = Manifest::read(&folder)?;
    let checksums = Checksums::read(&folder)?;
    let faults = checksums.faults(&folder);
    for fault in &faults {
        say(fault);
    }
    say(&format!("{} files of the backup of {} compared.", checksums.len(), day(manifest.taken_at)));
    ensure!(
        faults.is_empty(),
        "{} files of the backup are damaged or missing; delete the damaged ones and take the backup again",
        faults.len()
    );
    Ok(())
}

fn day(at: i64) -> String {
    jiff::Timestamp::from_second(at).map_or_else(|_| at.to_string(), |at| at.strftime("%Y-%m-%d %H:%M UTC").to_string())
}
