//! Work that waits for the disk, as in `storage`, with this room's errors.

use blobs::{SharedStore, Store};

pub(crate) use storage::blocking::{ended, in_time, run_detached};

use crate::{Error, Result};

/// Runs `work` on a thread that may block.
pub(crate) async fn blocking<T, E>(work: impl FnOnce() -> Result<T, E> + Send + 'static) -> Result<T>
where
    T: Send + 'static,
    E: Into<Error> + Send + 'static,
{
    let done = storage::blocking::blocking(move || Ok::<_, storage::Error>(work())).await?;
    done.map_err(Into::into)
}

/// As `blocking`, for work with one store.
pub(crate) async fn on_store<T, E>(
    store: &SharedStore,
    work: impl FnOnce(&dyn Store) -> Result<T, E> + Send + 'static,
) -> Result<T>
where
    T: Send + 'static,
    E: Into<Error> + Send + 'static,
{
    let done = storage::blocking::on_store(store, move |store| Ok::<_, storage::Error>(work(store))).await?;
    done.map_err(Into::into)
}
