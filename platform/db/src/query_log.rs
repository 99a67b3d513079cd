//! Records the statements that a database is asked while a test listens, in order.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The listeners, each for one database by its file or address.
static LISTENERS: Mutex<Vec<Arc<Listener>>> = Mutex::new(Vec::new());

struct Listener {
    database: String,
    heard: Mutex<Vec<String>>,
}

/// Records until it is dropped.
pub struct QueryLog(Arc<Listener>);

impl QueryLog {
    pub(crate) fn of(database: String) -> Self {
        let listener = Arc::new(Listener { database, heard: Mutex::default() });
        locked(&LISTENERS).push(listener.clone());
        Self(listener)
    }

    /// The statements since the last call.
    pub fn take(&self) -> Vec<String> {
        std::mem::take(&mut locked(&self.0.heard))
    }
}

impl Drop for QueryLog {
    fn drop(&mut self) {
        locked(&LISTENERS).retain(|listener| !Arc::ptr_eq(listener, &self.0));
    }
}

pub(crate) fn note(database: Option<&str>, sql: &str) {
    let listeners = locked(&LISTENERS);
    for listener in listeners.iter().filter(|listener| Some(listener.database.as_str()) == database) {
        locked(&listener.heard).push(sql.to_owned());
    }
}

fn locked<T>(what: &Mutex<T>) -> MutexGuard<'_, T> {
    what.lock().unwrap_or_else(PoisonError::into_inner)
}
