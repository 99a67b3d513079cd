//! What of this room keeps a tenant or a company from being deleted.

use db::{Conn, params};
use tenancy::{Occupant, Whose};

/// Users, and admins from elsewhere.
pub const OCCUPANTS: [Occupant; 2] =
    [Occupant { word: "users", count: users }, Occupant { word: "admins", count: admins }];

fn users(conn: &mut Conn<'_>, whose: Whose) -> db::Result<i64> {
    let (sql, id) = match whose {
        Whose::Tenant(id) => ("SELECT COUNT(*) FROM identity_user WHERE tenant_id = $1", id.0),
        Whose::Company(id) => ("SELECT COUNT(*) FROM identity_user WHERE company_id = $1", id.0),
    };
    conn.get(sql, params![id], |row| row.get(0))
}

fn admins(conn: &mut Conn<'_>, whose: Whose) -> db::Result<i64> {
    match whose {
        Whose::Company(_) => Ok(0),
        Whose::Tenant(id) => conn.get(
            "SELECT COUNT(*)
             FROM identity_admin a
             JOIN identity_user u ON u.users_id = a.users_id
             WHERE a.tenant_id = $1 AND (u.tenant_id IS NULL OR u.tenant_id <> $1)",
            params![id],
            |row| row.get(0),
        ),
    }
}
