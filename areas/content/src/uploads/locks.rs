//! Which uploads this process receives now, and what it remembers of them between two parts.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use primitives::NodeId;
use quick_cache::sync::Cache;
use tokio_util::sync::CancellationToken;

use crate::{Error, Result};

/// The upload that bytes belong to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum UploadKey {
    File(NodeId),
    Partial(i64),
}

impl UploadKey {
    /// The table of its row, and the column of its id.
    pub fn table(self) -> (&'static str, &'static str) {
        match self {
            Self::File(_) => ("content_upload", "node_id"),
            Self::Partial(_) => ("content_partial_upload", "partial_id"),
        }
    }

    pub fn id(self) -> i64 {
        match self {
            Self::File(node) => node.0,
            Self::Partial(partial) => partial,
        }
    }
}

/// The uploads that receive bytes in this process now. Each has one sender at a time.
#[derive(Clone, Debug)]
pub struct Uploads {
    busy: Arc<Mutex<HashMap<UploadKey, CancellationToken>>>,
    hashed: Arc<Cache<UploadKey, (u64, blake3::Hasher)>>,
}

/// Held while one request sends bytes to an upload.
pub(crate) struct UploadLock {
    key: UploadKey,
    /// Cancelled when the upload is abandoned meanwhile: the sender is disconnected.
    pub stop: CancellationToken,
    uploads: Uploads,
}

/// How often a lock is tried again while its sender is disconnected.
const RETRY_EVERY: Duration = Duration::from_millis(20);
const TRIES: usize = 100;
/// The hash states of this many tus uploads are kept between two parts. Each takes about 2 KB.
const MOST_HASHED: usize = 1024;

impl Default for Uploads {
    fn default() -> Self {
        Self { busy: Arc::default(), hashed: Arc::new(Cache::new(MOST_HASHED)) }
    }
}

impl Uploads {
    pub(crate) fn try_lock(&self, key: UploadKey) -> Result<UploadLock> {
        let mut busy = self.busy.lock().unwrap_or_else(PoisonError::into_inner);
        if busy.contains_key(&key) {
            return Err(Error::UploadBusy);
        }
        let stop = CancellationToken::new();
        busy.insert(key, stop.clone());
        metrics::gauge!("uploads_receiving").increment(1.0);
        Ok(UploadLock { key, stop, uploads: self.clone() })
    }

    pub(crate) fn is_receiving(&self, node: NodeId) -> bool {
        self.busy.lock().unwrap_or_else(PoisonError::into_inner).contains_key(&UploadKey::File(node))
    }

    /// Disconnects the current sender and takes the lock.
    pub(crate) async fn lock(&self, key: UploadKey) -> Result<UploadLock> {
        for _ in 0..TRIES {
            if let Some(stop) = self.busy.lock().unwrap_or_else(PoisonError::into_inner).get(&key) {
                stop.cancel();
            }
            match self.try_lock(key) {
                Err(Error::UploadBusy) => tokio::time::sleep(RETRY_EVERY).await,
                other => return other,
            }
        }
        Err(Error::UploadBusy)
    }
}

impl UploadLock {
    /// The hash of the first `offset` bytes, if an earlier part left it here; otherwise the file is read at the end.
    pub(crate) fn hashed(&self, offset: u64) -> Option<blake3::Hasher> {
        let known = self.uploads.hashed.remove(&self.key).map(|(_, known)| known);
        match known {
            _ if offset == 0 => Some(blake3::Hasher::new()),
            Some((bytes, hasher)) if bytes == offset => Some(hasher),
            _ => None,
        }
    }

    /// Keeps the hash of the first `bytes` bytes for the next part.
    pub(crate) fn remember(&self, bytes: u64, hasher: Option<blake3::Hasher>) {
        if let Some(hasher) = hasher {
            self.uploads.hashed.insert(self.key, (bytes, hasher));
        }
    }
}

impl Drop for UploadLock {
    fn drop(&mut self) {
        self.uploads.busy.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.key);
        metrics::gauge!("uploads_receiving").decrement(1.0);
    }
}

#[cfg(test)]
mod tests {
    use primitives::NodeId;

    use super::{MOST_HASHED, UploadKey, UploadLock, Uploads};

    #[test]
    fn a_crowd_of_other_uploads_leaves_most_hashes_known() {
        let uploads = Uploads::default();
        let lock = |node: usize| -> UploadLock { uploads.try_lock(UploadKey::File(NodeId(node as i64))).unwrap() };
        let bytes = 3;
        for node in 0..=MOST_HASHED {
            lock(node).remember(bytes, Some(blake3::Hasher::new()));
        }
        let known = (0..=MOST_HASHED).filter(|node| lock(*node).hashed(bytes).is_some()).count();
        assert!(known > MOST_HASHED / 2, "{known}");
        assert!(lock(MOST_HASHED + 1).hashed(bytes).is_none());
    }
}
