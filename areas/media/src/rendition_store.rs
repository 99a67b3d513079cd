//! Keeps renditions as files, named by the hash of the content they were made from.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::DEFINITION;
use crate::size::Size;

/// The names of the definitions before, which had two sizes.
const FORMER: [&str; 4] = ["1.small", "1.large", "2.small", "2.large"];

#[derive(Clone, Debug)]
pub struct RenditionStore {
    folder: PathBuf,
}

impl RenditionStore {
    pub fn at(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// A folder to draw in, on the same disk. It is deleted with what is left in it.
    pub(crate) fn bench(&self) -> io::Result<tempfile::TempDir> {
        fs::create_dir_all(&self.folder)?;
        tempfile::Builder::new().prefix(".drawing").tempdir_in(&self.folder)
    }

    fn named(&self, hash: &str, name: &str) -> PathBuf {
        let prefix = hash.get(..2).unwrap_or("00");
        self.folder.join(prefix).join(format!("{hash}.{name}.webp"))
    }

    pub(crate) fn path(&self, hash: &str, size: Size) -> PathBuf {
        self.named(hash, &format!("{DEFINITION}.{}", size.edge()))
    }

    /// Takes both pictures in that are drawn at once, and deletes those of the definitions before.
    pub(crate) fn keep_both(&self, hash: &str, drawn: &previews::Rendered) -> io::Result<()> {
        self.keep(hash, Size::SMALL, &drawn.small)?;
        self.keep(hash, Size::LARGE, &drawn.large)?;
        FORMER.iter().try_for_each(|name| gone(fs::remove_file(self.named(hash, name))))
    }

    /// Takes a picture in with one rename, so that nobody reads half of it. Behind its bytes lies their BLAKE3, which
    /// readers of WebP pass over.
    pub(crate) fn keep(&self, hash: &str, size: Size, made: &Path) -> io::Result<()> {
        let checksum = blake3::hash(&fs::read(made)?);
        fs::OpenOptions::new().append(true).open(made)?.write_all(checksum.as_bytes())?;
        self.place(made, &self.path(hash, size))
    }

    /// The large picture is also that of a size which cannot be drawn.
    pub(crate) fn keep_large_as(&self, hash: &str, size: Size) -> io::Result<()> {
        let bench = self.bench()?;
        let copy = bench.path().join("copy");
        fs::copy(self.path(hash, Size::LARGE), &copy)?;
        self.place(&copy, &self.path(hash, size))
    }

    fn place(&self, made: &Path, path: &Path) -> io::Result<()> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::rename(made, path)
    }

    /// A picture as it was kept; an error where it is not there, or not what was kept.
    pub(crate) fn take(&self, hash: &str, size: Size) -> io::Result<Vec<u8>> {
        let mut bytes = fs::read(self.path(hash, size))?;
        let checksum = bytes.split_off(bytes.len().saturating_sub(blake3::OUT_LEN));
        if checksum == blake3::hash(&bytes).as_bytes() {
            return Ok(bytes);
        }
        Err(io::Error::new(io::ErrorKind::InvalidData, "the picture is damaged"))
    }

    pub(crate) fn discard(&self, hash: &str) -> io::Result<()> {
        Size::ALL.into_iter().try_for_each(|size| gone(fs::remove_file(self.path(hash, size))))
    }

    pub(crate) fn has_both(&self, hash: &str) -> bool {
        Size::AT_ONCE.into_iter().all(|size| self.take(hash, size).is_ok())
    }
}

/// What is not there need not be deleted.
fn gone(removed: io::Result<()>) -> io::Result<()> {
    match removed {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
