//! What the log says of collections.

use audit::{Act, Object};

use crate::found::Found;

/// The log's entry stands at the collection, without its title: who is no member is not told it.
pub(crate) fn act(what: &'static str, collection: &Found) -> Act {
    Act::new(what, collection.tenant, Object::new("collection", collection.id.0, ""))
}
