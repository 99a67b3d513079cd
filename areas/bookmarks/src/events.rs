//! What happens to bookmarks, for the rooms that listen.

use events::{Event, Header};
use primitives::{NodeId, UserId};

/// Somebody bookmarked an entry, or changed their bookmark's title.
#[derive(Clone, Debug)]
pub struct Bookmarked {
    pub header: Header,
    pub node: NodeId,
    pub user: UserId,
}

impl Event for Bookmarked {}
