//! Moves and copies take no protection away: marks that an entry inherits, and would lose, become its own.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use ::events::{Header, publish};
use authz::{Actor, Permit};
use db::{Conn, Tx, params};
use nodes::{Moving, Placing};
use primitives::{NodeId, NodeKind, Seconds, TenantId};

use crate::acls::local_marks;
use crate::events::{AccessChange, AccessChanged};
use crate::losing::Inherited;
use crate::recompute::{Change, recompute};
use crate::scheme::Scheme;
use crate::{MarkId, Result};

/// The marks that `node` would lose in the folder `into`, so that somebody new could pass: those that it inherits from
/// the folder `from`, of groups of which it has no mark of its own.
fn lost_by_moving(
    conn: &mut Conn<'_>,
    tenant: TenantId,
    node: NodeId,
    (from, into): (NodeId, NodeId),
) -> Result<Vec<MarkId>> {
    let Some(inherited) = Inherited::differing(conn, (from, into))? else { return Ok(Vec::new()) };
    let own = local_marks(conn, node)?;
    inherited.lost(&Scheme::load(conn, tenant)?, &own)
}

/// An entry, and the copy of it that has just been made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Copied {
    pub source: NodeId,
    /// The folder of the source.
    pub from: NodeId,
    pub copy: NodeId,
    pub kind: NodeKind,
}

/// Gives copies in the permit's folder the marks of their sources: the sources' own, and the inherited ones that they
/// would lose there. Call it in the transaction that makes them visible; asking for access costs more after it. Returns
/// the copies that have got some, with these.
pub fn mark_copies<P: Placing>(
    tx: &mut Tx<'_>,
    into: &Permit<P>,
    copies: &[Copied],
    now: Seconds,
) -> Result<Vec<(NodeId, Vec<MarkId>)>> {
    let tenant = into.tenant();
    nodes::hold_tree(tx, tenant)?;
    let mut scheme: Option<Scheme> = None;
    let mut inherited: HashMap<NodeId, Option<Inherited>> = HashMap::new();
    let (mut marked, mut told) = (Vec::new(), Vec::new());
    for one in copies {
        let mut marks = local_marks(tx, one.source)?;
        if let Entry::Vacant(unknown) = inherited.entry(one.from) {
            unknown.insert(Inherited::differing(tx, (one.from, into.node()))?);
        }
        if let Some(Some(inherited)) = inherited.get(&one.from) {
            let scheme = match &mut scheme {
                Some(scheme) => scheme,
                none => none.insert(Scheme::load(tx, tenant)?),
            };
            marks.extend(inherited.lost(scheme, &marks)?);
        }
        for mark in &marks {
            let sql = "INSERT INTO security_node_mark (node_id, security_mark_id) VALUES ($1, $2)";
            tx.run(sql, params![one.copy, *mark])?;
        }
        if !marks.is_empty() {
            marked.push((one.copy, one.kind));
            told.push((one.copy, marks.into_iter().collect()));
        }
    }
    if !marked.is_empty() {
        recompute(tx, tenant, &marked, Change::Marks, now)?;
    }
    Ok(told)
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

/// As `keep_marks`, for a node that goes back to where it was before a move that made `kept` its own. These are its own no
/// longer, unless somebody new would pass then: what the node, or what came into it, has got since stays protected.
pub fn return_marks<M: Moving>(
    tx: &mut Tx<'_>,
    node: &Permit<M>,
    ((from, into), kept): ((NodeId, NodeId), &[MarkId]),
    actor: &Actor,
    now: Seconds,
) -> Result<Vec<MarkId>> {
    let (tenant, id) = (node.tenant(), node.node());
    nodes::hold_tree(tx, tenant)?;
    let (inherited, own) = (Inherited::of(tx, (from, into))?, local_marks(tx, id)?);
    let kept = kept.iter().copied().collect();
    let (dropped, lost) = inherited.of_return(&Scheme::load(tx, tenant)?, &own, &kept);
    for mark in &dropped {
        tx.run("DELETE FROM security_node_mark WHERE node_id = $1 AND security_mark_id = $2", params![id, *mark])?;
    }
    for mark in &lost {
        tx.run("INSERT INTO security_node_mark (node_id, security_mark_id) VALUES ($1, $2)", params![id, *mark])?;
    }
    if !dropped.is_empty() || !lost.is_empty() {
        recompute(tx, tenant, &[(id, node.kind())], Change::Marks, now)?;
        publish(tx, &AccessChanged { header: Header::by(actor, tenant, now), what: AccessChange::Marks(id) })?;
    }
    Ok(lost.into_iter().collect())
}
