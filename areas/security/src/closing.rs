//! Closing a repository: its administrator has switched it off, so nobody sees it or its content until it is opened
//! again. In the ACLs a closed node has a mark that no scheme contains, and an unknown mark denies access.

use std::collections::BTreeSet;

use ::events::{Header, publish};
use authz::Actor;
use db::{Conn, Tx, params};
use nodes::in_list;
use primitives::{NodeId, NodeKind, TenantId};

use crate::acls::{CLOSED, marks_from};
use crate::events::{AccessChange, AccessChanged};
use crate::recompute::{Change, recompute};
use crate::scheme::{Scheme, clearances};
use crate::{Error, Result};

/// Takes effect for the next request. `repository` is the top node.
pub fn close(tx: &mut Tx<'_>, header: Header, repository: NodeId) -> Result<()> {
    nodes::hold_tree(tx, header.tenant)?;
    tx.run(
        "INSERT INTO security_closed (node_id, tenant_id) VALUES ($1, $2) ON CONFLICT (node_id) DO NOTHING",
        params![repository, header.tenant],
    )?;
    follow(tx, header, repository)
}

/// Restores the access that people had before.
pub fn reopen(tx: &mut Tx<'_>, header: Header, repository: NodeId) -> Result<()> {
    nodes::hold_tree(tx, header.tenant)?;
    tx.run("DELETE FROM security_closed WHERE node_id = $1", params![repository])?;
    follow(tx, header, repository)
}

fn follow(tx: &mut Tx<'_>, header: Header, repository: NodeId) -> Result<()> {
    recompute(tx, header.tenant, &[(repository, NodeKind::Repository)], Change::Marks, header.at)?;
    Ok(publish(tx, &AccessChanged { header, what: AccessChange::Closing(repository) })?)
}

/// Those of a tenant's repositories, also closed ones, that have marks for which the actor is not cleared: marks also
/// bind admins of an inactive repository.
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
