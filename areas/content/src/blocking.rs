//! Work that waits for the disk, off the threads that serve requests.

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

/// What became of a task. One that panicked was at work with the disk, and is answered as if the disk had failed.
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
