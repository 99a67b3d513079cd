//! Pictures that were made to be downloaded, each in a folder that is named by what it was made of and how. Its file has
//! the picture's pixels for a name.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use blobs::{Opened, SharedStore, Tree};
use previews::{Conversion, Converted};

use crate::{DEFINITION, Media};

/// So long one is kept.
const KEPT: Duration = Duration::from_secs(3600);
/// More bytes are not kept; the oldest go first.
const MOST_BYTES: u64 = 2 << 30;
/// To tidy, the whole folder is read.
const TIDIED_EVERY: Duration = Duration::from_secs(60);

#[derive(Clone)]
pub(crate) struct KeptConversions {
    folder: PathBuf,
    store: SharedStore,
    tidied_at: Arc<Mutex<Option<SystemTime>>>,
}

/// A picture that is open to be sent.
pub(crate) struct Kept {
    pub width: u32,
    pub height: u32,
    pub file: (SharedStore, Arc<Opened>),
}

/// What a conversion of a content is kept under.
pub(crate) fn key(hash: &str, conversion: &Conversion) -> String {
    let how = format!("{hash} {DEFINITION} {conversion:?}");
    blake3::hash(how.as_bytes()).to_hex()[..32].to_owned()
}

impl KeptConversions {
    pub fn at(folder: PathBuf) -> Self {
        let store = blobs::shared(Tree::at(&folder));
        Self { folder, store, tidied_at: Arc::default() }
    }

    /// None if it is not there, or no longer.
    pub fn open(&self, key: &str) -> io::Result<Option<Kept>> {
        let Some(entry) = gone(fs::read_dir(self.folder.join(key)))?.and_then(|mut files| files.next()) else {
            return Ok(None);
        };
        let entry = entry?;
        let name = entry.file_name();
        let sides = name.to_str().and_then(|name| name.split_once('x'));
        let sides = sides.and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)));
        let (Some((width, height)), Some(file)) = (sides, gone(File::open(entry.path()))?) else { return Ok(None) };
        Ok(Some(Kept { width, height, file: (self.store.clone(), Arc::new(Opened::from(file))) }))
    }

    /// Its bytes; None if it is not there, or no longer.
    pub fn read(&self, key: &str) -> io::Result<Option<Vec<u8>>> {
        let Some(entry) = gone(fs::read_dir(self.folder.join(key)))?.and_then(|mut files| files.next()) else {
            return Ok(None);
        };
        gone(fs::read(entry?.path()))
    }

    /// Takes a picture in with one rename; `bench` is the folder that it was made in, on the same disk.
    pub fn keep(&self, key: &str, bench: &Path, made: &Converted) -> io::Result<()> {
        let whole = bench.join("whole");
        fs::create_dir_all(&whole)?;
        fs::rename(&made.path, whole.join(format!("{}x{}", made.width, made.height)))?;
        fs::create_dir_all(&self.folder)?;
        match fs::rename(&whole, self.folder.join(key)) {
            // Somebody else has made the same meanwhile.
            Err(error) if is_there(&error) => Ok(()),
            other => other,
        }
    }

    /// Deletes what is old, and the oldest while there is too much.
    pub fn tidy(&self) -> io::Result<()> {
        self.tidy_to(time_of_day(), MOST_BYTES)
    }

    /// Tidies after a picture was taken in, unless that was done a moment ago. The picture is there in any case.
    pub fn tidy_if_due(&self) {
        if self.is_due(time_of_day())
            && let Err(error) = self.tidy()
        {
            tracing::warn!("Pictures that were made to be downloaded are not deleted yet: {error}");
        }
    }

    fn is_due(&self, now: SystemTime) -> bool {
        let mut tidied_at = self.tidied_at.lock().unwrap_or_else(PoisonError::into_inner);
        let is_recent = |at: SystemTime| now.duration_since(at).is_ok_and(|age| age < TIDIED_EVERY);
        let is_due = !tidied_at.is_some_and(is_recent);
        if is_due {
            *tidied_at = Some(now);
        }
        is_due
    }

    fn tidy_to(&self, now: SystemTime, most: u64) -> io::Result<()> {
        let Some(folders) = gone(fs::read_dir(&self.folder))? else { return Ok(()) };
        let mut kept = Vec::new();
        for folder in folders {
            let path = folder?.path();
            if let Some((made_at, bytes)) = facts(&path)? {
                kept.push((made_at, bytes, path));
            }
        }
        kept.sort();
        let mut total: u64 = kept.iter().map(|(_, bytes, _)| bytes).sum();
        for (made_at, bytes, path) in kept {
            let is_old = now.duration_since(made_at).is_ok_and(|age| age > KEPT);
            if is_old || total > most {
                gone(fs::remove_dir_all(path))?;
                total -= bytes;
            }
        }
        Ok(())
    }
}

