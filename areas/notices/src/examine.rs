//! What the doctor asks of the rows of this room.

use db::{Conn, params};

use crate::model::NoticeId;

/// At most this many findings are reported.
const MOST: i64 = 20;

/// Notices about entries of another tenant.
pub(crate) fn broken_rules(conn: &mut Conn<'_>) -> db::Result<Vec<String>> {
    let sql = "SELECT o.notice_id
               FROM notices_notice o
               JOIN nodes_node n ON n.node_id = o.node_id
               WHERE n.tenant_id <> o.tenant_id
               ORDER BY o.notice_id
               LIMIT $1";
    conn.rows(sql, params![MOST], |row| {
        Ok(format!("notice {} is about an entry of another tenant", row.get::<NoticeId>(0)?))
    })
}
