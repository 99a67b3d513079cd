//! The filters that rooms put into their queries: the list of a folder and a search, as the content room uses them.

use std::collections::BTreeMap;

use db::{Conn, params};
use primitives::{NodeId, NodeKind, NodeRole, TenantId};

use super::reference::Sees;
use super::world::look;
use crate::{Access, JOINED, Result};

/// The entries of a folder that the actor finds; empty if the folder itself is invisible.
pub fn children(conn: &mut Conn<'_>, access: &mut Access<'_>, folder: NodeId) -> Result<BTreeMap<NodeId, Sees>> {
    let seen = match access.find_visible(conn, folder) {
        Err(crate::Error::Denied(_)) => return Ok(BTreeMap::new()),
        seen => seen?,
    };
    if seen.node.kind == NodeKind::File {
        return Ok(BTreeMap::new());
    }
    let inheritable = access.inheritable_acl(conn, seen.node.tenant, seen.node.id)?;
    let role = seen.scope.role_at(conn, inheritable)?;
    let open = if role.is_some() { "NOT n.has_own_acl OR" } else { "" };
    // Among entries with an ACL of their own: those that the set sees, or may traverse to something open.
    let (own_role, passes) = (seen.scope.role("$2", "g.effective_acl_id"), seen.scope.passes("$2", "n.node_id"));
    let sql = format!(
        "SELECT n.node_id, n.has_own_acl, {own_role}
         FROM nodes_node n
         LEFT JOIN security_node_acl g ON n.has_own_acl AND g.node_id = n.node_id
         WHERE n.parent_id = $1 AND n.state = 1 AND ({open} {own_role} IS NOT NULL OR n.kind < 2 AND {passes})"
    );
    let rows = conn.rows(&sql, params![folder, seen.scope.set], |row| {
        let own = row.get::<Option<i64>>(2)?.and_then(NodeRole::from_code);
        Ok((row.get::<NodeId>(0)?, if row.get(1)? { own } else { role }))
    })?;
    Ok(rows.into_iter().map(|(node, role)| (node, role.map_or(Sees::Passing, Sees::Role))).collect())
}

/// The entries of a tenant that the actor finds by any name; if folders may be hidden, each hit is checked again.
pub fn has_own(conn: &mut Conn<'_>, access: &mut Access<'_>, tenant: TenantId) -> Result<BTreeMap<NodeId, Sees>> {
    let scope = match access.scope(conn, tenant) {
        Err(crate::Error::Denied(_)) => return Ok(BTreeMap::new()),
        scope => scope?,
    };
    let role = scope.role("$2", &format!("({})", access.acl_sql(conn, tenant)?));
    let sql = format!(
        "SELECT n.node_id, {role} FROM nodes_node n {JOINED}
         WHERE n.tenant_id = $1 AND n.state = 1 AND {role} IS NOT NULL"
    );
    let rows =
        conn.rows(&sql, params![tenant, scope.set], |row| Ok((row.get::<NodeId>(0)?, Sees::Role(row.get(1)?))))?;
    let walks = access.walks(conn, tenant)?;
    let mut found = BTreeMap::new();
    for (node, seen) in rows {
        if !walks || look(conn, access, node)? != Sees::Nothing {
            found.insert(node, seen);
        }
    }
    Ok(found)
}
