//! Which users an actor administers. Masters administer everybody. Admins administer the users of their tenants, unless a
//! user has more rights than they have: a changed e-mail address is enough to take the account.

use authz::Actor;
use db::Conn;
use primitives::{TenantId, UserId};

use super::users::model::UserRecord;
use super::users::store;
use crate::email::Email;
use crate::store::addresses;
use crate::{Error, Result, account_scope};

/// A user whom the actor administers; any other counts as missing.
pub(super) fn administered(conn: &mut Conn<'_>, actor: &Actor, user: UserId) -> Result<UserRecord> {
    let found = store::find(conn, user)?;
    found.filter(|record| sees(actor, record)).ok_or(Error::Missing)
}

fn sees(actor: &Actor, record: &UserRecord) -> bool {
    actor.master || record.tenant_id.is_some_and(|tenant| actor.is_admin_of(tenant))
}

/// Refused if the user is a master, or an admin of a tenant that the actor does not administer.
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

/// As `may_change`, for credentials that let somebody act as the user: also refused if the user reaches beyond the
/// tenants that the actor administers.
pub(super) fn may_change_credentials(conn: &mut Conn<'_>, actor: &Actor, record: &UserRecord) -> Result<()> {
    may_change(conn, actor, record)?;
    if actor.master || !account_scope::reaches_beyond(conn, record.users_id, &actor.admin_of)? {
        return Ok(());
    }
    Err(Error::ReachesBeyond)
}

/// Refused if a user whom the actor sees has the address, or one in the tenant where it is to be used. Other accounts
/// are not revealed: an address belongs to its owner only once confirmed.
pub(super) fn is_taken(
    conn: &mut Conn<'_>,
    actor: &Actor,
    email: &Email,
    within: Option<TenantId>,
    except: Option<UserId>,
) -> Result<bool> {
    let others = addresses::bearers(conn, email)?.into_iter().filter(|bearer| Some(bearer.user) != except);
    let seen =
        |home: Option<TenantId>| actor.master || home == within || home.is_some_and(|home| actor.is_admin_of(home));
    Ok(others.into_iter().any(|bearer| seen(bearer.home)))
}
