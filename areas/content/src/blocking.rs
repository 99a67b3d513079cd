//! Work that waits for the disk, away from the threads that serve requests.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::Duration;

use blobs::Tree;
use tokio::sync::Semaphore;
use tokio::task::JoinHandle;

use crate::{Error, Result};

/// Runs `work` on a thread that may block.
pub(crate) async fn blocking<T, E>(work: impl FnOnce() -> Result<T, E> + Send + 'static) -> Result<T>
where
    T: Send + 'static,
    E: Into<Error> + Send + 'static,
{
    ended(tokio::task::spawn_blocking(work)).await
}

/// Calls of one disk that may wait at once. A disk that does not answer takes no more threads than that.
const AT_ONCE: usize = 64;
/// A request waits this long for its turn.
const TURN: Duration = Duration::from_secs(10);

/// As `blocking`, for work with one disk.
pub(crate) async fn on_disk<T, E>(tree: &Tree, work: impl FnOnce() -> Result<T, E> + Send + 'static) -> Result<T>
where
    T: Send + 'static,
    E: Into<Error> + Send + 'static,
{
    let turn = tokio::time::timeout(TURN, turns(tree.root()).acquire_owned()).await;
    let turn = turn.map_err(|_| Error::Disk(blobs::Error::Slow))?;
    let work = move || {
        // It is given back when the disk has answered, even if nobody waits for it any more.
        let _turn = turn;
        work()
    };
    blocking(work).await
}

fn turns(root: &Path) -> Arc<Semaphore> {
    static DISKS: LazyLock<Mutex<HashMap<PathBuf, Arc<Semaphore>>>> = LazyLock::new(Mutex::default);
    let mut disks = DISKS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(turns) = disks.get(root) {
        return turns.clone();
    }
    let turns = Arc::new(Semaphore::new(AT_ONCE));
    disks.insert(root.to_owned(), turns.clone());
    turns
}

/// The result of a task. A task that panicked worked with the disk, so it is answered like a disk error.
pub(crate) async fn ended<T, E: Into<Error>>(task: JoinHandle<Result<T, E>>) -> Result<T> {
    let outcome = task.await.map_err(|panicked| Error::Disk(std::io::Error::other(panicked).into()))?;
    outcome.map_err(Into::into)
}

#[cfg(test)]
mod tests {
    use super::blocking;
    use crate::Error;

    #[tokio::test]
    async fn a_panic_is_answered_as_a_fault_of_the_disk() {
        let broken = blocking(|| -> Result<(), Error> { panic!("a broken invariant") }).await;
        assert!(matches!(broken, Err(Error::Disk(blobs::Error::Io(_)))), "{broken:?}");
        assert!(matches!(blocking(|| Err::<(), _>(Error::Checksum)).await, Err(Error::Checksum)));
    }
}
