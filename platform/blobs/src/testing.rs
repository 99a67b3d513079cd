//! A disk that does not answer, for tests.

use std::path::{Path, PathBuf};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

#[derive(Debug)]
struct Hold {
    below: PathBuf,
    waiting: usize,
}

static HOLDS: Mutex<Vec<Hold>> = Mutex::new(Vec::new());
static CHANGED: Condvar = Condvar::new();

fn holds() -> MutexGuard<'static, Vec<Hold>> {
    HOLDS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// While it exists, no call to a store below its folder returns, and no read of a file that was opened before.
#[derive(Debug)]
pub struct Held(PathBuf);

/// Holds all stores below `folder`.
pub fn hold(folder: &Path) -> Held {
    holds().push(Hold { below: folder.to_owned(), waiting: 0 });
    Held(folder.to_owned())
}

impl Held {
    /// Waits until this many calls are held. It blocks.
    pub fn until_waiting(&self, calls: usize) {
        let is_less = |all: &mut Vec<Hold>| all.iter().any(|hold| hold.below == self.0 && hold.waiting < calls);
        drop(CHANGED.wait_while(holds(), is_less).unwrap_or_else(PoisonError::into_inner));
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        holds().retain(|hold| hold.below != self.0);
        CHANGED.notify_all();
    }
}

pub(crate) fn is_held(root: &Path) -> bool {
    holds().iter().any(|hold| root.starts_with(&hold.below))
}

/// Waits while somebody holds the store at `root`.
pub(crate) fn wait(root: &Path) {
    let mut all = holds();
    let Some(hold) = all.iter_mut().find(|hold| root.starts_with(&hold.below)) else { return };
    hold.waiting += 1;
    CHANGED.notify_all();
    drop(
        CHANGED
            .wait_while(all, |all| all.iter().any(|hold| root.starts_with(&hold.below)))
            .unwrap_or_else(PoisonError::into_inner),
    );
}
