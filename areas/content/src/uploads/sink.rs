//! From chunks of the network to a staged file: written and hashed on threads that may block, with constant memory.

use std::fs::File;
use std::io::Write;

use axum::body::Bytes;
use storage::blocking::ended;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use crate::uploads::checksum::Digest;
use crate::uploads::lease::Lease;
use crate::uploads::staged::Staged;
use crate::{Error, Result};

/// Chunks that may wait between the network and the disk, while as many are written.
const WAITING: usize = 4;

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

/// Where writing begins in a staged file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Begin {
    /// What is there is removed.
    Anew,
    AtTheEnd,
}

impl Sink {
    /// Appends whatever is written to the staged file, as long as the lease is ours. `whole` has hashed the existing bytes
    /// of the file.
    pub fn new(
        staged: Staged,
        lease: Option<Lease>,
        begin: Begin,
        whole: Option<blake3::Hasher>,
        digest: Option<Digest>,
    ) -> Self {
        let (chunks, waiting) = mpsc::channel(WAITING);
        Self { chunks, writing: tokio::spawn(drain(Target { staged, lease }, begin, (whole, digest), waiting)) }
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

/// A staged file. Nobody else writes to it while the lease lasts.
struct Target {
    staged: Staged,
    lease: Option<Lease>,
}

impl Target {
    async fn check(&self) -> Result<()> {
        match &self.lease {
            Some(lease) => lease.check().await,
            None => Ok(()),
        }
    }

    /// Opens the file, and then checks the lease. A process that takes the upload later makes another file for it.
    async fn open(&self, begin: Begin, work: impl FnOnce(File) -> Result<Writing> + Send + 'static) -> Result<Writing> {
        let lease = self.lease.clone();
        let opened = self.staged.with(move |staged| {
            let file = staged.open()?;
            if lease.is_some_and(|lease| lease.may_be_over()) {
                return Err(Error::UploadBusy);
            }
            if begin == Begin::Anew {
                file.set_len(0)?;
            }
            work(file)
        });
        opened.await
    }
}

/// A thread is used only while there are bytes to write: slow senders hold none.
async fn drain(
    target: Target,
    begin: Begin,
    (whole, digest): (Option<blake3::Hasher>, Option<Digest>),
    mut waiting: mpsc::Receiver<Bytes>,
) -> Result<Received> {
    let first = next(&mut waiting).await;
    target.check().await?;
    let work = move |file| Writing { file, bytes: 0, whole, digest }.append(first);
    let mut writing = target.open(begin, work).await?;
    loop {
        let batch = next(&mut waiting).await;
        // Also at the end: what nobody will read is not confirmed.
        target.check().await?;
        if batch.is_empty() {
            return Ok(writing.end());
        }
        writing = target.staged.with(move |_| writing.append(batch)).await?;
    }
}

/// What has come meanwhile; nothing at the end.
async fn next(waiting: &mut mpsc::Receiver<Bytes>) -> Vec<Bytes> {
    let mut batch = Vec::new();
    waiting.recv_many(&mut batch, WAITING).await;
    batch
}

struct Writing {
    file: File,
    bytes: u64,
    whole: Option<blake3::Hasher>,
    digest: Option<Digest>,
}

impl Writing {
    fn append(mut self, batch: Vec<Bytes>) -> Result<Self> {
        for chunk in batch {
            self.file.write_all(&chunk)?;
            if let Some(whole) = &mut self.whole {
                whole.update(&chunk);
            }
            if let Some(digest) = &mut self.digest {
                digest.update(&chunk);
            }
            self.bytes += chunk.len() as u64;
            metrics::counter!("upload_bytes_total").increment(chunk.len() as u64);
        }
        Ok(self)
    }

    fn end(self) -> Received {
        Received { bytes: self.bytes, digest: self.digest.map(Digest::finish), whole: self.whole, file: self.file }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use axum::body::Bytes;
    use tokio::runtime::Builder;
    use tokio::time::timeout;

    use super::{Begin, Sink};
    use crate::uploads::staged::Staged;

    #[test]
    fn senders_that_wait_hold_no_thread() {
        let folder = tempfile::tempdir().unwrap();
        let sink = |name: &str| Sink::new(Staged::Partial(folder.path().join(name)), None, Begin::AtTheEnd, None, None);
        let runtime = Builder::new_current_thread().enable_all().max_blocking_threads(1).build().unwrap();
        runtime.block_on(async {
            let (first, second) = (sink("first"), sink("second"));
            for sink in [&first, &second] {
                sink.write(Bytes::from_static(b"half")).await;
            }
            for sink in [second, first] {
                sink.write(Bytes::from_static(b" and half")).await;
                let received = timeout(Duration::from_secs(60), sink.finish()).await.expect("an end").unwrap();
                assert_eq!((received.bytes, received.file.metadata().unwrap().len()), (13, 13));
            }
        });
    }
}
