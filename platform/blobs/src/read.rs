//! Reads without waiting for a disk.

use std::fs::File;
use std::io::{self, IoSliceMut};

use rustix::io::{Errno, ReadWriteFlags, preadv2};

/// Reads the bytes from `at` on that the system has in memory; None if the disk would have to be read. At the end of
/// the file it reads nothing.
pub fn read_cached(file: &File, into: &mut [u8], at: u64) -> io::Result<Option<usize>> {
    loop {
        match preadv2(file, &mut [IoSliceMut::new(into)], at, ReadWriteFlags::NOWAIT) {
            Ok(read) => return Ok(Some(read)),
            // Some file systems and older kernels do not support this.
            Err(Errno::AGAIN | Errno::OPNOTSUPP | Errno::NOSYS | Errno::INVAL) => return Ok(None),
            Err(Errno::INTR) => {}
            Err(other) => return Err(other.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::read_cached;

    #[test]
    fn what_was_just_written_is_read_from_where_one_says() {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(b"Vitrine").unwrap();
        let mut into = [0; 16];
        // A file system without support may say so.
        if let Some(read) = read_cached(&file, &mut into, 3).unwrap() {
            assert_eq!(&into[..read], b"rine");
            assert_eq!(read_cached(&file, &mut into, 7).unwrap(), Some(0));
        }
    }
}
