//! What can be done with the comments on an entry.

use authz::Rule;
use primitives::NodeRole::{Manager, Reader};

authz::acts! {
    /// Read what is said about it, and say something.
    Comment = Rule::new("comment", 35, Reader, Rule::ENTRIES).while_locked();
    /// Take away what others said about it.
    ModerateComments = Rule::new("moderate_comments", 36, Manager, Rule::ENTRIES).while_locked();
}
