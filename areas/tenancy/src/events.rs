//! What happens to tenants, companies and groups, for all rooms that listen.

use ::events::{Event, Header};
use primitives::{GroupId, UserId};
use room::DeletionTarget;

/// A tenant or a company is being deleted. Rows of other rooms that do not block it go now.
#[derive(Clone, Copy, Debug)]
pub struct Deleted {
    pub header: Header,
    pub whose: DeletionTarget,
}

impl Event for Deleted {}

/// A user who does not administer the tenant made a group.
#[derive(Clone, Copy, Debug)]
pub struct GroupMade {
    pub header: Header,
    pub group: GroupId,
    pub by: UserId,
}

impl Event for GroupMade {}
