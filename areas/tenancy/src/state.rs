//! The room's state.

use std::sync::Arc;

use db::Db;
use primitives::Clock;
use room::DeletionBlocker;

/// Clones share everything.
#[derive(Clone)]
pub struct Tenancy {
    pub(crate) db: Db,
    pub(crate) clock: Clock,
    pub(crate) deletion_blockers: Arc<[DeletionBlocker]>,
    pub(crate) previews: previews::Worker,
}

impl Tenancy {
    /// `deletion_blockers`: the blockers of all rooms.
    pub fn new(db: Db, clock: Clock, deletion_blockers: impl Into<Arc<[DeletionBlocker]>>) -> Self {
        Self { db, clock, deletion_blockers: deletion_blockers.into(), previews: previews::Worker::current() }
    }

    /// Sets the executable that draws logos; by default the running one.
    pub fn drawing_with(self, previews: previews::Worker) -> Self {
        Self { previews, ..self }
    }
}
