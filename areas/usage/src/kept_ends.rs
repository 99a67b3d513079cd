//! A move takes no end away: what may be used until some time where it was, may not be used longer where it comes to.

use content::EntryMoved;
use db::Tx;

use crate::terms::{self, Own};

pub(crate) fn moved(tx: &mut Tx<'_>, event: &EntryMoved) -> db::Result<()> {
    let before = terms::nearest(tx, event.from)?.usable_until;
    let Some((_, until)) = before else { return Ok(()) };
    let own = terms::find(tx, event.node)?;
    let after = terms::nearest(tx, event.folder)?.usable_until;
    // One of its own counts wherever it is, and the new place may end as early.
    if own.usable_until.is_some() || after.is_some_and(|(_, other)| other <= until) {
        return Ok(());
    }
    let Some(node) = nodes::find(tx, event.node)? else { return Ok(()) };
    terms::set(tx, node.tenant, node.id, Own { usable_until: Some(until), ..own })
}
