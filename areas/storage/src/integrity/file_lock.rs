//! One lock for each file, so that it is not read several times at once.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError, Weak};

use primitives::NodeId;

type FileLock = tokio::sync::Mutex<()>;

static LOCKS: LazyLock<Mutex<HashMap<NodeId, Weak<FileLock>>>> = LazyLock::new(Mutex::default);

/// The lock of a file; it exists while a task holds it or waits for it.
pub(super) fn of(file: NodeId) -> Arc<FileLock> {
    let mut locks = LOCKS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(lock) = locks.get(&file).and_then(Weak::upgrade) {
        return lock;
    }
    locks.retain(|_, lock| lock.strong_count() > 0);
    let lock = Arc::new(FileLock::default());
    locks.insert(file, Arc::downgrade(&lock));
    lock
}
