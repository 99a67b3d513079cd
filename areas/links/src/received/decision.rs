//! What is asked and answered where somebody decides about received files.

use std::collections::HashSet;
use std::sync::Arc;

use authz::Actor;
use content::Upload;
use primitives::NodeId;
use rest::{Problem, Rule};
use serde::Serialize;

use super::store;
use crate::{Error, Links, Result};

/// So many files are decided about at once.
const MOST: usize = 50;

#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = ReceivedDecision)]
pub struct Decided {
    /// Those that were accepted, or rejected.
    pub done: Vec<NodeId>,
    pub failed: Vec<Undecided>,
    /// How many files still wait in the folder.
    pub left: i64,
}

/// A file for which it could not be done.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = ReceivedFailure)]
pub struct Undecided {
    pub node_id: NodeId,
    /// The code of the refusal: `not_found` if somebody else has decided about it.
    pub code: String,
}

/// The files that are meant, each once: those that are named, or the first ones that wait. The asker may decide about them.
pub(super) async fn meant(
    links: &Links,
    actor: &Arc<Actor>,
    (folder, named): (NodeId, Option<Vec<NodeId>>),
) -> Result<Vec<NodeId>, Problem> {
    if named.as_ref().is_some_and(|named| named.len() > MOST) {
        return Err(Problem::refused(vec![Rule::MaxLength(MOST).of("node_ids")]));
    }
    let first = security::read(&links.db, actor, move |c, access| {
        access.authorize::<Upload>(c, folder)?;
        Ok::<_, Error>(store::first_in(c, folder, MOST)?)
    });
    let mut meant = match (first.await?, named) {
        (first, None) => first,
        (_, Some(named)) => named,
    };
    let mut known = HashSet::new();
    meant.retain(|node| known.insert(*node));
    Ok(meant)
}

/// How many files still wait.
pub(super) async fn left(links: &Links, folder: NodeId) -> Result<i64> {
    Ok(links.db.read(move |c| store::count_in(c, folder)).await?)
}
