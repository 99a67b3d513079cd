//! What can be done to an entry here.

use authz::Rule;
use primitives::NodeRole::Reader;

authz::acts! {
    /// Keep it among one's bookmarks.
    Bookmark = Rule::new("bookmark", 45, Reader, Rule::ENTRIES).in_menu();
}
