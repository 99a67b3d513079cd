//! What happens to users, for the rooms that listen.

use ::events::Event;
use audit::Author;
use primitives::{Seconds, SessionId, UserId};

/// The user's credentials have changed, or they were switched off: what was begun with the old ones ends.
#[derive(Clone, Copy, Debug)]
pub struct CredentialsChanged {
    pub user: UserId,
    /// The session in which they were changed goes on.
    pub kept: Option<SessionId>,
}

impl Event for CredentialsChanged {}

/// The user may have lost rights: what is valid only while they have them ends.
#[derive(Clone, Copy, Debug)]
pub struct RightsLost {
    pub user: UserId,
    pub author: Author,
    pub at: Seconds,
}

impl Event for RightsLost {}
