//! What a repository's bytes are asked for, wherever they lie.

use std::ffi::OsStr;
use std::fmt::Debug;
use std::fs::File;
use std::path::PathBuf;

use primitives::NodeId;

use crate::hash::copy_while;
use crate::{Applied, Area, Change, Found, Obstacle, Opened, Result, TreePath, Written};

/// Where the bytes of a repository are. All calls but `open_cached` may wait for a disk or a network: none is made
/// inside a transaction.
pub trait Store: Debug + Send + Sync {
    /// What the log calls it. Calls of one store take turns.
    fn name(&self) -> String;

    /// Whether bytes are named by their node. Then a path leads nowhere: moves and the bin change nothing, folders have
    /// no trace, and all that is there is in the top folder. Otherwise it is a tree.
    fn names_by_node(&self) -> bool {
        false
    }

    /// Whether it can be used: if not, missing files prove nothing.
    fn is_there(&self) -> bool;

    /// Makes what a new repository needs; what is there is taken over.
    fn prepare(&self) -> Result<()>;

    /// The areas that are missing, if it can be used.
    fn missing_areas(&self) -> Result<Vec<Area>, Obstacle>;

    /// Makes the missing areas, and returns which they were.
    fn make_areas(&self) -> Result<Vec<Area>, Obstacle>;

    /// The bytes of an upload so far, to append to; made if they are missing. A commit takes them from here.
    fn stage(&self, node: NodeId) -> Result<File>;

    /// Stages the bytes of `from` for `node`, instead of what is staged there. They are durable when this returns. It
    /// ends with an error soon after `goes_on` says false.
    fn stage_copy(&self, node: NodeId, from: &Opened, goes_on: &dyn Fn() -> bool) -> Result<StagedCopy> {
        self.discard(Area::Staging, node)?;
        let mut file = self.stage(node)?;
        let hash = copy_while(from.bytes(), &mut file, goes_on)?;
        file.sync_all()?;
        Ok(StagedCopy { hash, written: Written::of(&file)? })
    }

    /// Makes the bytes of `from` those of `node`, where its bytes are in the end, without reading them here; `hash` is
    /// theirs. None if this store does not do that, or does not give the right bytes back; then it has nothing of `node`.
    fn copy_inside(
        &self,
        _node: NodeId,
        _from: &Opened,
        _hash: &str,
        _goes_on: &dyn Fn() -> bool,
    ) -> Result<Option<CopiedInside>> {
        Ok(None)
    }

    /// Makes a change to the bytes of `node`. It is durable when this returns.
    fn commit(&self, node: NodeId, change: &Change) -> Result<Applied>;

    /// Opens a file, to read ranges of it. `Error::Missing` says that the disk is there and the file is not.
    fn open(&self, place: &TreePath) -> Result<Opened>;

    /// As `open`, without waiting for a disk or a network: None if it would have to, or if the file is not there.
    fn open_cached(&self, place: &TreePath) -> Option<Opened>;

    /// The entry at a path, without opening it.
    fn stat(&self, place: &TreePath) -> Result<Option<Found>>;

    /// Deletes what an area has of `node`, for good.
    fn discard(&self, area: Area, node: NodeId) -> Result<()>;

    /// What is directly in a folder or an area. Our own areas are not in the top folder.
    fn walk(&self, within: Within<'_>) -> Result<Vec<Found>>;

    /// Moves what was found in a folder out of the way, under a new name, which is returned.
    fn set_aside(&self, folder: Option<&TreePath>, name: &OsStr) -> Result<PathBuf>;

    /// Deletes a file for good, if it is there.
    fn erase(&self, place: &TreePath) -> Result<()>;

    /// Removes folders that have nothing in them. A store of objects has none.
    fn remove_empty_folders(&self) -> Result<()>;

    /// What has this number in the folder for what moves between repositories goes, as far as it is empty folders. What
    /// others have put there is set aside.
    fn end_moving(&self, _number: i64) -> Result<()> {
        Ok(())
    }

    /// No repository has its bytes here any more: what a repository has beside its files goes. What others have put here
    /// stays.
    fn dissolve(&self) -> Result<()>;

    /// How much more can be stored, if that can be known.
    fn free_bytes(&self) -> Result<Option<u64>>;
}

/// The bytes of a copy, as they were read again or written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StagedCopy {
    /// BLAKE3, hexadecimal.
    pub hash: String,
    pub written: Written,
}

/// A copy that the store has made itself.
#[derive(Debug)]
pub struct CopiedInside {
    pub written: Written,
    /// How it is taken away again.
    pub applied: Applied,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Within<'p> {
    Top,
    Folder(&'p TreePath),
    /// Its items are named by their nodes.
    Area(Area),
}
