//! The room's state: what every request about tenants and what belongs to them works with.

use std::sync::Arc;

use db::Db;
use primitives::Clock;

use crate::Occupant;

/// Clones share everything.
#[derive(Clone)]
pub struct Tenancy {
    pub(crate) db: Db,
    pub(crate) clock: Clock,
    pub(crate) occupants: Arc<[Occupant]>,
    pub(crate) previews: previews::Worker,
}

impl Tenancy {
    /// `occupants`: what higher rooms keep for a tenant.
    pub fn new(db: Db, clock: Clock, occupants: impl Into<Arc<[Occupant]>>) -> Self {
        Self { db, clock, occupants: occupants.into(), previews: previews::Worker::current() }
    }

    /// Which executable draws logos, where it is not the running one.
    pub fn drawing_with(self, previews: previews::Worker) -> Self {
        Self { previews, ..self }
    }
}
