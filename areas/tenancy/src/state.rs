//! The room's state.

use std::sync::Arc;

use db::Db;
use primitives::Clock;

use crate::{Cleanup, DeletionBlocker, EnrolManager};

/// Clones share everything.
#[derive(Clone)]
pub struct Tenancy {
    pub(crate) db: Db,
    pub(crate) clock: Clock,
    pub(crate) deletion_blockers: Arc<[DeletionBlocker]>,
    pub(crate) cleanups: Arc<[Cleanup]>,
    pub(crate) enrol_manager: Option<EnrolManager>,
    pub(crate) previews: previews::Worker,
}

impl Tenancy {
    /// `deletion_blockers`: the blockers of higher rooms.
    pub fn new(db: Db, clock: Clock, deletion_blockers: impl Into<Arc<[DeletionBlocker]>>) -> Self {
        let (deletion_blockers, cleanups, previews) =
            (deletion_blockers.into(), Arc::new([]), previews::Worker::current());
        Self { db, clock, deletion_blockers, cleanups, enrol_manager: None, previews }
    }

    /// Sets the cleanups of higher rooms when a tenant or company is deleted.
    pub fn cleaning_up_with(self, cleanups: impl Into<Arc<[Cleanup]>>) -> Self {
        Self { cleanups: cleanups.into(), ..self }
    }

    /// Sets how the creator of a group becomes its manager; without it only admins create groups.
    pub fn enrolling_with(self, enrol_manager: EnrolManager) -> Self {
        Self { enrol_manager: Some(enrol_manager), ..self }
    }

    /// Sets the executable that draws logos; by default the running one.
    pub fn drawing_with(self, previews: previews::Worker) -> Self {
        Self { previews, ..self }
    }
}
