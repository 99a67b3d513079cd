//! Whom somebody may look after. Masters everybody; admins the users of their tenants, as long as these are not more
//! than they are: who changes somebody's e-mail can become them.

use authz::Actor;
use db::Conn;
use primitives::UserId;

use super::users::model::UserRecord;
use super::users::store;
use crate::{Error, Result};

/// A user whom the actor administers; anybody else is missing.
pub(super) fn administered(conn: &mut Conn<'_>, actor: &Actor, user: UserId) -> Result<UserRecord> {
    let found = store::find(conn, user)?;
    found.filter(|record| sees(actor, record)).ok_or(Error::Missing)
}

fn sees(actor: &Actor, record: &UserRecord) -> bool {
    actor.master || record.tenant_id.is_some_and(|tenant| actor.is_admin_of(tenant))
}

/// Refused where the user is a master, or an admin of a tenant that the actor is no admin of.
pub(super) fn may_change(conn: &mut Conn<'_>, actor: &Actor, record: &UserRecord) -> Result<()> {
    if actor.master {
        return Ok(());
    }
    let theirs = store::administered_by(conn, record.users_id)?;
    if record.master || theirs.iter().any(|tenant| !actor.is_admin_of(*tenant)) {
        return Err(Error::OnlyMaster);
    }
    Ok(())
}
