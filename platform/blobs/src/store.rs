//! What a repository's bytes are asked for, wherever they lie.

use std::fmt::Debug;
use std::fs::File;

use primitives::NodeId;

use crate::{Applied, Area, Change, Found, Opened, Result, TreePath};

/// Where the bytes of a repository are. All calls but `open_cached` may wait for a disk or a network: none is made
/// inside a transaction.
pub trait Store: Debug + Send + Sync {
    /// What the log calls it. Calls of one store take turns.
    fn name(&self) -> String;

    /// Whether it can be used: if not, missing files prove nothing.
    fn is_there(&self) -> bool;

    /// The bytes of an upload so far, to append to; made if they are missing. A commit takes them from here.
    fn stage(&self, node: NodeId) -> Result<File>;

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
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Within<'p> {
    Top,
    Folder(&'p TreePath),
    /// Its items are named by their nodes.
    Area(Area),
}
