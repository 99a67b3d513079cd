//! Neither a move nor a copy takes an end away: what may be used until some time where it was, may not be used longer
//! where it comes to.

use content::{EntryCopied, EntryMoved};
use db::Tx;
use primitives::NodeId;

use crate::terms::{self, Own};

pub(crate) fn moved(tx: &mut Tx<'_>, event: &EntryMoved) -> db::Result<()> {
    keep(tx, event.from, (event.node, event.folder))
}

pub(crate) fn copied(tx: &mut Tx<'_>, event: &EntryCopied) -> db::Result<()> {
    // A copy of a folder tells of each file in it; mostly nothing has an end.
    if terms::has_any(tx, event.header.tenant)? { keep(tx, event.source, (event.node, event.folder)) } else { Ok(()) }
}

/// Gives an entry in a folder the end that counts at `source`, if none counts there that is as early.
fn keep(tx: &mut Tx<'_>, source: NodeId, (entry, folder): (NodeId, NodeId)) -> db::Result<()> {
    let before = terms::nearest(tx, source)?.usable_until;
    let Some((_, until)) = before else { return Ok(()) };
    let own = terms::find(tx, entry)?;
    let after = terms::nearest(tx, folder)?.usable_until;
    // One of its own counts wherever it is, and the new place may end as early.
    if own.usable_until.is_some() || after.is_some_and(|(_, other)| other <= until) {
        return Ok(());
    }
    let Some(node) = nodes::find(tx, entry)? else { return Ok(()) };
    terms::set(tx, node.tenant, node.id, Own { usable_until: Some(until), ..own })
}
