//! Where an upload's bytes are until it is complete.

use std::fs::{File, OpenOptions};
use std::os::unix::fs::OpenOptionsExt;
use std::path::PathBuf;

use blobs::SharedStore;
use primitives::NodeId;
use storage::blocking::{blocking, on_store};

use super::lease::Lease;
use crate::Result;

/// Where an upload's bytes are until it is complete.
#[derive(Clone, Debug)]
pub(crate) enum Staged {
    File(SharedStore, NodeId),
    Partial(PathBuf),
}

impl Staged {
    /// The file to append to; made if it is missing.
    pub fn open(&self) -> Result<File> {
        match self {
            Self::File(store, node) => Ok(store.stage(*node)?),
            Self::Partial(path) => {
                if let Some(folder) = path.parent() {
                    std::fs::create_dir_all(folder)?;
                }
                Ok(OpenOptions::new().create(true).read(true).append(true).mode(0o600).open(path)?)
            }
        }
    }

    pub async fn length(&self) -> Result<u64> {
        self.with(|staged| Ok(staged.open()?.metadata()?.len())).await
    }

    /// Removes what came after the first `length` bytes. The lease is checked after the file was opened: a process that
    /// takes the upload later makes another file for it.
    pub async fn cut(&self, lease: Option<&Lease>, length: u64) -> Result<()> {
        let file = self.with(Self::open).await?;
        if let Some(lease) = lease {
            lease.check().await?;
        }
        self.with(move |_| Ok(file.set_len(length)?)).await
    }

    /// Runs work on these bytes on a thread that may block, in a turn of their store.
    pub async fn with<T: Send + 'static>(&self, work: impl FnOnce(&Self) -> Result<T> + Send + 'static) -> Result<T> {
        let staged = self.clone();
        match self {
            Self::File(store, _) => on_store(store, move |_| work(&staged)).await,
            Self::Partial(_) => blocking(move || work(&staged)).await,
        }
    }
}
