//! An open file of a store.

use std::fs::File;
use std::io::{self, IoSliceMut, Read};
use std::os::unix::fs::FileExt;
use std::time::{Duration, Instant};

use rustix::io::{Errno, ReadWriteFlags, preadv2};

use crate::Written;
use crate::s3::Remote;

/// An open file. It is read by ranges, so that readers do not disturb each other; whatever is renamed meanwhile, these
/// are its bytes. Those of an object that is replaced meanwhile are read no further.
#[derive(Debug)]
pub struct Opened {
    bytes: Bytes,
    /// Reading waits while somebody holds the store there.
    #[cfg(feature = "testing")]
    held_with: Option<std::path::PathBuf>,
}

#[derive(Debug)]
enum Bytes {
    File(File),
    Object(Box<Remote>),
}

impl Opened {
    pub fn written(&self) -> io::Result<Written> {
        match &self.bytes {
            Bytes::File(file) => Written::of(file),
            Bytes::Object(object) => Ok(object.written()),
        }
    }

    /// Reads from `at` on; nothing at the end of the file. The error is `NotFound` if a store of objects has these bytes
    /// no more, or elsewhere.
    pub fn read_at(&self, into: &mut [u8], at: u64) -> io::Result<usize> {
        self.wait();
        match &self.bytes {
            Bytes::File(file) => file.read_at(into, at),
            Bytes::Object(object) => object.read_at(into, at),
        }
    }

    /// As `read_at` without waiting for a disk; None if it would have to.
    pub fn read_cached(&self, into: &mut [u8], at: u64) -> io::Result<Option<usize>> {
        #[cfg(feature = "testing")]
        if self.held_with.as_ref().is_some_and(|root| crate::testing::is_held(root)) {
            return Ok(None);
        }
        let Bytes::File(file) = &self.bytes else { return Ok(None) };
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

    /// All of it, from the beginning.
    pub fn bytes(&self) -> impl Read {
        FromStart { opened: self, at: 0, waited: Duration::ZERO }
    }

    pub fn hash(&self) -> io::Result<String> {
        Ok(blake3::Hasher::new().update_reader(self.bytes())?.finalize().to_hex().to_string())
    }

    /// The file itself, if it is one of a disk.
    pub(crate) fn file(&self) -> Option<&File> {
        match &self.bytes {
            Bytes::File(file) => Some(file),
            Bytes::Object(_) => None,
        }
    }

    /// The object, if it is one.
    pub(crate) fn object(&self) -> Option<&Remote> {
        match &self.bytes {
            Bytes::File(_) => None,
            Bytes::Object(object) => Some(object),
        }
    }

    /// An address at the store itself that opens to anybody for so long; None of a file of a disk. It is kept under the name
    /// of `disposition`. It gives the bytes that are there when it is followed: until its end, these may be others than
    /// those that were opened, and who has it gets them, whatever becomes of their rights meanwhile.
    pub fn address(&self, disposition: &str, valid: Duration) -> Option<String> {
        Some(self.object()?.address(disposition, valid)?.into())
    }

    /// A local file with the same bytes, for programs that read by descriptor. An object is copied first; None if its
    /// store gives bytes of another hash.
    pub fn local(&self, hash: &str) -> io::Result<Option<&File>> {
        match &self.bytes {
            Bytes::File(file) => Ok(Some(file)),
            Bytes::Object(object) => object.local(self.bytes(), hash),
        }
    }

    /// For tests, whose disks may not answer.
    fn wait(&self) {
        #[cfg(feature = "testing")]
        self.held_with.iter().for_each(|root| crate::testing::wait_to_read(root));
    }

    #[cfg(feature = "testing")]
    pub(crate) fn held_with(self, root: &std::path::Path) -> Self {
        Self { held_with: Some(root.to_owned()), ..self }
    }
}

impl From<Bytes> for Opened {
    fn from(bytes: Bytes) -> Self {
        Self {
            bytes,
            #[cfg(feature = "testing")]
            held_with: None,
        }
    }
}

impl From<File> for Opened {
    fn from(file: File) -> Self {
        Bytes::File(file).into()
    }
}

impl From<Remote> for Opened {
    fn from(object: Remote) -> Self {
        Bytes::Object(Box::new(object)).into()
    }
}

struct FromStart<'o> {
    opened: &'o Opened,
    at: u64,
    /// For a store of objects.
    waited: Duration,
}

impl Read for FromStart<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let asked = Instant::now();
        let read = self.opened.read_at(into, self.at)?;
        self.at += read as u64;
        if let Bytes::Object(_) = self.opened.bytes {
            self.waited += asked.elapsed();
            // One that sends little by little would hold the work of everybody.
            if self.waited > crate::s3::limit(self.at) {
                return Err(io::ErrorKind::TimedOut.into());
            }
        }
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};

    use super::Opened;

    #[test]
    fn an_opened_file_is_read_from_any_offset() {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(b"Vitrine").unwrap();
        let opened = Opened::from(file);
        let mut into = [0; 16];
        // A file system without support may say so.
        if let Some(read) = opened.read_cached(&mut into, 3).unwrap() {
            assert_eq!(&into[..read], b"rine");
            assert_eq!(opened.read_cached(&mut into, 7).unwrap(), Some(0));
        }
        assert_eq!(opened.read_at(&mut into, 5).unwrap(), 2);
        let mut all = String::new();
        opened.bytes().read_to_string(&mut all).unwrap();
        assert_eq!(all, "Vitrine");
    }
}
