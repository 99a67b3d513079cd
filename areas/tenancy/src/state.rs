//! The room's state.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;

use authz::Origin;
use db::Db;
use primitives::Clock;
use rest::{Problem, Rate};
use room::DeletionBlocker;

/// Requests of one network without a session: a whole office opens its page at once; after that, one each second.
const VISITS: i64 = 300;

/// Clones share everything.
#[derive(Clone)]
pub struct Tenancy {
    pub(crate) db: Db,
    pub(crate) clock: Clock,
    pub(crate) deletion_blockers: Arc<[DeletionBlocker]>,
    pub(crate) previews: previews::Worker,
    visits: Arc<Rate<IpAddr>>,
}

impl Tenancy {
    /// `deletion_blockers`: the blockers of all rooms.
    pub fn new(db: Db, clock: Clock, deletion_blockers: impl Into<Arc<[DeletionBlocker]>>) -> Self {
        Self {
            db,
            clock,
            deletion_blockers: deletion_blockers.into(),
            previews: previews::Worker::current(),
            visits: Arc::new(Rate::new(VISITS, 1)),
        }
    }

    /// Counts one request of somebody who has not signed in, by their network.
    pub(crate) fn count_visit(&self, origin: Origin) -> Result<(), Problem> {
        let address = match origin {
            Origin::Network(Some(address)) => rest::network(address),
            Origin::Network(None) | Origin::Job | Origin::CommandLine => Ipv4Addr::UNSPECIFIED.into(),
        };
        let too_many = |seconds: primitives::Seconds| Problem::too_many(seconds.unsigned_abs());
        self.visits.take(address, self.clock.now()).map_err(too_many)
    }

    /// Sets the executable that draws logos; by default the running one.
    pub fn drawing_with(self, previews: previews::Worker) -> Self {
        Self { previews, ..self }
    }
}
