//! Whom a grant is given to.

use primitives::{GroupId, UserId};
use rest::{Problem, Rule};

/// The holder of a grant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Principal {
    Group(GroupId),
    User(UserId),
}

impl Principal {
    /// The one that a request names: a group or a user.
    pub(crate) fn named(group: Option<GroupId>, user: Option<UserId>) -> Result<Self, Problem> {
        match (group, user) {
            (Some(group), None) => Ok(Self::Group(group)),
            (None, Some(user)) => Ok(Self::User(user)),
            (None, None) => Err(Problem::invalid("user_group_id", Rule::Mandatory.key())),
            (Some(_), Some(_)) => Err(Problem::invalid("users_id", Rule::Unknown.key())),
        }
    }
}
