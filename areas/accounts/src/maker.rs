//! Makers of unused accounts. The maker is the last person who made the account, changed its address or gave it rights.
//! Like an invitation, an unused account can be used only while its maker may still make it. The account loses its
//! maker when its owner uses it (docs/decisions/0020).

use authz::Actor;
use db::{Conn, Tx, params};
use primitives::{CompanyId, Seconds, TenantId, UserId};

use crate::people::{self, Address};
use crate::place::{Place, may_invite};
use crate::store::people::NewUser;
use crate::ways_in::ways_in;
use crate::{Result, store as rows};

/// A maker whose own account is unused has a maker too. This is the longest such chain; it also ends loops.
const LONGEST_CHAIN: usize = 8;

/// As `create_account`, by the actor, for an unconfirmed address.
pub(crate) fn make(
    tx: &mut Tx<'_>,
    actor: &Actor,
    company: Option<CompanyId>,
    new: &NewUser,
    now: Seconds,
) -> Result<UserId> {
    let user = people::create_account(tx, company, new, Address::Claimed, now)?;
    tx.run("UPDATE identity_user SET made_by = $2 WHERE users_id = $1", params![user, actor.user])?;
    Ok(user)
}

/// Makes the actor the maker of an unused account that they gave credentials or rights. Nothing changes if they could
/// not have made it, or if it is their own.
///
/// An account without a maker counts as unused if its owner can only come in by the mailed link.
pub(crate) fn vouch(tx: &mut Tx<'_>, actor: &Actor, user: UserId) -> Result<()> {
    if actor.user == user || !may_make(tx, actor, user)? {
        return Ok(());
    }
    let only_by_link = !(ways_in(tx)?.without_password)(tx, user)?;
    tx.run(
        "UPDATE identity_user SET made_by = $2
         WHERE users_id = $1 AND (made_by IS NOT NULL OR ($3 AND password_hash = '!' AND email_confirmed_at IS NULL))",
        params![user, actor.user, only_by_link],
    )?;
    Ok(())
}

/// The owner has signed in by a way of their own.
pub fn forget(tx: &mut Tx<'_>, user: UserId) -> db::Result<()> {
    tx.run("UPDATE identity_user SET made_by = NULL WHERE users_id = $1 AND made_by IS NOT NULL", params![user])
        .map(|_| ())
}

/// The account has been used, or its maker may still make such an account.
pub fn stands(conn: &mut Conn<'_>, user: UserId) -> db::Result<bool> {
    let mut account = user;
    for _ in 0..LONGEST_CHAIN {
        let Some(maker) = made_by(conn, account)? else { return Ok(true) };
        let actor = rows::actors::switched_on(conn, maker)?;
        let may = match actor {
            Some(actor) => may_make(conn, &actor, account)?,
            None => false,
        };
        if !may {
            return Ok(false);
        }
        account = maker;
    }
    Ok(false)
}

fn made_by(conn: &mut Conn<'_>, user: UserId) -> db::Result<Option<UserId>> {
    let found = conn.find("SELECT made_by FROM identity_user WHERE users_id = $1", params![user], |row| row.get(0))?;
    Ok(found.flatten())
}

/// The actor may make an account like this one: with this home and these rights. Its groups belong to its home, or have
/// invited its company.
pub fn may_make(conn: &mut Conn<'_>, actor: &Actor, user: UserId) -> db::Result<bool> {
    let Some(profile) = rows::people::profile(conn, user)? else { return Ok(false) };
    let Some(home) = profile.home.zip(profile.company).filter(|_| !profile.master) else { return Ok(actor.master) };
    let place = |tenant: TenantId, admin: bool| Place { tenant, company: home.1, group: None, manager: false, admin };
    let admins = rows::standings::standing(conn, user)?.admins;
    let mut places = admins.iter().map(|admin| place(admin.tenant, true)).chain([place(home.0, false)]);
    Ok(places.all(|place| may_invite(actor, &place)))
}
