//! A move takes no protection away: marks that an entry inherits, and would lose, become its own.

use ::events::{Header, publish};
use authz::{Actor, Permit};
use db::{Conn, Tx, params};
use nodes::Moving;
use primitives::{NodeId, Seconds, TenantId};

use crate::acls::{local_marks, resolve_at};
use crate::effective_marks::marks_of;
use crate::events::{AccessChange, AccessChanged};
use crate::marks::{Marks, widens};
use crate::recompute::{Change, recompute};
use crate::scheme::Scheme;
use crate::{MarkId, Result};

/// The marks that `node` would lose in the folder `into`, so that somebody new could pass: those that it inherits from
/// the folder `from`, of groups of which it has no mark of its own.
pub fn lost_by_moving(
    conn: &mut Conn<'_>,
    tenant: TenantId,
    node: NodeId,
    (from, into): (NodeId, NodeId),
) -> Result<Vec<MarkId>> {
    let (from, into) = (resolve_at(conn, from)?.inheritable, resolve_at(conn, into)?.inheritable);
    if from == into {
        return Ok(Vec::new());
    }
    let marks = marks_of(conn, &[from, into].into())?;
    let nothing = Marks::new();
    let (before, after) = (marks.get(&from).unwrap_or(&nothing), marks.get(&into).unwrap_or(&nothing));
    if before.is_subset(after) && after.is_subset(before) {
        return Ok(Vec::new());
    }
    let scheme = Scheme::load(conn, tenant)?;
    let own = scheme.groups_of(&local_marks(conn, node)?);
    let mut lost = Vec::new();
    for group in scheme.groups_of(before).difference(&own) {
        let Some((kind, _)) = scheme.groups.get(group) else { continue };
        let (old, new) = (scheme.of_group(before, *group), scheme.of_group(after, *group));
        if widens(*kind, &old, &new, &scheme.parents) {
            lost.extend(old);
        }
    }
    Ok(lost)
}

/// Makes the marks that the permit's node would lose in the folder `into` its own. Call it before `nodes::reparent`, in
/// the same transaction. Returns these marks.
pub fn keep_marks<M: Moving>(
    tx: &mut Tx<'_>,
    node: &Permit<M>,
    (from, into): (NodeId, NodeId),
    actor: &Actor,
    now: Seconds,
) -> Result<Vec<MarkId>> {
    let (tenant, id) = (node.tenant(), node.node());
    nodes::hold_tree(tx, tenant)?;
    let lost = lost_by_moving(tx, tenant, id, (from, into))?;
    if lost.is_empty() {
        return Ok(lost);
    }
    for mark in &lost {
        tx.run("INSERT INTO security_node_mark (node_id, security_mark_id) VALUES ($1, $2)", params![id, *mark])?;
    }
    recompute(tx, tenant, &[(id, node.kind())], Change::Marks, now)?;
    publish(tx, &AccessChanged { header: Header::by(actor, tenant, now), what: AccessChange::Marks(id) })?;
    Ok(lost)
}

/// Takes back what `keep_marks` has made: these marks are the node's own no longer. Call it before `nodes::reparent`, in
/// the same transaction, and only if the node goes back to where it was: there it has what it would have had.
pub fn drop_kept_marks<M: Moving>(
    tx: &mut Tx<'_>,
    node: &Permit<M>,
    kept: &[MarkId],
    actor: &Actor,
    now: Seconds,
) -> Result<()> {
    if kept.is_empty() {
        return Ok(());
    }
    let (tenant, id) = (node.tenant(), node.node());
    nodes::hold_tree(tx, tenant)?;
    for mark in kept {
        tx.run("DELETE FROM security_node_mark WHERE node_id = $1 AND security_mark_id = $2", params![id, *mark])?;
    }
    recompute(tx, tenant, &[(id, node.kind())], Change::Marks, now)?;
    Ok(publish(tx, &AccessChanged { header: Header::by(actor, tenant, now), what: AccessChange::Marks(id) })?)
}
