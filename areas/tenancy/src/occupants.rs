//! What keeps a tenant or a company from being deleted: counted here for this room, and by functions that higher
//! rooms have given for theirs.

use db::{Conn, Tx, params};
use primitives::{CompanyId, GroupId, Seconds, TenantId, UserId};

use crate::{Error, Result};

/// What is about to be deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    Tenant(TenantId),
    Company(CompanyId),
}

/// Something that keeps it from being deleted.
#[derive(Clone, Copy, Debug)]
pub struct Occupant {
    /// `users`, `repositories`: the server has a sentence for it, `in_the_way.users`.
    pub word: &'static str,
    /// How many there are.
    pub count: fn(&mut Conn<'_>, Whose) -> db::Result<i64>,
}

/// What a higher room puts away of a tenant or company that is deleted, in the same transaction: what keeps nobody from
/// deleting it, and would hang in the air.
pub type Cleanup = fn(&mut Tx<'_>, Whose, Seconds) -> db::Result<()>;

/// Puts somebody into a group as its manager: what the room of people does for a group that a manager makes.
pub type EnrolManager = fn(&mut Tx<'_>, GroupId, UserId) -> db::Result<()>;

const OURS: [Occupant; 2] = [Occupant { word: "groups", count: groups }, Occupant { word: "themes", count: themes }];

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

/// Refused with everything that is in the way.
pub(crate) fn in_the_way(conn: &mut Conn<'_>, others: &[Occupant], whose: Whose) -> Result<()> {
    let mut found = Vec::new();
    for occupant in OURS.iter().chain(others) {
        let count = (occupant.count)(conn, whose)?;
        if count > 0 {
            found.push((occupant.word, count));
        }
    }
    if found.is_empty() { Ok(()) } else { Err(Error::InUse(found)) }
}
