//! Deletion blockers of tenants and companies. This room counts its own; higher rooms pass functions that count theirs.

use db::{Conn, Tx, params};
use primitives::{CompanyId, GroupId, Seconds, TenantId, UserId};

use crate::{Error, Result};

/// The tenant or company to be deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    Tenant(TenantId),
    Company(CompanyId),
}

/// Something that blocks the deletion of a tenant or a company.
#[derive(Clone, Copy, Debug)]
pub struct DeletionBlocker {
    /// `users`, `repositories`: the key of its sentence is `blocked_by.users`.
    pub word: &'static str,
    /// How many there are.
    pub count: fn(&mut Conn<'_>, Whose) -> db::Result<i64>,
}

/// Removes rows of a higher room that do not block the deletion of a tenant or a company, in the same transaction.
pub type Cleanup = fn(&mut Tx<'_>, Whose, Seconds) -> db::Result<()>;

/// Makes the creator of a new group its manager.
pub type EnrolManager = fn(&mut Tx<'_>, GroupId, UserId) -> db::Result<()>;

const OURS: [DeletionBlocker; 2] =
    [DeletionBlocker { word: "groups", count: groups }, DeletionBlocker { word: "themes", count: themes }];

fn groups(conn: &mut Conn<'_>, whose: Whose) -> db::Result<i64> {
    let (sql, id) = match whose {
        Whose::Tenant(id) => ("SELECT COUNT(*) FROM tenancy_usergroup WHERE tenant_id = $1", id.0),
        Whose::Company(id) => ("SELECT COUNT(*) FROM tenancy_usergroup WHERE company_id = $1", id.0),
    };
    conn.get(sql, params![id], |row| row.get(0))
}

fn themes(conn: &mut Conn<'_>, whose: Whose) -> db::Result<i64> {
    match whose {
        Whose::Company(_) => Ok(0),
        Whose::Tenant(id) => {
            conn.get("SELECT COUNT(*) FROM tenancy_theme WHERE tenant_id = $1", params![id], |row| row.get(0))
        }
    }
}

/// Refuses with the counts of all blockers.
pub(crate) fn refuse_while_blocked(conn: &mut Conn<'_>, others: &[DeletionBlocker], whose: Whose) -> Result<()> {
    let mut found = Vec::new();
    for deletion_blocker in OURS.iter().chain(others) {
        let count = (deletion_blocker.count)(conn, whose)?;
        if count > 0 {
            found.push((deletion_blocker.word, count));
        }
    }
    if found.is_empty() { Ok(()) } else { Err(Error::InUse(found)) }
}
