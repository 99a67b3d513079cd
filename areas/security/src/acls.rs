//! ACLs in the database: which one is effective at a node, and its content.
//!
//! The effective ACL of a node is the nearest one at it or above it. `security_node_acl` records it for every folder;
//! while a propagation is pending in the tenant the records are not trusted, and the tree is walked instead.

use std::collections::HashMap;

use db::{Conn, Row, Tx, params};
use nodes::{Ancestor, in_list};
use primitives::{GroupId, NodeId, NodeRole, TenantId, UserId};

use crate::content::{Local, decode_marks, encode_marks};
use crate::epoch::Touched;
use crate::marks::Marks;
use crate::principal::Principal;
use crate::{MarkId, Result, epoch};

db::id! {
    /// An ACL: the grants and marks in effect at one place of the tree.
    AclId
}

/// The mark of closed nodes. No scheme contains it.
pub(crate) const CLOSED: MarkId = MarkId(0);

/// The effective ACL of a node, and its inheritable ACL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NodeAcl {
    pub effective: AclId,
    pub inheritable: AclId,
}

pub(crate) fn recorded(conn: &mut Conn<'_>, node: NodeId) -> db::Result<Option<NodeAcl>> {
    conn.find(
        "SELECT effective_acl_id, inheritable_acl_id FROM security_node_acl WHERE node_id = $1",
        params![node],
        |row| Ok(NodeAcl { effective: row.get(0)?, inheritable: row.get(1)? }),
    )
}

/// The joins with which `RECORDED` and `RESOLVED` find the ACL of a node `n`.
pub const JOINED: &str = "LEFT JOIN security_node_acl own ON n.has_own_acl AND own.node_id = n.node_id
    LEFT JOIN security_node_acl above ON above.node_id = n.parent_id";

/// SQL for the recorded ACL of a node.
pub(crate) const RECORDED: &str = "CASE WHEN n.has_own_acl THEN own.effective_acl_id ELSE above.inheritable_acl_id END";

/// SQL for the effective ACL of a node without trusting records: the inheritable one of the nearest node above with an
/// ACL of its own. The record of such a node is always right.
pub(crate) const RESOLVED: &str = "CASE WHEN n.has_own_acl THEN own.effective_acl_id ELSE (
      WITH RECURSIVE up (node_id, parent_id, has_own_acl) AS (
        SELECT p.node_id, p.parent_id, p.has_own_acl FROM nodes_node p WHERE p.node_id = n.parent_id
        UNION ALL
        SELECT p.node_id, p.parent_id, p.has_own_acl
        FROM up
        JOIN nodes_node p ON p.node_id = up.parent_id
        WHERE NOT up.has_own_acl
      )
      SELECT held.inheritable_acl_id FROM up JOIN security_node_acl held ON held.node_id = up.node_id WHERE up.has_own_acl
    ) END";

/// The effective ACL, found by walking up.
pub(crate) fn resolve_at(conn: &mut Conn<'_>, node: NodeId) -> db::Result<NodeAcl> {
    let chain = nodes::ancestors(conn, node)?;
    resolve(conn, &chain)
}

/// The effective ACL of the first of `chain`, which is a node and all its ancestors. The record of a node with an ACL
/// of its own is always right.
pub(crate) fn resolve(conn: &mut Conn<'_>, chain: &[Ancestor]) -> db::Result<NodeAcl> {
    let nearest = chain.iter().position(|step| step.has_own_acl).ok_or(db::Error::Missing)?;
    let acl = recorded(conn, chain[nearest].id)?.ok_or(db::Error::Missing)?;
    Ok(if nearest == 0 { acl } else { NodeAcl { effective: acl.inheritable, inheritable: acl.inheritable } })
}

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

/// Whether the node has an ACL of its own.
pub fn has_own_acl(conn: &mut Conn<'_>, node: NodeId) -> db::Result<bool> {
    conn.exists("SELECT 1 FROM security_acl WHERE node_id = $1 LIMIT 1", params![node])
}