#[expect(clippy::disallowed_methods, reason = "the times of the files come from the same clock")]
fn time_of_day() -> SystemTime {
    SystemTime::now()
}

/// A folder of this name, with a picture in it.
fn is_there(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::DirectoryNotEmpty | io::ErrorKind::AlreadyExists)
}

/// When it was made, and its bytes. A file that somebody else has put there is left alone.
fn facts(folder: &Path) -> io::Result<Option<(SystemTime, u64)>> {
    let Some(about) = gone(fs::metadata(folder))?.filter(fs::Metadata::is_dir) else { return Ok(None) };
    let file = gone(fs::read_dir(folder))?.and_then(|mut files| files.next()).transpose()?;
    let bytes = file.map_or(Ok(Some(0)), |file| gone(file.metadata()).map(|about| about.map(|about| about.len())))?;
    Ok(Some((about.modified()?, bytes.unwrap_or(0))))
}

/// What another process has deleted is not there.
fn gone<T>(result: io::Result<T>) -> io::Result<Option<T>> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Deletes what nobody goes on with.
pub(crate) async fn tidy(media: Media) -> db::Result<()> {
    let tidied = tokio::task::spawn_blocking(move || media.conversions.tidy().and_then(|()| media.marked.tidy())).await;
    let tidied = tidied.map_err(|error| db::Error::Broken(error.to_string()))?;
    tidied.map_err(|error| db::Error::Broken(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keep(kept: &KeptConversions, folder: &Path, key: &str, bytes: usize) {
        let bench = folder.join(format!("bench-{key}"));
        fs::create_dir_all(&bench).unwrap();
        let path = bench.join("converted");
        fs::write(&path, vec![7; bytes]).unwrap();
        kept.keep(key, &bench, &Converted { path, width: 30, height: 20 }).unwrap();
    }

    #[test]
    fn a_picture_is_kept_once_and_found_by_its_key() {
        let folder = tempfile::tempdir().unwrap();
        let kept = KeptConversions::at(folder.path().join("converted"));
        assert!(kept.open("a").unwrap().is_none());
        keep(&kept, folder.path(), "a", 10);
        keep(&kept, folder.path(), "a", 99);
        let found = kept.open("a").unwrap().unwrap();
        assert_eq!((found.width, found.height, found.file.1.written().unwrap().size), (30, 20, 10));
        assert!(kept.open("b").unwrap().is_none());
    }

    #[test]
    fn the_folder_is_read_once_in_a_minute_and_another_file_in_it_stays() {
        let folder = tempfile::tempdir().unwrap();
        let kept = KeptConversions::at(folder.path().join("converted"));
        keep(&kept, folder.path(), "a", 10);
        let strange = kept.folder.join("strange");
        fs::write(&strange, "x").unwrap();
        kept.tidy_to(time_of_day(), 0).unwrap();
        assert!(strange.exists() && kept.open("a").unwrap().is_none());
        let now = time_of_day();
        let due = [0, 1, 59, 60].map(|seconds| kept.is_due(now + Duration::from_secs(seconds)));
        assert_eq!(due, [true, false, false, true]);
        assert!(kept.is_due(now - Duration::from_secs(3600)), "the clock was set back");
    }

    #[test]
    fn what_is_old_goes_and_the_oldest_where_there_is_too_much() {
        let folder = tempfile::tempdir().unwrap();
        let kept = KeptConversions::at(folder.path().join("converted"));
        kept.tidy().unwrap();
        for (key, age) in [("oldest", 3), ("older", 2), ("new", 1)] {
            keep(&kept, folder.path(), key, 10);
            let made_at = time_of_day() - Duration::from_secs(age * 60);
            File::open(kept.folder.join(key)).unwrap().set_modified(made_at).unwrap();
        }
        let has = |key: &str| kept.open(key).unwrap().is_some();
        kept.tidy().unwrap();
        assert!(has("oldest") && has("older") && has("new"));
        kept.tidy_to(time_of_day(), 20).unwrap();
        assert!(!has("oldest") && has("older") && has("new"));
        kept.tidy_to(time_of_day() + Duration::from_secs(3600 - 90), MOST_BYTES).unwrap();
        assert!(!has("older") && has("new"));
    }
}
