//! Checks whether a person who may delete a folder may delete everything in it.

use std::collections::HashSet;

use authz::Action;
use db::{Conn, Value};
use nodes::{BINNED, READY, in_list};
use primitives::{NodeId, TenantId};
use security::Access;

use crate::{Purge, Result};

/// Whether `root` contains something that the asker may not delete.
pub(crate) fn holds_others(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    tenant: TenantId,
    root: NodeId,
) -> Result<bool> {
    Ok(!holding_others(conn, access, tenant, &[root])?.is_empty())
}

/// Those of `roots` that contain something that the asker may not delete: a mark hides it, or rights end there. Entries
/// without an ACL of their own have the same access as their folder.
pub(crate) fn holding_others(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    tenant: TenantId,
    roots: &[NodeId],
) -> Result<HashSet<NodeId>> {
    let (scope, acl) = (access.scope(conn, tenant)?, access.acl_sql(conn, tenant)?);
    let role = scope.role("$1", &format!("({acl})"));
    let in_state = |state: i64| {
        format!(
            "SELECT below.root
             FROM below
             JOIN nodes_node n ON n.parent_id = below.node_id AND n.state = {state} AND n.has_own_acl
             {}
             WHERE COALESCE({role}, 0) < $2",
            security::JOINED
        )
    };
    let mut found = HashSet::new();
    let is_in_it = format!("f.parent_id = below.node_id AND f.state IN ({READY}, {BINNED}) AND f.kind = 1");
    let folders = db::seek(conn.engine(), "nodes_node", "f", &is_in_it);
    for some in roots.chunks(256) {
        let (list, roots) = in_list(3, some);
        // An entry that was removed before its folder is in the bin beside it, and belongs to it.
        let sql = format!(
            "WITH RECURSIVE below (root, node_id) AS (
               SELECT r.node_id, r.node_id FROM nodes_node r WHERE r.node_id IN ({list})
               UNION ALL
               SELECT below.root, f.node_id
               FROM below {folders}
             )
             {} UNION {}",
            in_state(1),
            in_state(2)
        );
        let mut values = vec![Value::from(scope.set), Value::from(Purge::RULE.role.code())];
        values.extend(roots);
        found.extend(conn.rows(&sql, &values, |row| row.get::<NodeId>(0))?);
    }
    Ok(found)
}
