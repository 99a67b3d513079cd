//! `checksums.b3`: what every file of a backup hashes to, in the lines that `b3sum --check` reads.
//!
//! A folder without it holds no whole backup.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io;
use std::path::Path;

use anyhow::Context;

use super::switch::{CHECKSUMS, is_own, part};

/// Contents lie under their own hash, which was compared when they were copied.
const CONTENT: &str = "content/";

/// By the file's path in the backup, with slashes; hexadecimal BLAKE3.
#[derive(Debug, Default)]
pub struct Checksums(BTreeMap<String, String>);

impl Checksums {
    pub fn read(folder: &Path) -> anyhow::Result<Self> {
        let text =
            std::fs::read_to_string(part(folder, CHECKSUMS)).context("the backup has no checksums: it is not whole")?;
        let pairs =
            text.lines().map(|line| line.split_once("  ").map(|(hash, path)| (path.to_owned(), hash.to_owned())));
        Ok(Self(pairs.collect::<Option<_>>().context("the backup's checksums are damaged")?))
    }

    /// Hashes what the folder holds, and what of the new backup is beside in `fresh`. What an earlier backup has hashed
    /// is not read again, so that a file that was damaged since then is found out; but for what is `made` anew.
    pub fn of(folder: &Path, fresh: &Path, earlier: &Self, made: &BTreeSet<String>) -> io::Result<Self> {
        let mut found = BTreeMap::new();
        for path in files_below(folder)?.into_iter().filter(|path| !is_own(path)) {
            let known = earlier.0.get(&path).filter(|_| !made.contains(&path));
            let hash = match (path.strip_prefix(CONTENT), known) {
                (Some(place), _) => place.rsplit('/').next().unwrap_or(place).to_owned(),
                (None, Some(known)) => known.clone(),
                (None, None) => hash_of(&folder.join(&path))?,
            };
            found.insert(path, hash);
        }
        let mut all = Self(found);
        for path in files_below(fresh)? {
            all.add(fresh, &path)?;
        }
        Ok(all)
    }

    pub fn add(&mut self, folder: &Path, path: &str) -> io::Result<()> {
        self.0.insert(path.to_owned(), hash_of(&folder.join(path))?);
        Ok(())
    }

    /// Whether the file, or one in the folder, has a line.
    pub fn name(&self, path: &str) -> bool {
        self.0.keys().any(|known| known.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')))
    }

    pub fn write(&self, folder: &Path) -> io::Result<()> {
        let lines: String = self.0.iter().map(|(path, hash)| format!("{hash}  {path}\n")).collect();
        std::fs::write(folder.join(CHECKSUMS), lines)
    }

    /// The paths that begin with one of `folders`.
    pub fn below<'s>(&'s self, folders: &'s [&str]) -> impl Iterator<Item = &'s String> {
        self.0.keys().filter(move |path| folders.iter().any(|folder| path.split('/').next() == Some(*folder)))
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Reads everything again and says what is missing or has other bytes.
    pub fn faults(&self, folder: &Path) -> Vec<String> {
        let judged = self.0.iter().filter_map(|(path, wanted)| match hash_of(&part(folder, path)) {
            Ok(hash) if hash == *wanted => None,
            Ok(_) => Some(format!("{path} has other bytes than when it was written")),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Some(format!("{path} is missing")),
            Err(error) => Some(format!("{path} cannot be read: {error}")),
        });
        judged.collect()
    }
}

/// Whether it is what `faults` says after a path.
pub fn is_fault(said: &str) -> bool {
    [" has other bytes", " is missing", " cannot be read"].iter().any(|begin| said.starts_with(begin))
}

fn hash_of(file: &Path) -> io::Result<String> {
    blobs::hash(&File::open(file)?)
}

/// The files of a backup, by their paths in it. Names that begin with a point are copies that were cut off, and what
/// is on its way.
fn files_below(folder: &Path) -> io::Result<Vec<String>> {
    let (mut found, mut open) = (Vec::new(), vec![(folder.to_owned(), String::new())]);
    while let Some((here, prefix)) = open.pop() {
        for entry in std::fs::read_dir(here)? {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            if name.starts_with('.') || (prefix.is_empty() && name == CHECKSUMS) {
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
