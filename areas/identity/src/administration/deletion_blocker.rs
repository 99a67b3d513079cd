//! The rows of this room that block the deletion of a tenant or a company.

use db::{Conn, Tx, params};
use events::Listener;
use room::{DeletionBlocker, DeletionTarget};
use tenancy::{Deleted, GroupMade};

use crate::people::Belonging;
use crate::store::people::join;

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

/// What this room does when tenants, companies and groups change.
pub fn listeners() -> Vec<Listener> {
    let enrol = |tx: &mut Tx<'_>, made: &GroupMade| join(tx, made.by, made.group, Belonging::Manager);
    vec![Listener::to(forget_place), Listener::to(enrol)]
}

/// Removes what a deleted tenant or company no longer needs: invitations to it, and its identity provider.
fn forget_place(tx: &mut Tx<'_>, Deleted { whose, .. }: &Deleted) -> db::Result<()> {
    let (statements, id) = match whose {
        DeletionTarget::Company(id) => (&OF_COMPANY[..], id.0),
        DeletionTarget::Tenant(id) => (&OF_TENANT[..], id.0),
    };
    for sql in statements {
        tx.run(sql, params![id])?;
    }
    Ok(())
}

const OF_COMPANY: [&str; 3] = [
    "DELETE FROM identity_link
     WHERE invitation_id IN (SELECT invitation_id FROM identity_invitation WHERE company_id = $1)",
    "DELETE FROM identity_invitation WHERE company_id = $1",
    "UPDATE identity_provider SET company_id = NULL WHERE company_id = $1",
];

const OF_TENANT: [&str; 5] = [
    "DELETE FROM identity_link
     WHERE invitation_id IN (SELECT invitation_id FROM identity_invitation WHERE tenant_id = $1)",
    "DELETE FROM identity_invitation WHERE tenant_id = $1",
    "DELETE FROM identity_provider_attempt WHERE tenant_id = $1",
    "DELETE FROM identity_provider_account WHERE tenant_id = $1",
    "DELETE FROM identity_provider WHERE tenant_id = $1",
];
