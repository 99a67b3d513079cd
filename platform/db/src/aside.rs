//! Background work that no request waits for. It runs one piece at a time, so it never puts a crowd ahead of a
//! request's write.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::Db;

/// The names of the work that waits for its turn.
#[derive(Clone, Default)]
pub(crate) struct Asides {
    waiting: Arc<Mutex<HashSet<String>>>,
    turn: Arc<tokio::sync::Mutex<()>>,
}

impl Asides {
    fn names(&self) -> MutexGuard<'_, HashSet<String>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Db {
    /// Runs `work` when its turn comes. Work whose name already waits is dropped.
    pub fn aside(&self, name: String, work: impl Future<Output = ()> + Send + 'static) {
        let asides = self.asides.clone();
        if !asides.names().insert(name.clone()) {
            return;
        }
        tokio::spawn(async move {
            let _turn = asides.turn.lock().await;
            // The name is released here, so that work requested from now on is queued again.
            asides.names().remove(&name);
            work.await;
        });
    }

    /// Waits until no background work runs.
    #[cfg(feature = "testing")]
    pub async fn nothing_aside(&self) {
        loop {
            let _turn = self.asides.turn.lock().await;
            if self.asides.names().is_empty() {
                return;
            }
        }
    }
}
