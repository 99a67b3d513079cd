//! Background work that no request waits for. It runs one piece at a time, so it never puts a crowd ahead of a
//! request's write.

use std::collections::HashSet;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The names of the work that waits for its turn.
#[derive(Clone, Default)]
pub(crate) struct BackgroundQueue {
    waiting: Arc<Mutex<HashSet<String>>>,
    turn: Arc<tokio::sync::Mutex<()>>,
}

impl BackgroundQueue {
    fn names(&self) -> MutexGuard<'_, HashSet<String>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs `work` when its turn comes. Work whose name already waits is dropped.
    pub fn run(&self, name: String, work: Pin<Box<dyn Future<Output = ()> + Send>>) {
        if !self.names().insert(name.clone()) {
            return;
        }
        let queue = self.clone();
        tokio::spawn(async move {
            let _turn = queue.turn.lock().await;
            // The name is released here, so that work requested from now on is queued again.
            queue.names().remove(&name);
            work.await;
        });
    }

    /// Waits until no work runs or waits.
    pub async fn ended(&self) {
        loop {
            let _turn = self.turn.lock().await;
            if self.names().is_empty() {
                return;
            }
        }
    }
}
