//! Everything in the bin, as its list shows it to the asker.

use std::collections::BTreeMap;

use authz::{Action, Denied, Rule};
use db::Conn;
use nodes::Node;
use primitives::{NodeId, NodeKind, NodeRole, Seconds, TenantId};
use security::Access;

use super::selected::{MOST, Selected};
use crate::entries::bin::{self, Part};
use crate::purges::holding_others;
use crate::{Purge, Result};

/// What the asker may restore in this part of the bin, and was removed before the end of `as_of`.
pub(super) fn all(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    part: &Part,
    as_of: Seconds,
) -> Result<Vec<(Node, NodeRole)>> {
    let mut found = bin::all(conn, access, part, MOST)?;
    found.retain(|(node, _)| node.binned_at.is_none_or(|time| time <= as_of));
    Ok(found)
}

/// Those of the selected entries that the asker has the role of `rule` at. If that is none of them, it is refused.
pub(super) fn ids(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    part: &Part,
    selected: &Selected,
    rule: Rule,
) -> Result<Vec<(TenantId, NodeId)>> {
    let mut found = all(conn, access, part, selected.as_of)?;
    found.retain(|(node, _)| !selected.except.contains(&node.id));
    let is_some = !found.is_empty();
    found.retain(|(_, role)| *role >= rule.role);
    if is_some && found.is_empty() {
        return Err(Denied::NeedsRole(rule.role).into());
    }
    Ok(found.into_iter().map(|(node, _)| (node.tenant, node.id)).collect())
}

/// The tenant of an entry of the bin with which the asker may do `A`.
pub(super) fn one<A: Action>(conn: &mut Conn<'_>, access: &mut Access<'_>, node: NodeId) -> Result<TenantId> {
    Ok(access.authorize_binned::<A>(conn, node)?.1.tenant)
}

/// How many of these the asker may delete for good.
pub(super) fn deletable(conn: &mut Conn<'_>, access: &mut Access<'_>, found: &[(Node, NodeRole)]) -> Result<usize> {
    let mine = || found.iter().filter(|(_, role)| *role >= Purge::RULE.role).map(|(node, _)| node);
    let mut folders: BTreeMap<TenantId, Vec<NodeId>> = BTreeMap::new();
    for node in mine().filter(|node| node.kind == NodeKind::Folder) {
        folders.entry(node.tenant).or_default().push(node.id);
    }
    let mut closed = 0;
    for (tenant, folders) in folders {
        closed += holding_others(conn, access, tenant, &folders)?.len();
    }
    Ok(mine().count() - closed)
}
