//! Making users and changing what they are: what the command line, the seed and administration call.

use authz::Actor;
use db::{Conn, Tx};
use primitives::{CompanyId, GroupId, Language, Seconds, SessionId, TenantId, UserId};

use crate::password::PasswordHash;
use crate::user::{Email, PersonName};
use crate::{Error, Result, link, second_factor, store};

/// A user to be. The password is hashed before the transaction begins: see `hash_password`.
#[derive(Clone, Debug)]
pub struct NewUser {
    pub name: PersonName,
    pub email: Email,
    pub language: Option<Language>,
    pub password: PasswordHash,
    /// The user must choose another password at the first sign-in.
    pub reset_due: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Belonging {
    Member,
    Manager,
}

/// A master of the platform: of no tenant, and without a way into any tenant's content.
pub fn create_master(tx: &mut Tx<'_>, new: &NewUser, now: Seconds) -> Result<UserId> {
    create(tx, None, new, now)
}

/// A user of the company, and so of its tenant.
pub fn create_user(tx: &mut Tx<'_>, company: CompanyId, new: &NewUser, now: Seconds) -> Result<UserId> {
    let tenant = store::people::tenant_of_company(tx, company)?.ok_or(Error::Missing)?;
    create(tx, Some((tenant, company)), new, now)
}

fn create(tx: &mut Tx<'_>, home: Option<(TenantId, CompanyId)>, new: &NewUser, now: Seconds) -> Result<UserId> {
    let user = match store::people::insert(tx, home, new, now) {
        Err(error) if error.is_unique() => return Err(Error::EmailTaken),
        made => made?,
    };
    tenancy::bump_epoch(tx)?;
    Ok(user)
}

/// Puts the user into the group, whose tenant need not be theirs; one who is in it changes standing.
pub fn add_member(tx: &mut Tx<'_>, user: UserId, group: GroupId, belonging: Belonging) -> Result<()> {
    store::people::join(tx, user, group, belonging)?;
    Ok(tenancy::bump_epoch(tx)?)
}

pub fn make_admin(tx: &mut Tx<'_>, user: UserId, tenant: TenantId) -> Result<()> {
    store::people::make_admin(tx, user, tenant)?;
    Ok(tenancy::bump_epoch(tx)?)
}

/// Replaces the password from outside and ends the user's sessions.
pub fn set_password(tx: &mut Tx<'_>, user: UserId, password: &PasswordHash, reset_due: bool) -> Result<()> {
    if !store::people::set_password(tx, user, password, reset_due)? {
        return Err(Error::Missing);
    }
    store::sessions::end_all(tx, user)?;
    link::withdraw(tx, &link::Purpose::Password(user))?;
    Ok(tenancy::bump_epoch(tx)?)
}

/// Takes a lost second factor and its recovery codes away; false where there was none.
pub fn forget_second_factor(tx: &mut Tx<'_>, user: UserId) -> Result<bool> {
    Ok(second_factor::forget(tx, user)?)
}

/// Switching a user off ends their sessions.
pub fn set_user_active(tx: &mut Tx<'_>, user: UserId, active: bool) -> Result<()> {
    if !store::people::switch(tx, user, active)? {
        return Err(Error::Missing);
    }
    if !active {
        store::sessions::end_all(tx, user)?;
    }
    Ok(tenancy::bump_epoch(tx)?)
}

/// Somebody looks after the whole installation; a fresh one has nobody.
pub fn has_master(conn: &mut Conn<'_>) -> Result<bool> {
    Ok(store::people::any_master(conn)?)
}

pub fn find_user_by_email(conn: &mut Conn<'_>, email: &Email) -> Result<Option<UserId>> {
    Ok(store::people::find_by_email(conn, email)?)
}

/// The user as they are now, for work that goes on without a request; nobody where they are switched off.
/// `session` only labels the actor; whether it lives is not asked.
pub fn find_actor(conn: &mut Conn<'_>, user: UserId, session: SessionId) -> Result<Option<Actor>> {
    Ok(store::actors::find(conn, user, session)?)
}

/// The user's own tenant, which masters have none of, and their name: what the log says of them.
pub fn home_and_name(conn: &mut Conn<'_>, user: UserId) -> Result<(Option<TenantId>, String)> {
    store::people::home_and_name(conn, user)?.ok_or(Error::Missing)
}

/// The user's name, for showing who did something.
pub fn name_of(conn: &mut Conn<'_>, user: UserId) -> db::Result<Option<String>> {
    store::people::name_of(conn, user)
}

/// Whom a letter can be written to.
#[derive(Clone, Debug)]
pub struct Contact {
    pub user: UserId,
    pub name: String,
    pub email: String,
    pub language: Option<Language>,
}

/// Those of `users` who are active.
pub fn contacts(conn: &mut Conn<'_>, users: &[UserId]) -> db::Result<Vec<Contact>> {
    store::contacts::among(conn, users, None)
}

/// Those of `users` who are active and at home in a tenant of the actor's, or in one of its groups.
pub fn contacts_among(conn: &mut Conn<'_>, actor: &Actor, users: &[UserId]) -> db::Result<Vec<Contact>> {
    store::contacts::among(conn, users, Some(&actor.tenants()))
}
