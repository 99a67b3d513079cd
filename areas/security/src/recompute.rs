//! Creates, links and recomputes ACLs after grants, marks or the position of a node changed.

use std::collections::BTreeMap;

use authz::Permit;
use db::{Conn, Tx, Value, params};
use nodes::{Binning, Moving, Restoring, in_list};
use primitives::{NodeId, NodeKind, Seconds, TenantId};

use crate::acls::{NewAcl, NodeAcl, has_own_acl, insert, record, recorded, resolve_at};
use crate::effective_marks::{marks_of, recompute_marks};
use crate::epoch::Touched;
use crate::marks::Marks;
use crate::principal::Principal;
use crate::{AclId, Result, epoch, pending};

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
fn below(acl: NodeAcl, whose: Option<Principal>) -> impl Iterator<Item = Touched> {
    let own = Some(acl.effective).filter(|own| *own != acl.inheritable);
    own.into_iter().chain([acl.inheritable]).map(move |at| Touched::Below(at, whose))
}

/// Call it after `nodes::reparent`, in the same transaction, with the folder that it returned. The node keeps its own
/// grants and marks; the inherited ones come from its new parent. If the folder is under the same ACL as before, there
/// is nothing more to do.
pub fn moved<M: Moving>(tx: &mut Tx<'_>, node: &Permit<M>, from: NodeId, now: Seconds) -> Result<()> {
    let (tenant, id) = (node.tenant(), node.node());
    nodes::hold_tree(tx, tenant)?;
    let before = resolve_at(tx, from)?.inheritable;
    // Whether the folders above are traversable depends on what is open below them.
    let mut touched = vec![Touched::Node(id), Touched::Node(from)];
    if has_own_acl(tx, id)? {
        // Nothing must be propagated: folders below use its own ACL, whatever ACL that is under.
        let above = above(tx, id)?;
        let sql = "UPDATE security_acl SET parent_acl_id = $2 WHERE node_id = $1";
        tx.run(sql, params![id, above])?;
        touched.extend(recompute_marks(tx, tenant, [id].into())?.into_iter().map(Touched::Acl));
        touched.extend(below(recorded(tx, id)?.ok_or(db::Error::Missing)?, None));
        return Ok(epoch::advance(tx, tenant, &touched)?);
    }
    if !node.kind().is_container() {
        return Ok(());
    }
    let after = resolve_at(tx, id)?.inheritable;
    // A running propagation may have missed the folder at its old and at its new position.
    let propagating = pending::any(tx, tenant)?;
    if before != after || propagating {
        record(tx, id, NodeAcl { effective: after, inheritable: after })?;
        pending::add(tx, tenant, id, now)?;
    }
    let opens_below = if before == after {
        may_hold_acls(tx, id)?
    } else {
        let nested = nested_below(tx, before, &[(id, after)].into())?.remove(&after).unwrap_or_default();
        put_under(tx, &nested, after)?;
        let made = recompute_marks(tx, tenant, nested.iter().map(|(_, place)| *place).collect())?;
        touched.extend(made.into_iter().map(Touched::Acl));
        if nested.len() > MOST_NAMED {
            touched = vec![Touched::All(None)];
        } else {
            touched.extend(nested.iter().map(|(acl, _)| Touched::Below(*acl, None)));
        }
        !nested.is_empty()
    };
    if opens_below {
        epoch::advance(tx, tenant, &touched)?;
    }
    Ok(())
}

/// Call it after `nodes::bin`, in the same transaction: an invisible node makes nothing traversable.
pub fn binned<A: Binning>(tx: &mut Tx<'_>, node: &Permit<A>) -> Result<()> {
    came_or_went(tx, node.tenant(), node.node(), node.kind())
}

/// Call after `nodes::restore`, in the same transaction.
pub fn restored<A: Restoring>(tx: &mut Tx<'_>, node: &Permit<A>) -> Result<()> {
    came_or_went(tx, node.tenant(), node.node(), node.kind())
}

/// A node became ready, or is no longer ready.
pub(crate) fn came_or_went(tx: &mut Tx<'_>, tenant: TenantId, node: NodeId, kind: NodeKind) -> Result<()> {
    nodes::hold_tree(tx, tenant)?;
    if has_own_acl(tx, node)? || (kind.is_container() && may_hold_acls(tx, node)?) {
        epoch::advance(tx, tenant, &[Touched::Node(node)])?;
    }
    Ok(())
}

/// At most this many ACLs are listed one by one in the log.
const MOST_NAMED: usize = 512;

/// Folders that are searched for ACLs before some are assumed.
const LOOKED_INTO: usize = 64;

/// Whether something below `folder` has an ACL of its own; for a large subtree it is assumed.
fn may_hold_acls(conn: &mut Conn<'_>, folder: NodeId) -> db::Result<bool> {
    let mut open = vec![folder];
    let mut looked_into = 0;
    while let Some(at) = open.pop() {
        let with_acl = concat!(
            "SELECT 1 FROM nodes_node WHERE parent_id = $1 AND state = ",
            nodes::state!(Ready),
            " AND has_own_acl
            UNION ALL SELECT 1 FROM nodes_node WHERE parent_id = $1 AND state IN (",
            nodes::state!(Staging, Binned),
            ") AND has_own_acl LIMIT 1"
        );
        looked_into += 1;
        if looked_into > LOOKED_INTO || conn.exists(with_acl, params![at])? {
            return Ok(true);
        }
        let within = concat!(
            "SELECT node_id FROM nodes_node WHERE parent_id = $1 AND state IN (",
            nodes::state!(Staging, Ready, Binned),
            ") AND kind = 1 LIMIT $2"
        );
        let most = i64::try_from(LOOKED_INTO).unwrap_or(i64::MAX);
        open.extend(conn.rows(within, params![at, most], |row| row.get::<NodeId>(0))?);
    }
    Ok(false)
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
            pending::add(tx, tenant, node, now)?;
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

/// The inheritable ACL of the parent of `node`.
fn above(conn: &mut Conn<'_>, node: NodeId) -> db::Result<Option<AclId>> {
    let chain = nodes::ancestors(conn, node)?;
    chain.get(1).map(|parent| Ok(resolve_at(conn, parent.id)?.inheritable)).transpose()
}

/// The ACLs directly under `acl` whose nodes are below one of `folders`, with these nodes, by the new ACL of the nearest
/// of these folders.
fn nested_below(
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

/// Puts `acls` under `parent`.
fn put_under(tx: &mut Tx<'_>, acls: &[(AclId, NodeId)], parent: AclId) -> db::Result<()> {
    let ids: Vec<_> = acls.iter().map(|(acl, _)| *acl).collect();
    for some in ids.chunks(256) {
        let (list, acls) = in_list(2, some);
        let values: Vec<_> = std::iter::once(Value::from(parent)).chain(acls).collect();
        tx.run(&format!("UPDATE security_acl SET parent_acl_id = $1 WHERE acl_id IN ({list})"), &values)?;
    }
    Ok(())
}
