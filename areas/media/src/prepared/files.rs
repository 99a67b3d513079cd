//! Where prepared pictures lie: a folder for each archive, whose files are named by the content they were made of.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use blobs::{Opened, SharedStore, Tree};

use super::store::PreparedId;

#[derive(Clone)]
pub(crate) struct PreparedFiles {
    folder: PathBuf,
    store: SharedStore,
}

impl PreparedFiles {
    pub fn at(folder: PathBuf) -> Self {
        let store = blobs::shared(Tree::at(&folder));
        Self { folder, store }
    }

    fn path(&self, id: PreparedId, hash: &str) -> PathBuf {
        self.folder.join(id.0.to_string()).join(hash)
    }

    /// Takes a picture in with one rename; its bytes.
    pub(super) fn keep(&self, id: PreparedId, hash: &str, made: &Path) -> io::Result<u64> {
        let path = self.path(id, hash);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let bytes = fs::metadata(made)?.len();
        fs::rename(made, path)?;
        Ok(bytes)
    }

    /// None if it is not there.
    pub(super) fn open(&self, id: PreparedId, hash: &str) -> io::Result<Option<(SharedStore, Arc<Opened>)>> {
        match File::open(self.path(id, hash)) {
            Ok(file) => Ok(Some((self.store.clone(), Arc::new(Opened::from(file))))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Of which archives there are pictures. What somebody else has put there is left alone.
    pub(super) fn all(&self) -> io::Result<Vec<PreparedId>> {
        let folders = match fs::read_dir(&self.folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            folders => folders?,
        };
        let mut found = Vec::new();
        for folder in folders {
            found.extend(folder?.file_name().to_str().and_then(|name| name.parse().ok()).map(PreparedId));
        }
        Ok(found)
    }

    pub(super) fn discard(&self, id: PreparedId) -> io::Result<()> {
        match fs::remove_dir_all(self.folder.join(id.0.to_string())) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pictures_of_an_archive_are_found_by_their_content_and_go_together() {
        let folder = tempfile::tempdir().unwrap();
        let files = PreparedFiles::at(folder.path().join("prepared"));
        assert_eq!(files.all().unwrap(), []);
        let made = folder.path().join("made");
        fs::write(&made, "picture").unwrap();
        assert_eq!(files.keep(PreparedId(7), "abc", &made).unwrap(), 7);
        let (_, file) = files.open(PreparedId(7), "abc").unwrap().unwrap();
        assert_eq!(file.written().unwrap().size, 7);
        assert!(files.open(PreparedId(8), "abc").unwrap().is_none());
        fs::write(folder.path().join("prepared/strange"), "x").unwrap();
        assert_eq!(files.all().unwrap(), [PreparedId(7)]);
        files.discard(PreparedId(7)).unwrap();
        files.discard(PreparedId(7)).unwrap();
        assert_eq!(files.all().unwrap(), []);
    }
}
