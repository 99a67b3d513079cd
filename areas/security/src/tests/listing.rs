//! The filters that rooms put into their queries: a list of a folder and a search, as the content room asks for them.

use std::collections::BTreeMap;

use db::{Conn, params};
use primitives::{NodeId, NodeKind, NodeRole, TenantId};

use super::reference::Sees;
use super::world::look;
use crate::{Access, JOINED, Result};

/// What the actor finds in a folder; empty where the folder itself is invisible.
pub fn children(conn: &mut Conn<'_>, access: &mut Access<'_>, folder: NodeId) -> Result<BTreeMap<NodeId, Sees>> {
    let seen = match access.look(conn, folder) {
        Err(crate::Error::Denied(_)) => return Ok(BTreeMap::new()),
        seen => seen?,
    };
    if seen.node.kind == NodeKind::File {
        return Ok(BTreeMap::new());
    }
    let flow = access.flow_guard(conn, seen.node.tenant, seen.node.id)?;
    let role = seen.sight.role_at(conn, flow)?;
    let open = if role.is_some() { "NOT n.own_guard OR" } else { "" };
    // Of what has a guard of its own: what the set sees by it, or may pass on its way to something open.
    let (verdict, passes) = (seen.sight.role("$2", "g.self_guard_id"), seen.sight.passes("$2", "n.node_id"));
    let sql = format!(
        "SELECT n.node_id, n.own_guard, {verdict}
         FROM nodes_node n
         LEFT JOIN security_guarded g ON n.own_guard AND g.node_id = n.node_id
         WHERE n.parent_id = $1 AND n.state = 1 AND ({open} {verdict} IS NOT NULL OR n.kind < 2 AND {passes})"
    );
    let rows = conn.rows(&sql, params![folder, seen.sight.set], |row| {
        let own = row.get::<Option<i64>>(2)?.and_then(NodeRole::from_code);
        Ok((row.get::<NodeId>(0)?, if row.get(1)? { own } else { role }))
    })?;
    Ok(rows.into_iter().map(|(node, role)| (node, role.map_or(Sees::Passing, Sees::Role))).collect())
}

/// What the actor finds in a tenant by whatever name; where a place may be hidden, each hit is looked at once more.
pub fn found(conn: &mut Conn<'_>, access: &mut Access<'_>, tenant: TenantId) -> Result<BTreeMap<NodeId, Sees>> {
    let sight = match access.sight(conn, tenant) {
        Err(crate::Error::Denied(_)) => return Ok(BTreeMap::new()),
        sight => sight?,
    };
    let role = sight.role("$2", &format!("({})", access.guard_sql(conn, tenant)?));
    let sql = format!(
        "SELECT n.node_id, {role} FROM nodes_node n {JOINED}
         WHERE n.tenant_id = $1 AND n.state = 1 AND {role} IS NOT NULL"
    );
    let rows =
        conn.rows(&sql, params![tenant, sight.set], |row| Ok((row.get::<NodeId>(0)?, Sees::Role(row.get(1)?))))?;
    let walks = access.walks(conn, tenant)?;
    let mut found = BTreeMap::new();
    for (node, seen) in rows {
        if !walks || look(conn, access, node)? != Sees::Nothing {
            found.insert(node, seen);
        }
    }
    Ok(found)
}
