//! Work that waits for the disk, away from the threads that serve requests.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::Duration;

use blobs::{Applied, Area, SharedStore, Store};
use primitives::NodeId;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::JoinHandle;
use tracing::Instrument as _;

use crate::{Error, Result};

/// An error of work with a disk, and the error of the room that it becomes.
pub trait WorkError: Sized + Send + 'static {
    type Becomes: From<Self> + From<Error> + Send + 'static;
}

impl WorkError for Error {
    type Becomes = Self;
}

impl WorkError for blobs::Error {
    type Becomes = Error;
}

impl WorkError for std::io::Error {
    type Becomes = Error;
}

/// Runs `work` on a thread that may block.
pub async fn blocking<T: Send + 'static, E: WorkError>(
    work: impl FnOnce() -> Result<T, E> + Send + 'static,
) -> Result<T, E::Becomes> {
    ended(tokio::task::spawn_blocking(move || work().map_err(Into::into))).await
}

/// Calls of one store that may wait at once. One that does not answer takes no more threads than that.
static CALLS: Turns = Turns::of(64);
/// A request waits this long for its turn, and for a file to be opened.
pub(crate) const WAIT: Duration = Duration::from_secs(10);

/// What may be done with each store at once.
pub(crate) struct Turns {
    at_once: usize,
    stores: LazyLock<Mutex<HashMap<String, Arc<Semaphore>>>>,
}

impl Turns {
    pub const fn of(at_once: usize) -> Self {
        Self { at_once, stores: LazyLock::new(Mutex::default) }
    }

    pub fn at(&self, store: &SharedStore) -> Arc<Semaphore> {
        let mut stores = self.stores.lock().unwrap_or_else(PoisonError::into_inner);
        stores.entry(store.name()).or_insert_with(|| Arc::new(Semaphore::new(self.at_once))).clone()
    }

    /// The next turn, if it comes in time.
    pub async fn take(&self, store: &SharedStore) -> Result<OwnedSemaphorePermit> {
        let turn = tokio::time::timeout(WAIT, self.at(store).acquire_owned()).await;
        turn.ok().and_then(Result::ok).ok_or(Error::Disk(blobs::Error::Slow))
    }
}

/// Deletes the bytes of a node without a row, wherever they are: received, in the bin, or an object of a bucket.
pub async fn discard_bytes(store: &SharedStore, node: NodeId) -> Result<()> {
    on_store(store, move |store| {
        store.discard(Area::Staging, node)?;
        store.discard(Area::Bin, node)
    })
    .await
}

/// As `blocking`, for work with one store.
pub async fn on_store<T: Send + 'static, E: WorkError>(
    store: &SharedStore,
    work: impl FnOnce(&dyn Store) -> Result<T, E> + Send + 'static,
) -> Result<T, E::Becomes> {
    let (store, turn) = (store.clone(), CALLS.take(store).await?);
    let work = move || {
        // It is given back when the disk has answered, even if nobody waits for it any more.
        let _turn = turn;
        work(&*store)
    };
    blocking(work).await
}

/// Undoes a change in a turn of its store. It waits for that turn as long as it takes: nobody else would undo it at once.
pub async fn undo(store: &SharedStore, applied: Applied) -> Result<()> {
    let turn = CALLS.at(store).acquire_owned().await;
    let work = move || {
        let _turn = turn;
        applied.undo()
    };
    blocking(work).await
}

/// As `work`: if it takes too long, nobody waits for it any more. Work that changes something is run detached: it goes
/// on.
pub async fn in_time<T, E: From<Error>>(work: impl Future<Output = Result<T, E>>) -> Result<T, E> {
    tokio::time::timeout(WAIT, work).await.unwrap_or_else(|_| Err(Error::Disk(blobs::Error::Slow).into()))
}

/// Runs on even when the client's connection is gone, so that what was begun is closed properly.
pub async fn run_detached<T: Send + 'static, E: From<Error> + Send + 'static>(
    work: impl Future<Output = Result<T, E>> + Send + 'static,
) -> Result<T, E> {
    // The future is large. On the stack of the task that starts it, it overflows in debug builds.
    let work = Box::pin(work.in_current_span());
    let budget = db::WaitBudget::current();
    let work = async move {
        match budget {
            Some(budget) => budget.share(work).await,
            None => work.await,
        }
    };
    let running = match db::precondition() {
        Some(precondition) => tokio::spawn(db::with_precondition(precondition, work)),
        None => tokio::spawn(work),
    };
    ended(running).await
}

/// The result of a task. A task that panicked worked with the disk, so it is answered like a disk error.
pub async fn ended<T, E: From<Error>>(task: JoinHandle<Result<T, E>>) -> Result<T, E> {
    task.await.map_err(|panicked| Error::Disk(std::io::Error::other(panicked).into()))?
}

#[cfg(test)]
mod tests {
    use super::blocking;
    use crate::Error;

    #[tokio::test]
    async fn a_panic_is_answered_as_a_fault_of_the_disk() {
        let broken = blocking(|| -> Result<(), Error> { panic!("a broken invariant") }).await;
        assert!(matches!(broken, Err(Error::Disk(blobs::Error::Io(_)))), "{broken:?}");
        assert!(matches!(blocking(|| Err::<(), _>(Error::Moving)).await, Err(Error::Moving)));
    }
}
