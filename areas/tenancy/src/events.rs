//! What happens to tenants, companies and groups, for all rooms that listen.

use ::events::Event;
use primitives::{GroupId, Seconds, UserId};
use room::DeletionTarget;

/// A tenant or a company is being deleted. Rows of other rooms that do not block it go now.
#[derive(Clone, Copy, Debug)]
pub struct Deleted {
    pub whose: DeletionTarget,
    pub at: Seconds,
}

impl Event for Deleted {
    const NAME: &'static str = "tenancy.deleted";
}

/// A user who does not administer the tenant made a group.
#[derive(Clone, Copy, Debug)]
pub struct GroupMade {
    pub group: GroupId,
    pub by: UserId,
}

impl Event for GroupMade {
    const NAME: &'static str = "tenancy.group_made";
}
