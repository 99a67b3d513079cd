//! The room's state: what every request about tenants and what belongs to them works with.

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
    /// `deletion_blockers`: what higher rooms keep for a tenant.
    pub fn new(db: Db, clock: Clock, deletion_blockers: impl Into<Arc<[DeletionBlocker]>>) -> Self {
        let (deletion_blockers, cleanups, previews) =
            (deletion_blockers.into(), Arc::new([]), previews::Worker::current());
        Self { db, clock, deletion_blockers, cleanups, enrol_manager: None, previews }
    }

    /// What higher rooms put away of a tenant or company that is deleted.
    pub fn cleaning_up_with(self, cleanups: impl Into<Arc<[Cleanup]>>) -> Self {
        Self { cleanups: cleanups.into(), ..self }
    }

    /// How a manager who makes a group becomes its manager; without it only admins make groups.
    pub fn enrolling_with(self, enrol_manager: EnrolManager) -> Self {
        Self { enrol_manager: Some(enrol_manager), ..self }
    }

    /// Which executable draws logos, where it is not the running one.
    pub fn drawing_with(self, previews: previews::Worker) -> Self {
        Self { previews, ..self }
    }
}
