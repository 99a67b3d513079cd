//! What is selected, wherever it was said.

use std::collections::HashSet;

use primitives::{NodeId, Seconds};

use crate::entries::bin::Part;
use crate::filter::Filter;

/// So many entries one batch takes; the others stay as they are.
pub(super) const MOST: usize = 100_000;

/// Where the selected entries are.
#[derive(Clone, Debug)]
pub(super) enum Place {
    Named(Vec<NodeId>),
    Folder(NodeId),
    Bin(Part),
}

/// A selection that makes sense.
#[derive(Clone, Debug)]
pub(super) struct Selected {
    pub place: Place,
    /// Of a folder: only what fits.
    pub filter: Filter,
    pub except: HashSet<NodeId>,
    pub as_of: Seconds,
}
