//! The ACLs of nodes after their grants or marks changed: which nodes have one, which ACL is under which, and the marks
//! of each. Grants are added up when somebody asks.

use std::collections::{BTreeMap, BTreeSet};

use db::{Conn, Tx, params};
use primitives::{NodeId, NodeKind, NodeRole, Seconds, TenantId};

use crate::acls::{
    Local, NewAcl, NodeAcl, add_propagation, defined, hanging_under, has_own_acl, insert, locals, marks_of, put_under,
    record, recorded, resolve_at, write_marks,
};
use crate::epoch::Touched;
use crate::marks::Marks;
use crate::principal::Principal;
use crate::scheme::{PropagationPolicy, Scheme};
use crate::{AclId, Result, epoch};

/// What changed on a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// The grants of a principal there.
    Grant(Principal),
    Marks,
}

/// Call it after the grants or marks of `nodes` changed, in the same transaction. Revoked access ends with the commit;
/// if ACLs must be propagated below them, that is pending until it is done.
pub(crate) fn recompute(
    tx: &mut Tx<'_>,
    tenant: TenantId,
    nodes: &[(NodeId, NodeKind)],
    change: Change,
    now: Seconds,
) -> Result<()> {
    nodes::hold_tree(tx, tenant)?;
    let mut touched = Vec::new();
    touched.extend(define(tx, tenant, nodes, now)?.into_iter().map(Touched::Acl));
    let ids = nodes.iter().map(|(node, _)| *node);
    touched.extend(recompute_marks(tx, tenant, ids.clone().collect())?.into_iter().map(Touched::Acl));
    let whose = match change {
        Change::Grant(principal) => Some(principal),
        Change::Marks => None,
    };
    for node in ids {
        touched.extend(below(recorded(tx, node)?.ok_or(db::Error::Missing)?, whose));
    }
    Ok(epoch::advance(tx, tenant, &touched)?)
}

/// Both ACLs of a node, with those below them.
pub(crate) fn below(acl: NodeAcl, whose: Option<Principal>) -> impl Iterator<Item = Touched> {
    let own = Some(acl.effective).filter(|own| *own != acl.inheritable);
    own.into_iter().chain([acl.inheritable]).map(move |at| Touched::Below(at, whose))
}

/// Gives each of `nodes` that has none an ACL of its own, between the one above and those below. Returns the new ones.
fn define(tx: &mut Tx<'_>, tenant: TenantId, nodes: &[(NodeId, NodeKind)], now: Seconds) -> Result<Vec<AclId>> {
    let mut made = Vec::new();
    // The new ACLs of containers, by the ACL that each divides.
    let mut divided: BTreeMap<AclId, BTreeMap<NodeId, AclId>> = BTreeMap::new();
    for (node, kind) in nodes.iter().copied() {
        if has_own_acl(tx, node)? {
            continue;
        }
        let above = resolve_at(tx, node)?.inheritable;
        // It starts with the content of the one above, so that nothing changes for those that are put under it.
        let marks = marks_of(tx, &[above].into())?.remove(&above).unwrap_or_else(Marks::new);
        let acl = insert(tx, tenant, &NewAcl { node, parent: Some(above), stays: false, marks: &marks })?;
        record(tx, node, NodeAcl { effective: acl, inheritable: acl })?;
        nodes::set_own_acl(tx, node)?;
        made.push(acl);
        if kind.is_container() {
            add_propagation(tx, tenant, node, now)?;
            divided.entry(above).or_default().insert(node, acl);
        }
    }
    // A later ACL may divide a new one, and has a greater id.
    for (above, containers) in divided {
        for (parent, nested) in nested_below(tx, above, &containers)? {
            put_under(tx, &nested, parent)?;
        }
    }
    Ok(made)
}

/// The ACLs directly under `acl` whose nodes are below one of `folders`, with these nodes, by the new ACL of the nearest
/// of these folders.
pub(crate) fn nested_below(
    conn: &mut Conn<'_>,
    acl: AclId,
    folders: &BTreeMap<NodeId, AclId>,
) -> db::Result<BTreeMap<AclId, Vec<(AclId, NodeId)>>> {
    let sql = "SELECT acl_id, node_id FROM security_acl WHERE parent_acl_id = $1";
    let under = conn.rows(sql, params![acl], |row| Ok((row.get::<AclId>(0)?, row.get::<NodeId>(1)?)))?;
    let mut nested: BTreeMap<AclId, Vec<_>> = BTreeMap::new();
    if under.is_empty() {
        return Ok(nested);
    }
    let steps = nodes::above(conn, &under.iter().map(|(_, place)| *place).collect::<Vec<_>>())?;
    let above = |place: &NodeId| steps.get(place)?.parent;
    for (acl, place) in under {
        let nearest = std::iter::successors(above(&place), above).find_map(|step| folders.get(&step));
        if let Some(nearest) = nearest {
            nested.entry(*nearest).or_default().push((acl, place));
        }
    }
    Ok(nested)
}

