//! From chunks of the network to a staged file: written and hashed on a blocking thread, with constant memory.

use std::fs::File;
use std::io::Write;

use axum::body::Bytes;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use crate::Result;
use crate::blocking::ended;
use crate::uploads::checksum::Digest;

/// Chunks that may wait between the network and the disk.
const WAITING: usize = 8;

pub(crate) struct Sink {
    chunks: mpsc::Sender<Bytes>,
    writing: JoinHandle<Result<Received>>,
}

/// The result of one sink.
pub(crate) struct Received {
    pub bytes: u64,
    /// The requested digest of those bytes.
    pub digest: Option<Vec<u8>>,
    /// The whole file's hash so far, if the hash before these bytes was known.
    pub whole: Option<blake3::Hasher>,
    pub file: File,
}

impl Sink {
    /// Appends whatever is written to the file that `open` opens. `whole` has hashed the existing bytes of the file.
    pub fn new(
        open: impl FnOnce() -> Result<File> + Send + 'static,
        whole: Option<blake3::Hasher>,
        digest: Option<Digest>,
    ) -> Self {
        let (chunks, waiting) = mpsc::channel(WAITING);
        Self { chunks, writing: tokio::task::spawn_blocking(move || drain(open()?, whole, digest, waiting)) }
    }

    /// Passes a chunk on, waiting while the disk is behind. If writing has failed, `finish` returns the error.
    pub async fn write(&self, chunk: Bytes) {
        self.chunks.send(chunk).await.unwrap_or_default();
    }

    pub fn has_failed(&self) -> bool {
        self.chunks.is_closed()
    }

    /// Waits until everything is written.
    pub async fn finish(self) -> Result<Received> {
        drop(self.chunks);
        ended(self.writing).await
    }
}

fn drain(
    mut file: File,
    mut whole: Option<blake3::Hasher>,
    mut digest: Option<Digest>,
    mut waiting: mpsc::Receiver<Bytes>,
) -> Result<Received> {
    let (mut bytes, arrived) = (0, metrics::counter!("upload_bytes_total"));
    while let Some(chunk) = waiting.blocking_recv() {
        file.write_all(&chunk)?;
        if let Some(whole) = &mut whole {
            whole.update(&chunk);
        }
        if let Some(digest) = &mut digest {
            digest.update(&chunk);
        }
        bytes += chunk.len() as u64;
        arrived.increment(chunk.len() as u64);
    }
    Ok(Received { bytes, digest: digest.map(Digest::finish), whole, file })
}
