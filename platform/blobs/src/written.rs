//! What a store says of a file without reading it.

use std::fs::File;
use std::io;
use std::os::unix::fs::MetadataExt;

/// The size and the time of a file on disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Written {
    pub size: u64,
    /// Nanoseconds since 1970.
    pub modified_ns: i64,
}

impl Written {
    pub fn of(file: &File) -> io::Result<Self> {
        let known = file.metadata()?;
        Ok(Self { size: known.len(), modified_ns: known.mtime() * 1_000_000_000 + known.mtime_nsec() })
    }
}
