//! What the doctor asks of the rows of this room.

use db::Conn;

use crate::LinkId;

/// Links with entries of another tenant.
pub(crate) fn broken_rules(conn: &mut Conn<'_>) -> db::Result<Vec<String>> {
    let sql = "SELECT DISTINCT l.link_id
               FROM links_link l
               JOIN links_entry e ON e.link_id = l.link_id
               JOIN nodes_node n ON n.node_id = e.node_id
               WHERE n.tenant_id <> l.tenant_id
               ORDER BY l.link_id";
    conn.rows(sql, &[], |row| Ok(format!("link {} has an entry of another tenant", row.get::<LinkId>(0)?)))
}
