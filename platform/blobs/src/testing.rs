//! A disk that does not answer, for tests.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use primitives::NodeId;

use crate::{Applied, Area, Change, Found, Opened, Result, Store, Tree, TreePath, Within};

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

/// A folder tree whose calls hang while somebody holds it.
#[derive(Debug)]
pub(crate) struct Hanging(Tree);

impl Hanging {
    pub fn new(tree: Tree) -> Self {
        Self(tree)
    }

    fn answering(&self) -> &Tree {
        primitives::assert_may_wait();
        wait(self.0.root());
        &self.0
    }
}

impl Store for Hanging {
    fn name(&self) -> String {
        self.0.name()
    }

    fn is_there(&self) -> bool {
        self.answering().is_there()
    }

    fn stage(&self, node: NodeId) -> Result<File> {
        self.answering().stage(node)
    }

    fn commit(&self, node: NodeId, change: &Change) -> Result<Applied> {
        self.answering().commit(node, change)
    }

    fn open(&self, place: &TreePath) -> Result<Opened> {
        Ok(self.answering().open(place)?.held_with(self.0.root()))
    }

    fn look(&self, place: &TreePath) -> Result<Option<Found>> {
        self.answering().look(place)
    }

    fn discard(&self, area: Area, node: NodeId) -> Result<()> {
        self.answering().discard(area, node)
    }

    fn walk(&self, within: Within<'_>) -> Result<Vec<Found>> {
        self.answering().walk(within)
    }
}
