//! When a wrong file has its bytes again, it can be downloaded, and gets the preview that could not be drawn.

use ::events::{Header, publish};
use audit::Author;
use authz::Origin;
use db::Tx;
use nodes::NodeState;
use primitives::{NodeId, Seconds};

use super::store;
use crate::events::ContentRepaired;

/// The bytes were read whole and are right.
pub(super) fn found_right(tx: &mut Tx<'_>, node: NodeId, modified_ns: i64, now: Seconds) -> db::Result<()> {
    if store::has_flaw(tx, node)? {
        tell(tx, node, Author::nobody(Origin::Job), now)?;
    }
    store::note_right(tx, node, modified_ns, now)
}

/// The bytes were restored: they are read on the next occasion.
pub(crate) fn given_back(tx: &mut Tx<'_>, node: NodeId, now: Seconds) -> db::Result<()> {
    store::forget_flaw(tx, node)?;
    tell(tx, node, Author::nobody(Origin::CommandLine), now)
}

fn tell(tx: &mut Tx<'_>, node: NodeId, author: Author, now: Seconds) -> db::Result<()> {
    let Some(found) = nodes::find(tx, node)?.filter(|node| node.state == NodeState::Ready) else { return Ok(()) };
    let (Some(hash), Some(mime)) = (found.facts.hash, found.facts.mime) else { return Ok(()) };
    publish(tx, &ContentRepaired { header: Header::by(author, found.tenant, now), node, hash, mime })
}
