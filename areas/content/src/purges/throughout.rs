//! May a person who may delete a folder delete everything in it?

use authz::{Action, Purge};
use db::{Conn, params};
use primitives::{NodeId, TenantId};
use security::Access;

use crate::Result;

/// Something below `root` may not be deleted by the asker: a mark hides it, or rights end there. What has no guard of its
/// own is as open as the folder that it is in.
pub(crate) fn holds_others(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    tenant: TenantId,
    root: NodeId,
) -> Result<bool> {
    let (sight, guard) = (access.sight(conn, tenant)?, access.guard_sql(conn, tenant)?);
    let role = sight.role("$2", &format!("({guard})"));
    let in_state = |state: i64| {
        format!(
            "SELECT CAST(1 AS BIGINT)
             FROM below
             JOIN nodes_node n ON n.parent_id = below.node_id AND n.state = {state} AND n.own_guard
             {}
             WHERE COALESCE({role}, 0) < $3",
            security::JOINED
        )
    };
    // What was removed before its folder lies beside the folder, and belongs to it.
    let sql = format!(
        "WITH RECURSIVE below (node_id) AS (
           SELECT CAST($1 AS BIGINT)
           UNION ALL
           SELECT f.node_id
           FROM below
           JOIN nodes_node f ON f.parent_id = below.node_id AND f.state IN (1, 2) AND f.kind = 1
         )
         SELECT * FROM ({} UNION ALL {}) others LIMIT 1",
        in_state(1),
        in_state(2)
    );
    Ok(conn.exists(&sql, params![root, sight.set, Purge::RULE.role.code()])?)
}