/// A new ACL.
pub(crate) struct NewAcl<'g> {
    pub node: NodeId,
    /// The ACL above it.
    pub parent: Option<AclId>,
    /// It applies to its node only.
    pub stays: bool,
    /// The marks in effect.
    pub marks: &'g Marks,
}

pub(crate) fn insert(tx: &mut Tx<'_>, tenant: TenantId, new: &NewAcl<'_>) -> db::Result<AclId> {
    tx.get(
        "INSERT INTO security_acl (tenant_id, node_id, parent_acl_id, stays, marks) VALUES ($1, $2, $3, $4, $5)
         RETURNING acl_id",
        params![tenant, new.node, new.parent, new.stays, &encode_marks(new.marks)],
        |row| row.get(0),
    )
}

pub(crate) fn record(tx: &mut Tx<'_>, node: NodeId, acl: NodeAcl) -> db::Result<()> {
    tx.run(
        "INSERT INTO security_node_acl (node_id, effective_acl_id, inheritable_acl_id) VALUES ($1, $2, $3)
         ON CONFLICT (node_id) DO UPDATE
         SET effective_acl_id = excluded.effective_acl_id, inheritable_acl_id = excluded.inheritable_acl_id",
        params![node, acl.effective, acl.inheritable],
    )?;
    Ok(())
}

/// Reads the marks in effect from the column at `at`.
pub(crate) fn marks_from(row: &Row<'_>, at: usize) -> db::Result<Marks> {
    let marks = row.text(at)?;
    decode_marks(marks).ok_or_else(|| broken(marks))
}

/// The text in an ACL's row does not list marks.
pub(crate) fn broken(marks: &str) -> db::Error {
    db::Error::Broken(format!("an ACL's marks {marks:?}"))
}

/// The grants and marks set on the nodes themselves; nodes without any are left out.
pub(crate) fn locals(conn: &mut Conn<'_>, nodes: &[NodeId]) -> db::Result<HashMap<NodeId, Local>> {
    let mut found: HashMap<NodeId, Local> = HashMap::new();
    let (list, values) = in_list(1, nodes);
    let grants = conn.rows(
        &format!(
            "SELECT node_id, user_group_id, users_id, role, recursive FROM security_grant WHERE node_id IN ({list})"
        ),
        &values,
        |row| {
            let group = row.get::<Option<GroupId>>(1)?.map(Principal::Group);
            let user = row.get::<Option<UserId>>(2)?.map(Principal::User);
            let principal = group.or(user).ok_or(db::Error::Missing)?;
            Ok((row.get(0)?, (principal, row.get::<NodeRole>(3)?, row.get(4)?)))
        },
    )?;
    for (node, grant) in grants {
        found.entry(node).or_default().grants.push(grant);
    }
    let marks = conn.rows(
        &format!("SELECT node_id, security_mark_id FROM security_node_mark WHERE node_id IN ({list})"),
        &values,
        |row| Ok((row.get(0)?, row.get(1)?)),
    )?;
    for (node, mark) in marks {
        found.entry(node).or_default().marks.insert(mark);
    }
    for (node, mark) in closed(conn, nodes)? {
        found.entry(node).or_default().marks.insert(mark);
    }
    Ok(found)
}

/// The marks set on the node itself.
pub(crate) fn local_marks(conn: &mut Conn<'_>, node: NodeId) -> db::Result<Marks> {
    let sql = "SELECT security_mark_id FROM security_node_mark WHERE node_id = $1";
    Ok(conn.rows(sql, params![node], |row| row.get(0))?.into_iter().collect())
}

/// Those of `nodes` that are closed, each with the mark for its ACL.
fn closed(conn: &mut Conn<'_>, nodes: &[NodeId]) -> db::Result<Vec<(NodeId, MarkId)>> {
    let (list, values) = in_list(1, nodes);
    let sql = format!("SELECT node_id FROM security_closed WHERE node_id IN ({list})");
    conn.rows(&sql, &values, |row| Ok((row.get(0)?, CLOSED)))
}
