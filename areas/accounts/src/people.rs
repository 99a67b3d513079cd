//! Creates and changes users: for the command line, the seed and administration.

use std::collections::HashMap;

use authz::Actor;
use db::{Conn, Tx};
use passwords::PasswordHash;
use primitives::{CompanyId, GroupId, Language, Seconds, TenantId, UserId};

use crate::user::{Email, PersonName};
use crate::{Error, Result, account_scope, credentials, store};

/// A new user. The password is hashed before the transaction begins: see `hash_password`.
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

/// Whether the address of a new account is proven to be its owner's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Address {
    /// A mailed link was followed, or the operator of the installation vouches for it.
    Confirmed,
    /// An admin typed it, or a tenant's own identity provider stated it.
    Claimed,
}

/// A master of the platform: of no tenant, and without access to any tenant's content. The operator vouches for the
/// address.
pub fn create_master(tx: &mut Tx<'_>, new: &NewUser, now: Seconds) -> Result<UserId> {
    create_account(tx, None, new, Address::Confirmed, now)
}

/// A user of the company, and so of its tenant. The operator vouches for the address.
pub fn create_user(tx: &mut Tx<'_>, company: CompanyId, new: &NewUser, now: Seconds) -> Result<UserId> {
    create_account(tx, Some(company), new, Address::Confirmed, now)
}

/// A user of the company, or a master without one.
pub fn create_account(
    tx: &mut Tx<'_>,
    company: Option<CompanyId>,
    new: &NewUser,
    address: Address,
    now: Seconds,
) -> Result<UserId> {
    let home = match company {
        Some(company) => Some((store::people::tenant_of_company(tx, company)?.ok_or(Error::Missing)?, company)),
        None => None,
    };
    let confirmed_at = (address == Address::Confirmed).then_some(now);
    let user = match store::people::insert(tx, home, new, confirmed_at, now) {
        Err(error) if error.is_unique() => return Err(Error::EmailTaken),
        made => made?,
    };
    tenancy::bump_epoch(tx)?;
    Ok(user)
}

/// Adds the user to the group, or changes whether they manage it. A person from another tenant joins through their
/// company, which the group has invited and which has accepted; others are refused.
pub fn add_member(tx: &mut Tx<'_>, user: UserId, group: GroupId, belonging: Belonging) -> Result<()> {
    if !account_scope::can_join(tx, user, group)? {
        return Err(Error::Missing);
    }
    store::people::join(tx, user, group, belonging)?;
    Ok(tenancy::bump_epoch(tx)?)
}

pub fn make_admin(tx: &mut Tx<'_>, user: UserId, tenant: TenantId) -> Result<()> {
    store::people::make_admin(tx, user, tenant)?;
    Ok(tenancy::bump_epoch(tx)?)
}

/// Replaces the password from the command line and ends the user's sessions.
pub fn set_password(tx: &mut Tx<'_>, user: UserId, password: &PasswordHash, reset_due: bool) -> Result<()> {
    if !store::people::set_password(tx, user, password, reset_due)? {
        return Err(Error::Missing);
    }
    credentials::credentials_changed(tx, user, None)?;
    Ok(tenancy::bump_epoch(tx)?)
}

/// Switching a user off ends their sessions and invalidates every link mailed to them.
pub fn set_user_active(tx: &mut Tx<'_>, user: UserId, active: bool) -> Result<()> {
    if !store::people::switch(tx, user, active)? {
        return Err(Error::Missing);
    }
    if !active {
        credentials::credentials_changed(tx, user, None)?;
    }
    Ok(tenancy::bump_epoch(tx)?)
}

/// Whether there is a master; a fresh installation has none.
pub fn has_master(conn: &mut Conn<'_>) -> Result<bool> {
    Ok(store::people::any_master(conn)?)
}

/// The masters of the installation.
pub fn masters(conn: &mut Conn<'_>) -> db::Result<Vec<Contact>> {
    let masters =
        conn.rows("SELECT users_id FROM identity_user WHERE master ORDER BY users_id", &[], |row| row.get(0))?;
    contacts(conn, &masters)
}

/// The account that has confirmed the address, or else the first that was made for it.
pub fn find_user_by_email(conn: &mut Conn<'_>, email: &Email) -> Result<Option<UserId>> {
    Ok(store::addresses::first(conn, email)?)
}

/// The user's home tenant, which masters have none of, and their name, for the log.
pub fn home_and_name(conn: &mut Conn<'_>, user: UserId) -> Result<(Option<TenantId>, String)> {
    store::people::home_and_name(conn, user)?.ok_or(Error::Missing)
}

/// The user's name, for showing who did something.
pub fn name_of(conn: &mut Conn<'_>, user: UserId) -> db::Result<Option<String>> {
    store::people::name_of(conn, user)
}

/// The names of these users, for lists.
pub fn names_of(conn: &mut Conn<'_>, users: &[UserId]) -> db::Result<HashMap<UserId, String>> {
    store::people::names_of(conn, users)
}

/// A recipient of e-mails.
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

/// Those of `users` who are active and whom the actor sees: people of the tenants that they are at home in or administer,
/// with those in its groups, and the members of their own groups elsewhere.
pub fn contacts_among(conn: &mut Conn<'_>, actor: &Actor, users: &[UserId]) -> db::Result<Vec<Contact>> {
    store::contacts::among(conn, users, Some(&store::contacts::Circle::of(actor)))
}
