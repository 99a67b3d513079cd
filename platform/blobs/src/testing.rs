//! A disk that does not answer, and stores of objects, for tests.

mod bucket;
pub mod object_server;

use std::path::{Path, PathBuf};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

pub use self::bucket::TestBucket;

#[derive(Debug)]
struct Hold {
    below: PathBuf,
    waiting: usize,
    /// The store answers; only what was opened cannot be read.
    only_reads: bool,
}

impl Hold {
    fn holds(&self, root: &Path, is_read: bool) -> bool {
        root.starts_with(&self.below) && (is_read || !self.only_reads)
    }
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
    begin(folder, false)
}

/// As `hold`, for reads of open files alone.
pub fn hold_reads(folder: &Path) -> Held {
    begin(folder, true)
}

fn begin(folder: &Path, only_reads: bool) -> Held {
    holds().push(Hold { below: folder.to_owned(), waiting: 0, only_reads });
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
    holds().iter().any(|hold| hold.holds(root, true))
}

/// Waits while somebody holds the store at `root`.
pub(crate) fn wait(root: &Path) {
    wait_for(root, false);
}

/// Waits while somebody holds the store at `root`, or reading what was opened there.
pub(crate) fn wait_to_read(root: &Path) {
    wait_for(root, true);
}

fn wait_for(root: &Path, is_read: bool) {
    let mut all = holds();
    let Some(hold) = all.iter_mut().find(|hold| hold.holds(root, is_read)) else { return };
    hold.waiting += 1;
    CHANGED.notify_all();
    drop(
        CHANGED
            .wait_while(all, |all| all.iter().any(|hold| hold.holds(root, is_read)))
            .unwrap_or_else(PoisonError::into_inner),
    );
}
