//! Moves and copies take no protection away: marks that an entry inherits, and would lose, become its own.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};

use ::events::{Header, publish};
use authz::{Actor, Permit};
use db::{Conn, Tx, params};
use nodes::{Moving, Placing, in_list};
use primitives::{NodeId, NodeKind, Seconds, TenantId};

use crate::acls::{local_marks, marks_of, resolve_at};
use crate::events::{AccessChange, AccessChanged};
use crate::marks::{Marks, widens};
use crate::recompute::{Change, recompute};
use crate::scheme::Scheme;
use crate::{MarkId, Result};

/// The own marks of so many nodes are read at once.
const AT_ONCE: usize = 256;

/// The marks that `node` would lose in the folder `into`, so that somebody new could pass: those that it inherits from
/// the folder `from`, of groups of which it has no mark of its own.
pub(crate) fn lost_by_moving(
    conn: &mut Conn<'_>,
    tenant: TenantId,
    node: NodeId,
    (from, into): (NodeId, NodeId),
) -> Result<Vec<MarkId>> {
    let Some(inherited) = Inherited::differing(conn, (from, into))? else { return Ok(Vec::new()) };
    let own = local_marks(conn, node)?;
    inherited.lost(&Scheme::load(conn, tenant)?, &own)
}

/// Whether one of these nodes, each with the folder that it is in, would lose marks in the folder `into`.
pub fn some_lose_by_moving(
    conn: &mut Conn<'_>,
    tenant: TenantId,
    nodes: &[(NodeId, NodeId)],
    into: NodeId,
) -> Result<bool> {
    let mut by_folder: BTreeMap<NodeId, Vec<NodeId>> = BTreeMap::new();
    for (node, from) in nodes {
        by_folder.entry(*from).or_default().push(*node);
    }
    let mut scheme: Option<Scheme> = None;
    for (from, nodes) in by_folder {
        let Some(inherited) = Inherited::differing(conn, (from, into))? else { continue };
        let scheme = match &mut scheme {
            Some(scheme) => scheme,
            none => none.insert(Scheme::load(conn, tenant)?),
        };
        let lost: Marks = inherited.lost(scheme, &Marks::new())?.into_iter().collect();
        if lost.is_empty() {
            continue;
        }
        // A node loses those of groups of which it has no mark of its own.
        let groups = scheme.groups_of(&lost);
        for some in nodes.chunks(AT_ONCE) {
            let own = local_marks_of(conn, some)?;
            let has_own = |node: &NodeId| own.get(node).is_some_and(|own| groups.is_subset(&scheme.groups_of(own)));
            if !some.iter().all(has_own) {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// The marks of their own that these nodes have, without those that have none.
fn local_marks_of(conn: &mut Conn<'_>, nodes: &[NodeId]) -> db::Result<HashMap<NodeId, Marks>> {
    let (list, values) = in_list(1, nodes);
    let sql = format!("SELECT node_id, security_mark_id FROM security_node_mark WHERE node_id IN ({list})");
    let mut own: HashMap<NodeId, Marks> = HashMap::new();
    for (node, mark) in conn.rows(&sql, &values, |row| Ok((row.get(0)?, row.get(1)?)))? {
        own.entry(node).or_default().insert(mark);
    }
    Ok(own)
}

/// The marks that entries inherit in one folder and in another.
struct Inherited {
    before: Marks,
    after: Marks,
}

impl Inherited {
    fn of(conn: &mut Conn<'_>, (from, into): (NodeId, NodeId)) -> Result<Self> {
        let (from, into) = (resolve_at(conn, from)?.inheritable, resolve_at(conn, into)?.inheritable);
        let marks = marks_of(conn, &[from, into].into())?;
        let of_acl = |acl| marks.get(&acl).cloned().unwrap_or_default();
        Ok(Self { before: of_acl(from), after: of_acl(into) })
    }

    /// None if they are the same.
    fn differing(conn: &mut Conn<'_>, folders: (NodeId, NodeId)) -> Result<Option<Self>> {
        let inherited = Self::of(conn, folders)?;
        Ok((inherited.before != inherited.after).then_some(inherited))
    }

    /// Those that are lost to an entry with these marks of its own, so that somebody new could pass.
    fn lost(&self, scheme: &Scheme, own: &Marks) -> Result<Vec<MarkId>> {
        let (before, after, own) = (&self.before, &self.after, scheme.groups_of(own));
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

    /// Of an entry with these marks of its own: those of `kept` that it can do without, and those that it would lose
    /// then. Nobody new passes by either.
    fn of_return(&self, scheme: &Scheme, own: &Marks, kept: &Marks) -> (Marks, Marks) {
        let (mut dropped, mut lost) = (Marks::new(), Marks::new());
        for (group, (kind, _)) in &scheme.groups {
            let of = |marks: &Marks| scheme.of_group(marks, *group);
            let (own, kept) = (of(own), of(kept));
            let left: Marks = own.difference(&kept).copied().collect();
            let old = if own.is_empty() { of(&self.before) } else { own.clone() };
            let new = if left.is_empty() { of(&self.after) } else { left };
            if !widens(*kind, &old, &new, &scheme.parents) {
                dropped.extend(own.intersection(&kept));
            } else if own.is_empty() {
                lost.extend(old);
            }
        }
        (dropped, lost)
    }
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
