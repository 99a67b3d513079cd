//! Neither a move nor a copy takes terms away: what binds the readers of an entry where it was binds them where it comes
//! to. What would be lost becomes its own, until it comes to where it is bound as much without.

use content::{EntryCopied, EntryMoved, FolderCopied};
use db::Tx;
use primitives::{NodeId, Seconds, TenantId};
use security::Terms;

use crate::terms::{self, Kept, Own};

pub(crate) fn moved(tx: &mut Tx<'_>, event: &EntryMoved) -> db::Result<()> {
    let tenant = event.header.tenant;
    if !terms::has_any(tx, tenant)? {
        return Ok(());
    }
    let (own, before) = (terms::find(tx, event.node)?, terms::at(tx, event.from)?);
    keep(tx, (tenant, event.node, event.folder), (own, own, before))
}

/// A copy has the own terms of its source, too.
pub(crate) fn copied(tx: &mut Tx<'_>, event: &EntryCopied) -> db::Result<()> {
    keep_of(tx, (event.header.tenant, event.node, event.folder), event.source)
}

pub(crate) fn folder_copied(tx: &mut Tx<'_>, event: &FolderCopied) -> db::Result<()> {
    let Some(folder) = nodes::find(tx, event.node)?.and_then(|node| node.parent) else { return Ok(()) };
    keep_of(tx, (event.header.tenant, event.node, folder), event.source)
}

/// A copy of a folder tells of each entry in it; mostly nothing has terms.
fn keep_of(tx: &mut Tx<'_>, copy: (TenantId, NodeId, NodeId), source: NodeId) -> db::Result<()> {
    if !terms::has_any(tx, copy.0)? {
        return Ok(());
    }
    let (own, before) = (terms::find(tx, source)?, terms::at(tx, source)?);
    keep(tx, copy, (Own::default(), own, before))
}

/// Gives an entry in a folder the own terms that it has there: it has `stored`, where it was these were `own`, and all in
/// all `before` counted.
fn keep(
    tx: &mut Tx<'_>,
    (tenant, entry, folder): (TenantId, NodeId, NodeId),
    (stored, own, before): (Own, Own, Terms),
) -> db::Result<()> {
    let kept = own_in(terms::at(tx, folder)?, own, before);
    if kept == stored { Ok(()) } else { terms::set(tx, tenant, entry, kept) }
}

/// The own terms of an entry in a place where `there` count for what has none.
fn own_in(there: Terms, own: Own, before: Terms) -> Own {
    let ends_there = |until: Seconds| there.usable_until.is_some_and(|other| other <= until);
    let (usable_until, end) = match (own.usable_until, before.usable_until) {
        (Some(until), _) if !own.kept.end => (Some(until), false),
        (Some(until), _) | (None, Some(until)) => (Some(until).filter(|until| !ends_there(*until)), true),
        (None, None) => (None, false),
    };
    let is_asked_there = there.asks_at.is_some();
    let is_set = own.asks_first && !own.kept.asking;
    let asking = !is_set && !is_asked_there && (own.asks_first || before.asks_at.is_some());
    let kept = Kept { end: end && usable_until.is_some(), asking };
    Own { usable_until, asks_first: is_set || asking, kept }
}

#[cfg(test)]
mod tests {
    use primitives::{NodeId, Seconds};
    use security::Terms;

    use super::own_in;
    use crate::terms::{Kept, Own};

    fn terms(usable_until: Option<Seconds>, asks: bool) -> Terms {
        Terms { usable_until, asks_at: asks.then_some(NodeId(7)) }
    }

    fn own(usable_until: Option<Seconds>, asks_first: bool, is_kept: bool) -> Own {
        let kept = Kept { end: is_kept && usable_until.is_some(), asking: is_kept && asks_first };
        Own { usable_until, asks_first, kept }
    }

    #[test]
    fn what_would_be_lost_becomes_its_own() {
        let (nothing, bound) = (terms(None, false), terms(Some(10), true));
        let none = Own::default();
        assert_eq!(own_in(nothing, none, nothing), none);
        assert_eq!(own_in(nothing, none, bound), own(Some(10), true, true));
        assert_eq!(own_in(bound, none, bound), none);
        assert_eq!(own_in(terms(Some(9), true), none, bound), none);
        let later = own_in(terms(Some(11), true), none, bound);
        assert_eq!((later.usable_until, later.kept.end, later.asks_first), (Some(10), true, false));
        let unasked = own_in(terms(Some(10), false), none, bound);
        assert_eq!((unasked.usable_until, unasked.asks_first, unasked.kept.asking), (None, true, true));
    }

    #[test]
    fn what_somebody_has_set_stays_and_what_was_kept_goes_where_it_is_not_needed() {
        let bound = terms(Some(10), true);
        for there in [terms(None, false), bound, terms(Some(5), true)] {
            let set = own(Some(20), true, false);
            assert_eq!(own_in(there, set, bound), set, "{there:?}");
        }
        let kept = own(Some(10), true, true);
        assert_eq!(own_in(bound, kept, terms(None, false)), Own::default());
        assert_eq!(own_in(terms(None, false), kept, terms(None, false)), kept);
        assert_eq!(own_in(terms(Some(12), true), kept, terms(None, false)), own(Some(10), false, true));
    }
}
