//! What a person asks a search for.

use std::time::Duration;

use primitives::NodeId;
use rest::Problem;

use super::names::words_of;
use crate::filter::{Filter, FilterQuery};

/// A search that takes longer is cancelled: 503, and try again.
pub(super) const TIMEOUT: Duration = Duration::from_secs(2);

#[derive(Clone, Debug)]
pub(super) struct Asked {
    /// Folded.
    pub words: Vec<String>,
    pub filter: Filter,
    /// Only entries below this folder.
    pub below: Option<NodeId>,
}

pub(super) fn asked(term: &str, below: Option<NodeId>, filter: &FilterQuery) -> Result<Asked, Problem> {
    if term.contains('\0') {
        return Err(Problem::bad_request());
    }
    let words = words_of(term);
    if words.is_empty() {
        return Err(Problem::invalid("term", "form_rules.mandatory"));
    }
    Ok(Asked { words, filter: filter.parse()?, below })
}
