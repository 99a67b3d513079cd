//! The rows of ACLs: which one is effective at a node, its marks, what is set on its node, and where folders still have
//! to follow.
//!
//! The effective ACL of a node is the nearest one at it or above it. `security_node_acl` records it for every folder;
//! while a propagation is pending in the tenant the records are not trusted, and the tree is walked instead.

use std::collections::{BTreeSet, HashMap};

use db::{Conn, Row, Tx, Value, params};
use jobs::NewJob;
use nodes::{Ancestor, batches, in_list};
use primitives::{GroupId, NodeId, NodeKind, NodeRole, Seconds, TenantId, UserId};

use crate::marks::{Marks, decode_marks, encode_marks};
use crate::principal::Principal;
use crate::propagate::PROPAGATE_ACL;
use crate::{AclId, MarkId};

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

/// Puts `acls` under `parent`.
pub(crate) fn put_under(tx: &mut Tx<'_>, acls: &[(AclId, NodeId)], parent: AclId) -> db::Result<()> {
    let ids: Vec<_> = acls.iter().map(|(acl, _)| *acl).collect();
    for some in ids.chunks(256) {
        let (list, acls) = in_list(2, some);
        let values: Vec<_> = std::iter::once(Value::from(parent)).chain(acls).collect();
        tx.run(&format!("UPDATE security_acl SET parent_acl_id = $1 WHERE acl_id IN ({list})"), &values)?;
    }
    Ok(())
}

/// A node with an ACL of its own, as stored.
pub(crate) struct DefinedAcl {
    pub node: NodeId,
    pub held: NodeAcl,
    /// The ACL above it.
    pub parent: Option<AclId>,
    pub inheritable: Marks,
    /// The marks at the node itself, if they are stored apart from those that its content inherits.
    pub own: Option<Marks>,
}

pub(crate) fn defined(conn: &mut Conn<'_>, nodes: &[NodeId]) -> db::Result<Vec<DefinedAcl>> {
    let (list, values) = in_list(1, nodes);
    conn.rows(
        &format!(
            "SELECT g.node_id, g.effective_acl_id, g.inheritable_acl_id, inheritable.parent_acl_id, inheritable.marks,
               own.acl_id IS NOT NULL, COALESCE(own.marks, '')
             FROM security_node_acl g
             JOIN security_acl inheritable ON inheritable.acl_id = g.inheritable_acl_id
             LEFT JOIN security_acl own ON own.acl_id = g.effective_acl_id AND g.effective_acl_id <> g.inheritable_acl_id
             WHERE g.node_id IN ({list})"
        ),
        &values,
        |row| {
            Ok(DefinedAcl {
                node: row.get(0)?,
                held: NodeAcl { effective: row.get(1)?, inheritable: row.get(2)? },
                parent: row.get(3)?,
                inheritable: marks_from(row, 4)?,
                own: row.get::<bool>(5)?.then(|| marks_from(row, 6)).transpose()?,
            })
        },
    )
}

/// The inheritable marks of ACLs.
pub(crate) fn marks_of(conn: &mut Conn<'_>, acls: &BTreeSet<AclId>) -> db::Result<HashMap<AclId, Marks>> {
    let mut found = HashMap::new();
    for some in acls.iter().copied().collect::<Vec<_>>().chunks(256) {
        let (list, values) = in_list(1, some);
        let sql = format!("SELECT acl_id, marks FROM security_acl WHERE acl_id IN ({list})");
        found.extend(conn.rows(&sql, &values, |row| Ok((row.get(0)?, marks_from(row, 1)?)))?);
    }
    Ok(found)
}

/// The nodes of the ACLs directly under these.
pub(crate) fn hanging_under(conn: &mut Conn<'_>, acls: &[AclId]) -> db::Result<BTreeSet<NodeId>> {
    let mut found = BTreeSet::new();
    for some in acls.chunks(256) {
        let (list, values) = in_list(1, some);
        let sql = format!("SELECT node_id FROM security_acl WHERE parent_acl_id IN ({list})");
        found.extend(conn.rows(&sql, &values, |row| row.get::<NodeId>(0))?);
    }
    Ok(found)
}

/// Writes the marks in effect of ACLs.
pub(crate) fn write_marks(tx: &mut Tx<'_>, contents: &[(AclId, Marks)]) -> db::Result<()> {
    for some in batches(contents) {
        let texts: Vec<_> = some.iter().map(|(acl, marks)| (*acl, encode_marks(marks))).collect();
        let mut values = Vec::with_capacity(some.len() * 2);
        let mut rows = Vec::with_capacity(some.len());
        for (at, (acl, marks)) in texts.iter().enumerate() {
            let first = at * 2 + 1;
            rows.push(format!("(CAST(${} AS BIGINT), ${})", first, first + 1));
            values.extend([Value::from(*acl), Value::from(marks)]);
        }
        let sql = format!(
            "WITH written (acl_id, marks) AS (VALUES {})
             UPDATE security_acl
             SET marks = written.marks
             FROM written
             WHERE security_acl.acl_id = written.acl_id",
            rows.join(", ")
        );
        tx.run(&sql, &values)?;
    }
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

/// The grants and marks set on one node itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Local {
    pub grants: Vec<(Principal, NodeRole, bool)>,
    pub marks: Marks,
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

/// SQL for whether a propagation is pending in the tenant of the node `n`.
pub(crate) const PROPAGATING: &str = "EXISTS (SELECT 1 FROM security_propagation f WHERE f.tenant_id = n.tenant_id)";

/// Whether a propagation is pending in the tenant: then records are not trusted.
pub(crate) fn is_propagating(conn: &mut Conn<'_>, tenant: TenantId) -> db::Result<bool> {
    let sql = "SELECT 1 FROM security_propagation WHERE tenant_id = $1 LIMIT 1";
    conn.exists(sql, params![tenant])
}

/// Records that ACLs must be propagated below `root`, if folders inherit from it, and enqueues the job. The jobs of one
/// tenant run one after the other.
pub(crate) fn add_propagation(tx: &mut Tx<'_>, tenant: TenantId, root: NodeId, now: Seconds) -> db::Result<()> {
    let sql = concat!(
        "SELECT 1 FROM nodes_node
        WHERE parent_id = $1 AND state IN (",
        nodes::state!(Staging, Ready, Binned),
        ") AND kind = $2 AND NOT has_own_acl LIMIT 1"
    );
    if !tx.exists(sql, params![root, NodeKind::Folder.code()])? {
        return Ok(());
    }
    let propagation: i64 = tx.get(
        "INSERT INTO security_propagation (tenant_id, root_node_id) VALUES ($1, $2) RETURNING propagation_id",
        params![tenant, root],
        |row| row.get(0),
    )?;
    jobs::enqueue(
        tx,
        &NewJob {
            serial_key: Some(format!("acls:{tenant}")),
            ..NewJob::due(PROPAGATE_ACL, &propagation.into(), now).of(tenant)
        },
    )?;
    Ok(())
}
