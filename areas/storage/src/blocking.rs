//! Work that waits for the disk, away from the threads that serve requests.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::Duration;

use blobs::{SharedStore, Store};
use tokio::sync::Semaphore;
use tokio::task::JoinHandle;
use tracing::Instrument as _;

use crate::{Error, Result};

/// Runs `work` on a thread that may block.
pub async fn blocking<T, E>(work: impl FnOnce() -> Result<T, E> + Send + 'static) -> Result<T>
where
    T: Send + 'static,
    E: Into<Error> + Send + 'static,
{
    ended(tokio::task::spawn_blocking(move || work().map_err(Into::into))).await
}

/// Calls of one store that may wait at once. One that does not answer takes no more threads than that.
const AT_ONCE: usize = 64;
/// A request waits this long for its turn, and for a file to be opened.
const WAIT: Duration = Duration::from_secs(10);

/// As `blocking`, for work with one store.
pub async fn on_store<T, E>(
    store: &SharedStore,
    work: impl FnOnce(&dyn Store) -> Result<T, E> + Send + 'static,
) -> Result<T>
where
    T: Send + 'static,
    E: Into<Error> + Send + 'static,
{
    let store = store.clone();
    let turn = tokio::time::timeout(WAIT, turns(store.name()).acquire_owned()).await;
    let turn = turn.map_err(|_| Error::Disk(blobs::Error::Slow))?;
    let work = move || {
        // It is given back when the disk has answered, even if nobody waits for it any more.
        let _turn = turn;
        work(&*store)
    };
    blocking(work).await
}

/// As `work`, which changes nothing: if it takes too long, nobody waits for it any more.
pub(crate) async fn in_time<T>(work: impl Future<Output = Result<T>>) -> Result<T> {
    tokio::time::timeout(WAIT, work).await.unwrap_or_else(|_| Err(blobs::Error::Slow.into()))
}

fn turns(store: String) -> Arc<Semaphore> {
    static STORES: LazyLock<Mutex<HashMap<String, Arc<Semaphore>>>> = LazyLock::new(Mutex::default);
    let mut stores = STORES.lock().unwrap_or_else(PoisonError::into_inner);
    stores.entry(store).or_insert_with(|| Arc::new(Semaphore::new(AT_ONCE))).clone()
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
