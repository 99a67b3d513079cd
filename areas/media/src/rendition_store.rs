//! Keeps renditions as files, named by the hash of the content they were made from.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::DEFINITION;

#[derive(Clone, Debug)]
pub struct RenditionStore {
    folder: PathBuf,
}

/// The two sizes that are made, by their long edge in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Size {
    Small,
    Large,
}

impl Size {
    /// The smallest made size that is at least `edge` pixels, or the largest there is.
    pub fn for_edge(edge: Option<u32>) -> Self {
        if edge.unwrap_or(0) > previews::SMALL_EDGE { Self::Large } else { Self::Small }
    }

    fn suffix(self) -> &'static str {
        match self {
            Self::Small => "small",
            Self::Large => "large",
        }
    }
}

impl RenditionStore {
    pub fn at(folder: PathBuf) -> Self {
        Self { folder }
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    pub(crate) fn path(&self, hash: &str, size: Size) -> PathBuf {
        let prefix = hash.get(..2).unwrap_or("00");
        self.folder.join(prefix).join(format!("{hash}.{DEFINITION}.{}.webp", size.suffix()))
    }

    /// Takes both pictures in, each with one rename, so that nobody reads half of one. Behind a picture's bytes lies
    /// their BLAKE3, which readers of WebP pass over.
    pub(crate) fn keep(&self, hash: &str, drawn: &previews::Rendered) -> io::Result<()> {
        for (size, made) in [(Size::Small, &drawn.small), (Size::Large, &drawn.large)] {
            let seal = blake3::hash(&fs::read(made)?);
            fs::OpenOptions::new().append(true).open(made)?.write_all(seal.as_bytes())?;
            let path = self.path(hash, size);
            if let Some(folder) = path.parent() {
                fs::create_dir_all(folder)?;
            }
            fs::rename(made, path)?;
        }
        Ok(())
    }

    /// A picture as it was kept; an error where it is not there, or not what was kept.
    pub(crate) fn take(&self, hash: &str, size: Size) -> io::Result<Vec<u8>> {
        let mut bytes = fs::read(self.path(hash, size))?;
        let seal = bytes.split_off(bytes.len().saturating_sub(blake3::OUT_LEN));
        if seal == blake3::hash(&bytes).as_bytes() {
            return Ok(bytes);
        }
        Err(io::Error::new(io::ErrorKind::InvalidData, "the picture is damaged"))
    }

    pub(crate) fn discard(&self, hash: &str) -> io::Result<()> {
        for size in [Size::Small, Size::Large] {
            match fs::remove_file(self.path(hash, size)) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
        Ok(())
    }

    pub(crate) fn has(&self, hash: &str) -> bool {
        [Size::Small, Size::Large].into_iter().all(|size| self.take(hash, size).is_ok())
    }
}
