//! What a batch is asked to do with entries, and the same again.

use activity::ActionKind;
use primitives::NodeId;

use super::batch::{BatchAct, BatchId};
use super::ends::Batch;
use crate::copies::CopyingId;

/// What is about to be done with entries.
#[derive(Clone, Copy, Debug)]
pub(super) enum BatchRequest {
    Remove,
    Restore,
    Purge,
    Move {
        folder: NodeId,
        keep_both: bool,
        /// A file that has the name of one gets its content.
        replace: bool,
    },
    /// What this batch has moved goes back.
    MoveBack(BatchId),
    /// What this batch has moved to the bin comes back.
    BackFromBin(BatchId),
    /// Each gets a name of its own.
    Rename {
        keep_both: bool,
    },
    /// What this batch has renamed gets its former name.
    NameBack(BatchId),
    /// What this act has copied goes to the bin.
    CopyBack(CopyingId),
}

impl BatchRequest {
    pub fn act(self) -> BatchAct {
        match self {
            Self::Remove | Self::CopyBack(_) => BatchAct::Remove,
            Self::Restore | Self::BackFromBin(_) => BatchAct::Restore,
            Self::Purge => BatchAct::Purge,
            Self::Move { .. } | Self::MoveBack(_) => BatchAct::Move,
            Self::Rename { .. } | Self::NameBack(_) => BatchAct::Rename,
        }
    }

    pub fn operation(self) -> &'static str {
        match self {
            Self::Remove => "selection_remove",
            Self::Restore => "selection_restore",
            Self::Purge => "selection_purge",
            Self::Move { .. } => "selection_move",
            Self::Rename { .. } => "selection_rename",
            Self::MoveBack(_) | Self::BackFromBin(_) | Self::NameBack(_) | Self::CopyBack(_) => "selection_undo",
        }
    }

    /// The same again.
    pub fn again(before: &Batch) -> Option<Self> {
        Some(match (before.act, before.undoes, before.target) {
            (BatchAct::Remove, ..) => before.copying.map_or(Self::Remove, Self::CopyBack),
            (BatchAct::Restore, None, _) => Self::Restore,
            (BatchAct::Restore, Some(removal), _) => Self::BackFromBin(removal),
            (BatchAct::Purge, ..) => Self::Purge,
            (BatchAct::Move, Some(moved), _) => Self::MoveBack(moved),
            (BatchAct::Move, None, Some(folder)) => {
                Self::Move { folder, keep_both: before.keep_both, replace: before.replaces }
            }
            (BatchAct::Rename, Some(renamed), _) => Self::NameBack(renamed),
            (BatchAct::Rename, None, _) => Self::Rename { keep_both: before.keep_both },
            (BatchAct::Move, None, None) => return None,
        })
    }

    pub fn target(self) -> Option<NodeId> {
        if let Self::Move { folder, .. } = self { Some(folder) } else { None }
    }

    pub fn keeps_both(self) -> bool {
        matches!(self, Self::Move { keep_both: true, .. } | Self::Rename { keep_both: true })
    }

    pub fn replaces(self) -> bool {
        matches!(self, Self::Move { replace: true, .. })
    }

    pub fn undoes(self) -> Option<BatchId> {
        match self {
            Self::MoveBack(before) | Self::BackFromBin(before) | Self::NameBack(before) => Some(before),
            Self::Remove
            | Self::Restore
            | Self::Purge
            | Self::Move { .. }
            | Self::Rename { .. }
            | Self::CopyBack(_) => None,
        }
    }

    pub fn copying(self) -> Option<CopyingId> {
        if let Self::CopyBack(copying) = self { Some(copying) } else { None }
    }

    pub fn kind(self) -> ActionKind {
        match self.act() {
            BatchAct::Remove => ActionKind::Delete,
            BatchAct::Restore => ActionKind::Restore,
            BatchAct::Purge => ActionKind::Purge,
            BatchAct::Move => ActionKind::Move,
            BatchAct::Rename => ActionKind::Rename,
        }
    }
}
