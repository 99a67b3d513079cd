//! Work that waits for the disk, away from the threads that serve requests.

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
