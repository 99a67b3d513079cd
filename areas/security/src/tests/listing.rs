//! The filters that rooms put into their queries: a list of a folder, as the content room asks for it.

use std::collections::BTreeMap;

use db::{Conn, params};
use primitives::{NodeId, NodeKind, NodeRole};

use super::reference::Sees;
use crate::{Access, Result};

const VERDICT: &str =
    "(SELECT v.role FROM security_verdict v WHERE v.principal_set_id = $2 AND v.guard_id = g.self_guard_id)";

/// Of what has a guard of its own: what the set sees by it, or may pass on its way to something open.
const SEEN: &str = "n.kind < 2 AND EXISTS (
    SELECT 1 FROM security_passable p WHERE p.principal_set_id = $2 AND p.node_id = n.node_id)";

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
    let sql = format!(
        "SELECT n.node_id, n.own_guard, {VERDICT}
         FROM nodes_node n
         LEFT JOIN security_guarded g ON n.own_guard AND g.node_id = n.node_id
         WHERE n.parent_id = $1 AND n.state = 1 AND ({open} {VERDICT} IS NOT NULL OR {SEEN})"
    );
    let rows = conn.rows(&sql, params![folder, seen.sight.set], |row| {
        let own = row.get::<Option<i64>>(2)?.and_then(NodeRole::from_code);
        Ok((row.get::<NodeId>(0)?, if row.get(1)? { own } else { role }))
    })?;
    Ok(rows.into_iter().map(|(node, role)| (node, role.map_or(Sees::Passing, Sees::Role))).collect())
}
