//! What happens to the bytes of entries, for the rooms that listen.

use ::events::{Event, Header};
use primitives::NodeId;

/// A file has its right bytes again, after they were missing or damaged.
#[derive(Clone, Debug)]
pub struct ContentRepaired {
    pub header: Header,
    pub node: NodeId,
    /// BLAKE3, hexadecimal.
    pub hash: String,
    pub mime: String,
}

impl Event for ContentRepaired {}
