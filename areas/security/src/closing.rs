//! Closing a repository: whoever looks after it has switched it off, so nobody sees it or what is in it, until it is
//! opened again. To the ACLs a closed node bears a mark that no scheme knows, and what is unknown denies.

use std::collections::BTreeSet;

use authz::Actor;
use db::{Conn, Tx, params};
use nodes::in_list;
use primitives::{MarkId, NodeId, NodeKind, Seconds, TenantId};

use crate::acls::marks_from;
use crate::recompute::{Change, recompute};
use crate::scheme::{Scheme, clearances};
use crate::{Error, Result};

/// No mark has this id.
const CLOSED: MarkId = MarkId(0);

/// In force for the very next request. `repository` is the top node.
pub fn close(tx: &mut Tx<'_>, tenant: TenantId, repository: NodeId, now: Seconds) -> Result<()> {
    nodes::hold_tree(tx, tenant)?;
    tx.run(
        "INSERT INTO security_closed (node_id, tenant_id) VALUES ($1, $2) ON CONFLICT (node_id) DO NOTHING",
        params![repository, tenant],
    )?;
    recompute(tx, tenant, repository, NodeKind::Repository, Change::Marks, now)
}

/// The people who could see it before can again.
pub fn reopen(tx: &mut Tx<'_>, tenant: TenantId, repository: NodeId, now: Seconds) -> Result<()> {
    nodes::hold_tree(tx, tenant)?;
    tx.run("DELETE FROM security_closed WHERE node_id = $1", params![repository])?;
    recompute(tx, tenant, repository, NodeKind::Repository, Change::Marks, now)
}

/// For the ACLs: of `nodes`, those that are closed, each with the mark that says so.
pub(crate) fn closed(conn: &mut Conn<'_>, nodes: &[NodeId]) -> db::Result<Vec<(NodeId, MarkId)>> {
    let (list, values) = in_list(1, nodes);
    let sql = format!("SELECT node_id FROM security_closed WHERE node_id IN ({list})");
    conn.rows(&sql, &values, |row| Ok((row.get(0)?, CLOSED)))
}

/// Of a tenant's repositories, closed ones too, those that bear marks for which the actor is not cleared: marks bind
/// admins also where these look after what is switched off.
pub fn not_cleared_for(
    conn: &mut Conn<'_>,
    actor: &Actor,
    tenant: TenantId,
    repositories: &[NodeId],
) -> Result<BTreeSet<NodeId>> {
    let scheme = Scheme::load(conn, tenant)?;
    let cleared = clearances(conn, &actor.groups_in(tenant).collect())?;
    let mut hidden = BTreeSet::new();
    for some in repositories.chunks(256) {
        let (list, values) = in_list(1, some);
        let sql = format!(
            "SELECT g.node_id, s.marks
             FROM security_node_acl g
             JOIN security_acl s ON s.acl_id = g.effective_acl_id
             WHERE g.node_id IN ({list})"
        );
        for (node, marks) in conn.rows(&sql, &values, |row| Ok((row.get::<NodeId>(0)?, marks_from(row, 1)?)))? {
            let marks = marks.into_iter().filter(|mark| *mark != CLOSED).collect();
            if !scheme.lets_pass(&marks, &cleared) {
                hidden.insert(node);
            }
        }
    }
    Ok::<_, Error>(hidden)
}
