//! The store of a folder tree that tests can hold.

use std::ffi::OsStr;
use std::fs::File;
use std::path::PathBuf;

use primitives::NodeId;

use crate::testing::{is_held, wait};
use crate::{Applied, Area, Change, Found, Obstacle, Opened, Result, StagedCopy, Store, Tree, TreePath, Within};

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

    fn prepare(&self) -> Result<()> {
        self.answering().prepare()
    }

    fn missing_areas(&self) -> Result<Vec<Area>, Obstacle> {
        self.answering().missing_areas()
    }

    fn make_areas(&self) -> Result<Vec<Area>, Obstacle> {
        self.answering().make_areas()
    }

    fn stage(&self, node: NodeId) -> Result<File> {
        self.answering().stage(node)
    }

    fn stage_copy(&self, node: NodeId, from: &Opened, goes_on: &dyn Fn() -> bool) -> Result<StagedCopy> {
        self.answering().stage_copy(node, from, goes_on)
    }

    fn commit(&self, node: NodeId, change: &Change) -> Result<Applied> {
        self.answering().commit(node, change)
    }

    fn open(&self, place: &TreePath) -> Result<Opened> {
        Ok(self.answering().open(place)?.held_with(self.0.root()))
    }

    fn open_cached(&self, place: &TreePath) -> Option<Opened> {
        if is_held(self.0.root()) {
            return None;
        }
        Some(self.0.open_cached(place)?.held_with(self.0.root()))
    }

    fn stat(&self, place: &TreePath) -> Result<Option<Found>> {
        self.answering().stat(place)
    }

    fn discard(&self, area: Area, node: NodeId) -> Result<()> {
        self.answering().discard(area, node)
    }

    fn walk(&self, within: Within<'_>) -> Result<Vec<Found>> {
        self.answering().walk(within)
    }

    fn set_aside(&self, folder: Option<&TreePath>, name: &OsStr) -> Result<PathBuf> {
        self.answering().set_aside(folder, name)
    }

    fn erase(&self, place: &TreePath) -> Result<()> {
        self.answering().erase(place)
    }

    fn remove_empty_folders(&self) -> Result<()> {
        self.answering().remove_empty_folders()
    }

    fn end_moving(&self, number: i64) -> Result<()> {
        self.answering().end_moving(number)
    }

    fn dissolve(&self) -> Result<()> {
        self.answering().dissolve()
    }

    fn free_bytes(&self) -> Result<Option<u64>> {
        self.answering().free_bytes()
    }
}
