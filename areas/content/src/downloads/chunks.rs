//! The bytes of a file, chunk by chunk, as fast as the client reads them.

use std::io::{self, ErrorKind};
use std::sync::{Arc, Mutex, PoisonError};

use axum::body::Bytes;
use futures_util::stream::{Stream, try_unfold};
use storage::blocking::on_store;

use super::Stored;
use super::again::Again;

const CHUNK: u64 = 256 * 1024;
/// One chunk is sent to the client while the next is read.
const MOST_SPARE: usize = 2;

/// `count` bytes of `file` from `first` on. If the file has become shorter, the stream ends in an error. If its store
/// has these bytes elsewhere by now, they are read there as far as `again` finds them.
pub(crate) fn of(file: Stored, again: Option<Again>, first: u64, count: u64) -> impl Stream<Item = io::Result<Bytes>> {
    try_unfold((file, again, first, count, Spare::default()), async |(mut file, again, at, left, spare)| {
        if left == 0 {
            return Ok(None);
        }
        let (buffer, read) = read_wherever(&mut file, again.as_ref(), (&spare, left.min(CHUNK)), at).await?;
        if read == 0 {
            return Err(ErrorKind::UnexpectedEof.into());
        }
        let chunk = Bytes::from_owner(Lent { buffer, home: spare.clone() }).slice(..read);
        let read = read as u64;
        Ok(Some((chunk, (file, again, at + read, left - read, spare))))
    })
}

/// As `read`, of what `file` becomes if its bytes lie elsewhere by now.
async fn read_wherever(
    file: &mut Stored,
    again: Option<&Again>,
    (spare, size): (&Spare, u64),
    at: u64,
) -> io::Result<(Vec<u8>, usize)> {
    let done = read(file, spare.take(size), at).await;
    match (done, again) {
        (Err(error), Some(again)) if error.kind() == ErrorKind::NotFound => {
            *file = Box::pin(again.find()).await.ok_or(error)?;
            read(file, spare.take(size), at).await
        }
        (done, _) => done,
    }
}

/// Cached bytes are read on this thread; reads that wait for the disk run elsewhere, in a turn of their store.
async fn read((store, file): &Stored, mut buffer: Vec<u8>, at: u64) -> io::Result<(Vec<u8>, usize)> {
    if let Some(read) = file.read_cached(&mut buffer, at)? {
        return Ok((buffer, read));
    }
    let file = file.clone();
    let waited = on_store(store, move |_| {
        let read = file.read_at(&mut buffer, at)?;
        Ok::<_, io::Error>((buffer, read))
    });
    waited.await.map_err(|error| match error {
        storage::Error::Disk(blobs::Error::Io(error)) => error,
        other => io::Error::other(other),
    })
}

/// Buffers of one stream that are reused after they were sent: allocating memory costs more than filling it.
#[derive(Clone, Debug, Default)]
struct Spare(Arc<Mutex<Vec<Vec<u8>>>>);

impl Spare {
    fn take(&self, size: u64) -> Vec<u8> {
        let size = usize::try_from(size).unwrap_or(usize::MAX);
        let spare = self.0.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut buffer = spare.unwrap_or_else(|| vec![0; size]);
        buffer.truncate(size);
        buffer
    }

    fn give_back(&self, buffer: Vec<u8>) {
        let mut spare = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if spare.len() < MOST_SPARE {
            spare.push(buffer);
        }
    }
}

#[derive(Debug)]
struct Lent {
    buffer: Vec<u8>,
    home: Spare,
}

impl AsRef<[u8]> for Lent {
    fn as_ref(&self) -> &[u8] {
        &self.buffer
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        self.home.give_back(std::mem::take(&mut self.buffer));
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::sync::Arc;
    use std::time::Duration;

    use blobs::{Area, Change, Opened, SharedStore, Tree, TreePath};
    use futures_util::future::join_all;
    use futures_util::{StreamExt, TryStreamExt};
    use primitives::NodeId;
    use tokio::runtime::Builder;
    use tokio::task::spawn_blocking;

    use super::{CHUNK, of};

    fn store() -> SharedStore {
        blobs::shared(Tree::at("nowhere"))
    }

    #[test]
    fn downloads_from_a_disk_that_hangs_leave_threads_for_others() {
        let folder = tempfile::tempdir().unwrap();
        let store = blobs::shared(Tree::create(folder.path()).unwrap());
        store.stage(NodeId(1)).unwrap().write_all(b"bytes").unwrap();
        let place = TreePath::of(&["a.txt"]).unwrap();
        store.commit(NodeId(1), &Change::MoveIn { area: Area::Staging, to: place.clone() }).unwrap();
        let opened = || (store.clone(), Arc::new(store.open(&place).unwrap()));
        let downloads: Vec<_> = (0..100).map(|_| Box::pin(of(opened(), None, 0, 5))).collect();
        let held = blobs::testing::hold(folder.path());
        let runtime =
            Builder::new_multi_thread().worker_threads(2).enable_all().max_blocking_threads(80).build().unwrap();
        runtime.block_on(async {
            let reading: Vec<_> =
                downloads.into_iter().map(|download| tokio::spawn(download.try_collect::<Vec<_>>())).collect();
            let beside = async {
                let held = spawn_blocking(move || {
                    held.until_waiting(64);
                    held
                });
                let held = held.await.unwrap();
                // As many as there would be threads have asked by now.
                for _ in 0..100 {
                    tokio::task::yield_now().await;
                }
                spawn_blocking(|| ()).await.unwrap();
                drop(held);
            };
            tokio::time::timeout(Duration::from_secs(60), beside).await.expect("a thread for other work");
            for read in join_all(reading).await {
                assert_eq!(read.unwrap().unwrap(), ["bytes"]);
            }
        });
    }

    #[tokio::test]
    async fn a_part_of_a_file_comes_whole_whether_chunks_are_cached_or_not() {
        let bytes: Vec<u8> = (0..CHUNK * 5 / 2).map(|at| (at % 251) as u8).collect();
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(&bytes).unwrap();
        let file = (store(), Arc::new(Opened::from(file)));
        let (first, count) = (7, bytes.len() - 20);
        let wanted = &bytes[first..first + count];
        let part = || of(file.clone(), None, first as u64, count as u64);
        let kept: Vec<_> = part().try_collect().await.unwrap();
        assert_eq!(kept.concat(), wanted);
        let mut stream = Box::pin(part());
        let mut got = Vec::new();
        while let Some(chunk) = stream.next().await {
            got.extend_from_slice(&chunk.unwrap());
        }
        assert_eq!(got, wanted);
    }

    #[tokio::test]
    async fn a_file_that_ends_too_early_is_an_error_and_an_empty_one_is_not() {
        let file = (store(), Arc::new(Opened::from(tempfile::tempfile().unwrap())));
        assert_eq!(of(file.clone(), None, 0, 0).try_collect::<Vec<_>>().await.unwrap().len(), 0);
        let cut_off = of(file, None, 0, 9).try_collect::<Vec<_>>().await.unwrap_err();
        assert_eq!(cut_off.kind(), std::io::ErrorKind::UnexpectedEof);
    }
}
