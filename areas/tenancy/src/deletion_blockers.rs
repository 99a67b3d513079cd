//! Deletion blockers of tenants and companies. Those of this room, and the refusal while any room has one.

use db::{Conn, params};
use room::{DeletionBlocker, DeletionTarget};

use crate::{Error, Result};

/// Groups and themes.
pub(crate) const DELETION_BLOCKERS: [DeletionBlocker; 2] =
    [DeletionBlocker { word: "groups", count: groups }, DeletionBlocker { word: "themes", count: themes }];

fn groups(conn: &mut Conn<'_>, whose: DeletionTarget) -> db::Result<i64> {
    let (sql, id) = match whose {
        DeletionTarget::Tenant(id) => ("SELECT COUNT(*) FROM tenancy_usergroup WHERE tenant_id = $1", id.0),
        DeletionTarget::Company(id) => ("SELECT COUNT(*) FROM tenancy_usergroup WHERE company_id = $1", id.0),
    };
    conn.get(sql, params![id], |row| row.get(0))
}

fn themes(conn: &mut Conn<'_>, whose: DeletionTarget) -> db::Result<i64> {
    match whose {
        DeletionTarget::Company(_) => Ok(0),
        DeletionTarget::Tenant(id) => {
            conn.get("SELECT COUNT(*) FROM tenancy_theme WHERE tenant_id = $1", params![id], |row| row.get(0))
        }
    }
}

/// Refuses with the counts of all blockers.
pub(crate) fn refuse_while_blocked(
    conn: &mut Conn<'_>,
    blockers: &[DeletionBlocker],
    whose: DeletionTarget,
) -> Result<()> {
    let mut found = Vec::new();
    for deletion_blocker in blockers {
        let count = (deletion_blocker.count)(conn, whose)?;
        if count > 0 {
            found.push((deletion_blocker.word, count));
        }
    }
    if found.is_empty() { Ok(()) } else { Err(Error::InUse(found)) }
}
