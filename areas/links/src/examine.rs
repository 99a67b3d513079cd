//! What the doctor asks of the rows of this room.

use db::{Conn, params};
use primitives::NodeId;

use crate::LinkId;

/// At most this many findings are reported per rule.
const MOST: i64 = 20;

pub(crate) fn broken_rules(conn: &mut Conn<'_>) -> db::Result<Vec<String>> {
    Ok([of_other_tenants(conn)?, unknown_files(conn)?].concat())
}

/// Links with entries of another tenant.
fn of_other_tenants(conn: &mut Conn<'_>) -> db::Result<Vec<String>> {
    let sql = "SELECT DISTINCT l.link_id
               FROM links_link l
               JOIN links_entry e ON e.link_id = l.link_id
               JOIN nodes_node n ON n.node_id = e.node_id
               WHERE n.tenant_id <> l.tenant_id
               ORDER BY l.link_id";
    conn.rows(sql, &[], |row| Ok(format!("link {} has an entry of another tenant", row.get::<LinkId>(0)?)))
}

/// Files that wait below a folder and that nobody can decide about.
fn unknown_files(conn: &mut Conn<'_>) -> db::Result<Vec<String>> {
    let sql = concat!(
        "SELECT n.node_id
         FROM nodes_node n
         JOIN nodes_node p ON p.node_id = n.parent_id
         WHERE n.state = ",
        nodes::state!(Binned),
        " AND n.binned_at IS NULL AND p.kind < 2
           AND NOT EXISTS (SELECT 1 FROM links_received r WHERE r.node_id = n.node_id AND r.arrived_at IS NOT NULL)
         ORDER BY n.node_id
         LIMIT $1"
    );
    conn.rows(sql, params![MOST], |row| {
        Ok(format!("node {} waits below its folder, and no link has received it", row.get::<NodeId>(0)?))
    })
}
