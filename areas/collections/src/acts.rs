//! What can be done with an entry here.

use authz::Rule;
use primitives::NodeRole::Reader;

authz::acts! {
    /// Put it into a collection, which shows it only to who sees it.
    AddToCollection = Rule::new("add_to_collection", 47, Reader, Rule::ENTRIES);
}
