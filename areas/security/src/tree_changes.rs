//! What a change of the tree does to ACLs: a node is made, moved, hidden, shown again, or deleted for good.

use authz::Permit;
use db::{Conn, Tx, params};
use nodes::{Binning, Moving, Restoring, in_list};
use primitives::{NodeId, NodeKind, Seconds, TenantId};

use crate::acls::{
    NewAcl, NodeAcl, add_propagation, has_own_acl, insert, is_propagating, put_under, record, recorded, resolve_at,
};
use crate::epoch::Touched;
use crate::marks::Marks;
use crate::recompute::{below, nested_below, recompute_marks};
use crate::{AclId, Result, epoch};

/// A repository begins with an ACL of its own, under which only the tenant's admins have access.
pub fn create_repository_acl(tx: &mut Tx<'_>, tenant: TenantId, node: NodeId) -> Result<()> {
    nodes::hold_tree(tx, tenant)?;
    let acl = insert(tx, tenant, &NewAcl { node, parent: None, stays: false, marks: &Marks::new() })?;
    record(tx, node, NodeAcl { effective: acl, inheritable: acl })?;
    nodes::set_own_acl(tx, node)?;
    Ok(epoch::advance(tx, tenant, &[Touched::Acl(acl)])?)
}

/// A new folder gets the inheritable ACL of its parent. Call it in the transaction that makes the folder and authorized
/// its parent. Files have no row.
pub fn inherit_acl(tx: &mut Tx<'_>, tenant: TenantId, parent: NodeId, folder: NodeId) -> Result<()> {
    nodes::hold_tree(tx, tenant)?;
    let inheritable = resolve_at(tx, parent)?.inheritable;
    Ok(record(tx, folder, NodeAcl { effective: inheritable, inheritable })?)
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
    let propagating = is_propagating(tx, tenant)?;
    if before != after || propagating {
        record(tx, id, NodeAcl { effective: after, inheritable: after })?;
        add_propagation(tx, tenant, id, now)?;
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

/// The inheritable ACL of the parent of `node`.
fn above(conn: &mut Conn<'_>, node: NodeId) -> db::Result<Option<AclId>> {
    let chain = nodes::ancestors(conn, node)?;
    chain.get(1).map(|parent| Ok(resolve_at(conn, parent.id)?.inheritable)).transpose()
}

/// Deletes the records of nodes that are deleted for good. Call it before their rows are deleted, in the same
/// transaction.
pub fn forget(tx: &mut Tx<'_>, tenant: TenantId, nodes: &[NodeId]) -> Result<()> {
    nodes::hold_tree(tx, tenant)?;
    epoch::hold_sets(tx, tenant)?;
    let mut acls = Vec::new();
    for some in nodes.chunks(256) {
        let (list, values) = in_list(1, some);
        for table in
            ["security_grant", "security_node_mark", "security_closed", "security_node_acl", "security_traversable"]
        {
            tx.run(&format!("DELETE FROM {table} WHERE node_id IN ({list})"), &values)?;
        }
        let sql = format!("DELETE FROM security_acl WHERE node_id IN ({list}) RETURNING acl_id");
        acls.extend(tx.rows(&sql, &values, |row| row.get(0).map(Touched::Acl))?);
    }
    if !acls.is_empty() {
        epoch::advance(tx, tenant, &acls)?;
    }
    Ok(())
}
