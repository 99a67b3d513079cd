//! The marks of an ACL are those of the ACL above it, changed by those set on its own node. Grants are summed when they
//! are needed.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use db::{Conn, Tx, Value};
use nodes::{batches, in_list};
use primitives::{NodeId, TenantId};

use crate::acls::{NewAcl, NodeAcl, insert, locals, marks_from, record};
use crate::content::{Local, combine, encode_marks};
use crate::marks::Marks;
use crate::scheme::Scheme;
use crate::{AclId, Result};

/// A node with an ACL of its own, as stored.
struct Defined {
    node: NodeId,
    held: NodeAcl,
    parent: Option<AclId>,
    inheritable: Marks,
    /// The marks at the node itself, if they are stored apart from those that its content inherits.
    own: Option<Marks>,
}

/// Computes the marks of the ACLs at `first`, and of those below as far as something changes. Returns the ACLs that
/// were made for marks that now apply to one node only.
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
            None if own != inheritable || local.has_grants_that_stay() => {
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
    write(tx, &changed.into_iter().collect::<Vec<_>>())?;
    Ok(inheritables)
}

fn defined(conn: &mut Conn<'_>, nodes: &[NodeId]) -> db::Result<Vec<Defined>> {
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
            Ok(Defined {
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

fn hanging_under(conn: &mut Conn<'_>, acls: &[AclId]) -> db::Result<BTreeSet<NodeId>> {
    let mut found = BTreeSet::new();
    for some in acls.chunks(256) {
        let (list, values) = in_list(1, some);
        let sql = format!("SELECT node_id FROM security_acl WHERE parent_acl_id IN ({list})");
        found.extend(conn.rows(&sql, &values, |row| row.get::<NodeId>(0))?);
    }
    Ok(found)
}

fn write(tx: &mut Tx<'_>, contents: &[(AclId, Marks)]) -> db::Result<()> {
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
