//! The rows of this room that block the deletion of a tenant or a company.

use db::{Conn, Tx, params};
use room::{DeletionBlocker, DeletionTarget};
use tenancy::GroupMade;

use crate::store::people::{Belonging, join};

/// Users, and admins from other tenants.
pub const DELETION_BLOCKERS: [DeletionBlocker; 2] =
    [DeletionBlocker { word: "users", count: users }, DeletionBlocker { word: "admins", count: admins }];

fn users(conn: &mut Conn<'_>, whose: DeletionTarget) -> db::Result<i64> {
    let (sql, id) = match whose {
        DeletionTarget::Tenant(id) => ("SELECT COUNT(*) FROM identity_user WHERE tenant_id = $1", id.0),
        DeletionTarget::Company(id) => ("SELECT COUNT(*) FROM identity_user WHERE company_id = $1", id.0),
    };
    conn.get(sql, params![id], |row| row.get(0))
}

fn admins(conn: &mut Conn<'_>, whose: DeletionTarget) -> db::Result<i64> {
    match whose {
        DeletionTarget::Company(_) => Ok(0),
        DeletionTarget::Tenant(id) => conn.get(
            "SELECT COUNT(*)
             FROM identity_admin a
             JOIN identity_user u ON u.users_id = a.users_id
             WHERE a.tenant_id = $1 AND (u.tenant_id IS NULL OR u.tenant_id <> $1)",
            params![id],
            |row| row.get(0),
        ),
    }
}

/// Who makes a group without administering the tenant manages it.
pub(crate) fn enrol(tx: &mut Tx<'_>, made: &GroupMade) -> db::Result<()> {
    join(tx, made.by, made.group, Belonging::Manager)
}
