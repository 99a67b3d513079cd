//! The rows of this room that block the deletion of a tenant.

use db::{Conn, params};
use room::{DeletionBlocker, DeletionTarget};

pub const DELETION_BLOCKERS: [DeletionBlocker; 2] = [
    DeletionBlocker { word: "repositories", count: repositories },
    DeletionBlocker { word: "file_servers", count: file_servers },
];

fn repositories(conn: &mut Conn<'_>, whose: DeletionTarget) -> db::Result<i64> {
    count(conn, "SELECT COUNT(*) FROM content_repository WHERE tenant_id = $1", whose)
}

fn file_servers(conn: &mut Conn<'_>, whose: DeletionTarget) -> db::Result<i64> {
    count(conn, "SELECT COUNT(*) FROM content_file_server_tenant WHERE tenant_id = $1", whose)
}

fn count(conn: &mut Conn<'_>, sql: &str, whose: DeletionTarget) -> db::Result<i64> {
    match whose {
        DeletionTarget::Company(_) => Ok(0),
        DeletionTarget::Tenant(id) => conn.get(sql, params![id], |row| row.get(0)),
    }
}
