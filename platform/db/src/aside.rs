//! Work that nobody waits for: one at a time, so that it never stands in a crowd before somebody's write.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::Db;

/// What waits for its turn, by name.
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
    /// Does `work` when its turn comes. Where work of that name waits already, there is nothing more to do.
    pub fn aside(&self, name: String, work: impl Future<Output = ()> + Send + 'static) {
        let asides = self.asides.clone();
        if !asides.names().insert(name.clone()) {
            return;
        }
        tokio::spawn(async move {
            let _turn = asides.turn.lock().await;
            // What comes up from here on is not part of it.
            asides.names().remove(&name);
            work.await;
        });
    }

    /// Waits until nothing is done aside.
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
