//! Content hashes: BLAKE3 as hexadecimal.

use std::fs::File;
use std::io::{self, Read, Write};
use std::os::unix::fs::FileExt;

/// The hash of a whole file, independent of other readers of it.
pub fn hash(file: &File) -> io::Result<String> {
    Ok(blake3::Hasher::new().update_reader(FromStart { file, at: 0 })?.finalize().to_hex().to_string())
}

/// Copies `from` to the end of `to`, syncs it, and returns the hash of the copied bytes.
pub fn copy_hashed(from: impl Read, to: &mut File) -> io::Result<String> {
    let hash = copy_unsynced(from, to)?;
    to.sync_all()?;
    Ok(hash)
}

/// As `copy_hashed`, for a file that no crash has to outlive.
pub(crate) fn copy_unsynced(from: impl Read, to: &mut File) -> io::Result<String> {
    copy_while(from, to, &|| true)
}

/// As `copy_unsynced`; an error once `goes_on` says false.
pub(crate) fn copy_while(mut from: impl Read, to: &mut impl Write, goes_on: &dyn Fn() -> bool) -> io::Result<String> {
    let mut hasher = blake3::Hasher::new();
    let mut piece = vec![0; 256 * 1024];
    loop {
        if !goes_on() {
            return Err(io::Error::other("it is cancelled"));
        }
        let read = from.read(&mut piece)?;
        if read == 0 {
            return Ok(hasher.finalize().to_hex().to_string());
        }
        hasher.update(&piece[..read]);
        to.write_all(&piece[..read])?;
    }
}

/// Reads `file` from the beginning, independent of other readers of it.
pub fn from_start(file: &File) -> impl Read {
    FromStart { file, at: 0 }
}

struct FromStart<'f> {
    file: &'f File,
    at: u64,
}

impl Read for FromStart<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read_at(into, self.at)?;
        self.at += read as u64;
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::{copy_hashed, hash};

    #[test]
    fn hashing_a_file_reads_it_from_its_beginning() {
        let mut file = tempfile::tempfile().unwrap();
        let copied = copy_hashed(&b"some words"[..], &mut file).unwrap();
        assert_eq!(hash(&file).unwrap(), copied);
        assert_eq!(copied, blake3::hash(b"some words").to_hex().as_str());
    }
}
