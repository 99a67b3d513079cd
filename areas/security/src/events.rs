//! Events of this room.

use ::events::Event;
use primitives::NodeId;

/// The grants of a node were changed.
#[derive(Clone, Copy, Debug)]
pub struct AccessChanged {
    pub node: NodeId,
    pub parent: Option<NodeId>,
}

impl Event for AccessChanged {
    const NAME: &'static str = "security.access_changed";
}