/// Computes the marks of the ACLs at `first`, and of those below as far as something changes: they are those of the ACL
/// above, changed by those set on the node itself. Returns the ACLs that were made for marks that now apply to one node
/// only.
pub(crate) fn recompute_marks(tx: &mut Tx<'_>, tenant: TenantId, first: BTreeSet<NodeId>) -> Result<Vec<AclId>> {
    let scheme = Scheme::load(tx, tenant)?;
    let mut level = first;
    let mut made = Vec::new();
    while !level.is_empty() {
        let nodes: Vec<_> = level.into_iter().collect();
        let mut inheritables = Vec::new();
        for some in nodes.chunks(256) {
            inheritables.extend(recompute_some_marks(tx, tenant, &scheme, some, &mut made)?);
        }
        level = hanging_under(tx, &inheritables)?;
    }
    Ok(made)
}

/// Computes the marks of the ACLs at `nodes`. Returns the inheritable ACLs whose marks changed; those below them are
/// next.
fn recompute_some_marks(
    tx: &mut Tx<'_>,
    tenant: TenantId,
    scheme: &Scheme,
    nodes: &[NodeId],
    made: &mut Vec<AclId>,
) -> Result<Vec<AclId>> {
    let (set_here, defined) = (locals(tx, nodes)?, defined(tx, nodes)?);
    let handed_down = marks_of(tx, &defined.iter().filter_map(|at| at.parent).collect())?;
    let (no_marks, nothing) = (Marks::new(), Local::default());
    let mut changed = BTreeMap::new();
    let mut inheritables = Vec::new();
    for at in defined {
        let received = at.parent.and_then(|parent| handed_down.get(&parent)).unwrap_or(&no_marks);
        let local = set_here.get(&at.node).unwrap_or(&nothing);
        let (own, inheritable) = combine(received, &local.marks, scheme);
        match at.own {
            None if own != inheritable || some_grants_stay(local) => {
                let new = NewAcl { node: at.node, parent: at.parent, stays: true, marks: &own };
                let separate = insert(tx, tenant, &new)?;
                record(tx, at.node, NodeAcl { effective: separate, inheritable: at.held.inheritable })?;
                made.push(separate);
            }
            Some(before) if own != before => {
                changed.insert(at.held.effective, own);
            }
            _ => {}
        }
        if inheritable != at.inheritable {
            inheritables.push(at.held.inheritable);
            changed.insert(at.held.inheritable, inheritable);
        }
    }
    write_marks(tx, &changed.into_iter().collect::<Vec<_>>())?;
    Ok(inheritables)
}

/// Whether a principal has a stronger grant on the node itself than the one that its content inherits.
fn some_grants_stay(local: &Local) -> bool {
    let handed_down = |(principal, role, _): &(Principal, NodeRole, bool)| {
        local.grants.iter().any(|(other, held, recursive)| *recursive && other == principal && held >= role)
    };
    local.grants.iter().any(|grant| !grant.2 && !handed_down(grant))
}

/// The marks at a node itself, and those that its content inherits: `received` are those that it inherits.
fn combine(received: &Marks, local: &Marks, scheme: &Scheme) -> (Marks, Marks) {
    let (mut own, mut inheritable) = (received.clone(), received.clone());
    for group in scheme.groups_of(local) {
        let set: BTreeSet<_> = local.iter().copied().filter(|mark| scheme.group_of(*mark) == Some(group)).collect();
        own.retain(|mark| scheme.group_of(*mark) != Some(group));
        own.extend(&set);
        if scheme.propagation(group) != Some(PropagationPolicy::NeverCopy) {
            inheritable.retain(|mark| scheme.group_of(*mark) != Some(group));
            inheritable.extend(&set);
        }
    }
    // A mark of an unknown group is kept in both, and closes the node to everybody.
    for mark in local.iter().filter(|mark| scheme.group_of(**mark).is_none()) {
        own.insert(*mark);
        inheritable.insert(*mark);
    }
    (own, inheritable)
}

#[cfg(test)]
mod tests {
    use primitives::{GroupId, NodeRole, UserId};

    use super::{Local, some_grants_stay};
    use crate::principal::Principal;

    #[test]
    fn a_grant_stays_where_the_same_principal_is_handed_down_less() {
        let (group, user) = (Principal::Group(GroupId(1)), Principal::User(UserId(1)));
        for (grants, stays) in [
            (vec![], false),
            (vec![(group, NodeRole::Reader, true)], false),
            (vec![(group, NodeRole::Reader, false)], true),
            (vec![(group, NodeRole::Reader, false), (group, NodeRole::Reader, true)], false),
            (vec![(group, NodeRole::Writer, false), (group, NodeRole::Reader, true)], true),
            (vec![(group, NodeRole::Reader, false), (user, NodeRole::Manager, true)], true),
        ] {
            let local = Local { grants, ..Local::default() };
            assert_eq!(some_grants_stay(&local), stays, "{local:?}");
        }
    }
}
