//! An intent that is noted, and what is about to change on disk.

use std::time::Instant;

use blobs::{Change, SharedStore};
use primitives::NodeId;

/// A noted intent, and its change on disk.
#[derive(Clone, Debug)]
pub struct Declared {
    pub intent: i64,
    pub node: NodeId,
    pub store: SharedStore,
    pub change: Change,
    /// Of a move: the folder that the entry leaves, and the one that it enters.
    pub folders: Vec<NodeId>,
    /// When it was noted.
    pub noted: Instant,
    /// It takes as long as it takes: many bytes are sent.
    pub is_long: bool,
}

impl Declared {
    pub fn new(intent: i64, node: NodeId, store: SharedStore, change: Change) -> Self {
        Self { intent, node, store, change, folders: Vec::new(), noted: Instant::now(), is_long: false }
    }

    pub fn as_long_as_it_takes(self) -> Self {
        Self { is_long: true, ..self }
    }

    pub fn between(self, from: NodeId, to: NodeId) -> Self {
        Self { folders: vec![from, to], ..self }
    }
}
