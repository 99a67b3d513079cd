//! The owners of e-mail addresses. An address belongs to a user once they have followed a link that was mailed to it.
//! Until then each tenant may have an account for it, which does not prevent its owner from having theirs
//! (docs/decisions/0020).

use authz::Actor;
use db::{Conn, Tx, params};
use primitives::{Seconds, TenantId, UserId};

use crate::email::Email;
use crate::{Error, Result};

/// An account with an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bearer {
    pub user: UserId,
    pub home: Option<TenantId>,
    pub confirmed: bool,
    /// The account has a password.
    pub has_password: bool,
}

/// Every account with the address, the confirmed one first.
pub fn bearers(conn: &mut Conn<'_>, email: &Email) -> db::Result<Vec<Bearer>> {
    let key = email.key();
    conn.rows(
        "SELECT users_id, tenant_id, email_confirmed_at IS NOT NULL, password_hash <> '!'
         FROM identity_user
         WHERE email_key = $1
         ORDER BY email_confirmed_at IS NULL, users_id",
        params![&key],
        |row| Ok(Bearer { user: row.get(0)?, home: row.get(1)?, confirmed: row.get(2)?, has_password: row.get(3)? }),
    )
}

/// The account that has confirmed the address, or else the first that was made for it.
pub(crate) fn first(conn: &mut Conn<'_>, email: &Email) -> db::Result<Option<UserId>> {
    Ok(bearers(conn, email)?.first().map(|bearer| bearer.user))
}

/// The account of this tenant for the address.
pub fn within(conn: &mut Conn<'_>, email: &Email, tenant: TenantId) -> db::Result<Option<Bearer>> {
    Ok(bearers(conn, email)?.into_iter().find(|bearer| bearer.home == Some(tenant)))
}

/// An account of the actor's own tenants has the address, and its owner has confirmed it.
pub(crate) fn is_colleague(conn: &mut Conn<'_>, actor: &Actor, address: &str) -> db::Result<bool> {
    let Ok(email) = Email::parse(address) else { return Ok(false) };
    let tenants = actor.tenants();
    let theirs = |bearer: &Bearer| bearer.confirmed && bearer.home.is_some_and(|home| tenants.contains(&home));
    Ok(bearers(conn, &email)?.iter().any(theirs))
}

/// An account that can be opened from the mailbox of an address.
pub struct Reachable {
    pub user: UserId,
    /// Who made the account, if the address is unconfirmed.
    pub claimed_by: Option<String>,
}

/// The active account that has confirmed the address; if none has, all that were made for it.
pub fn reachable(conn: &mut Conn<'_>, email_key: &str) -> db::Result<Vec<Reachable>> {
    let found = conn.rows(
        "SELECT u.users_id, u.email_confirmed_at IS NOT NULL, COALESCE(t.tenant_title, 'Vitrine'),
           u.active AND (u.master OR (COALESCE(c.active, TRUE) AND COALESCE(t.active, TRUE)))
         FROM identity_user u
         LEFT JOIN tenancy_company c ON c.company_id = u.company_id
         LEFT JOIN tenancy_tenant t ON t.tenant_id = u.tenant_id
         WHERE u.email_key = $1
         ORDER BY u.email_confirmed_at IS NULL, u.users_id
         LIMIT 10",
        params![email_key],
        |row| {
            let (confirmed, title): (bool, String) = (row.get(1)?, row.get(2)?);
            let reachable = Reachable { user: row.get(0)?, claimed_by: (!confirmed).then_some(title) };
            Ok((reachable, row.get::<bool>(3)?))
        },
    )?;
    let confirmed = found.first().is_some_and(|(first, _)| first.claimed_by.is_none());
    let counted = if confirmed { 1 } else { found.len() };
    Ok(found.into_iter().take(counted).filter(|(_, active)| *active).map(|(reachable, _)| reachable).collect())
}

/// The user has proven that they receive e-mails at their address. Of several accounts with one address, the first to
/// prove it keeps it.
pub fn confirm(tx: &mut Tx<'_>, user: UserId, now: Seconds) -> Result<()> {
    let sql = "UPDATE identity_user
               SET email_confirmed_at = $2
               WHERE users_id = $1 AND email_confirmed_at IS NULL AND NOT EXISTS (
                 SELECT 1
                 FROM identity_user o
                 WHERE o.email_key = identity_user.email_key AND o.email_confirmed_at IS NOT NULL)";
    match tx.run(sql, params![user, now]) {
        Err(error) if error.is_unique() => Err(Error::EmailTaken),
        done => Ok(done.map(|_| ())?),
    }
}
