//! Whom a grant is given to.

use primitives::{GroupId, UserId};

/// The holder of a grant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Principal {
    Group(GroupId),
    User(UserId),
}
