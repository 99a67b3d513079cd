//! Events of this room.

use ::events::{Event, Header};
use primitives::NodeId;

/// The grants of a node were changed. Roles may be others at the node and everywhere below it.
#[derive(Clone, Copy, Debug)]
pub struct AccessChanged {
    pub header: Header,
    pub node: NodeId,
    pub parent: Option<NodeId>,
}

impl Event for AccessChanged {}
