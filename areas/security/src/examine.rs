//! Rows that break the rules of access, for `vitrine doctor`.

use db::{Conn, Result};

/// A rule: the rows that break it, and the message for each.
const RULES: [(&str, &str); 6] = [
    (
        concat!(
            "SELECT n.node_id
         FROM nodes_node n
         WHERE (n.kind < 2 OR n.has_own_acl) AND n.state > ",
            nodes::state!(Staging),
            "
           AND NOT EXISTS (SELECT 1 FROM security_node_acl d WHERE d.node_id = n.node_id)"
        ),
        "no ACL is recorded for node",
    ),
    (
        "SELECT d.node_id
         FROM security_node_acl d
         WHERE NOT EXISTS (SELECT 1 FROM security_acl g WHERE g.acl_id = d.effective_acl_id)
           OR NOT EXISTS (SELECT 1 FROM security_acl g WHERE g.acl_id = d.inheritable_acl_id)
           OR NOT EXISTS (SELECT 1 FROM nodes_node n WHERE n.node_id = d.node_id)",
        "an ACL is named that does not exist, at node",
    ),
    (
        "SELECT g.acl_id
         FROM security_acl g
         LEFT JOIN security_acl p ON p.acl_id = g.parent_acl_id
         WHERE g.parent_acl_id IS NOT NULL AND (p.acl_id IS NULL OR p.tenant_id <> g.tenant_id)",
        "the ACL above is missing, or another tenant's, of ACL",
    ),
    (
        "SELECT n.node_id
         FROM nodes_node n
         WHERE NOT n.has_own_acl AND n.kind > 0
           AND (EXISTS (SELECT 1 FROM security_grant g WHERE g.node_id = n.node_id)
             OR EXISTS (SELECT 1 FROM security_node_mark m WHERE m.node_id = n.node_id))",
        "grants or marks are set without an ACL at node",
    ),
    (
        "SELECT g.grant_id
         FROM security_grant g
         JOIN nodes_node n ON n.node_id = g.node_id
         WHERE g.tenant_id <> n.tenant_id",
        "the tenant is not its node's, of grant",
    ),
    (
        "SELECT g.grant_id
         FROM security_grant g
         WHERE g.user_group_id IS NOT NULL
           AND NOT EXISTS (SELECT 1 FROM tenancy_usergroup u WHERE u.user_group_id = g.user_group_id)",
        "the group does not exist, of grant",
    ),
];
/// At most this many findings are reported per rule.
const MOST: i64 = 20;

pub(crate) fn broken_rules(conn: &mut Conn<'_>) -> Result<Vec<String>> {
    let mut found = Vec::new();
    for (sql, said) in RULES {
        let sql = format!("SELECT * FROM ({sql}) broken LIMIT {MOST}");
        found.extend(conn.rows(&sql, &[], |row| Ok(format!("{said} {}", row.get::<i64>(0)?)))?);
    }
    Ok(found)
}
