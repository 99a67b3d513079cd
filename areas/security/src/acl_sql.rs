//! SQL for the ACL of a node, for statements over many nodes.

use db::Conn;
use primitives::TenantId;

use crate::acls::is_propagating;

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

/// As `Access::acl_sql`, for work that is done for nobody: SQL for the ACL of a node `n` with the joins of `JOINED`.
pub fn acl_sql(conn: &mut Conn<'_>, tenant: TenantId) -> db::Result<&'static str> {
    Ok(if is_propagating(conn, tenant)? { RESOLVED } else { RECORDED })
}
