//! The rows of this room that block the deletion of a tenant.

use db::{Conn, params};
use room::{DeletionBlocker, DeletionTarget};

pub const DELETION_BLOCKER: DeletionBlocker = DeletionBlocker { word: "marks", count };

fn count(conn: &mut Conn<'_>, whose: DeletionTarget) -> db::Result<i64> {
    match whose {
        DeletionTarget::Company(_) => Ok(0),
        DeletionTarget::Tenant(id) => conn.get(
            "SELECT (SELECT COUNT(*) FROM security_group WHERE tenant_id = $1)
               + (SELECT COUNT(*) FROM security_category WHERE tenant_id = $1)",
            params![id],
            |row| row.get(0),
        ),
    }
}
