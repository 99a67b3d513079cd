//! Creates and changes users: for the command line, the seed and administration.

use std::collections::HashMap;

use db::{Conn, Tx};
use passwords::PasswordHash;
use primitives::{CompanyId, GroupId, Seconds, TenantId, UserId};

use crate::email::Email;
use crate::store::people::{Belonging, NewUser};
use crate::{Error, Result, account_scope, credentials, store};

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

/// The account that has confirmed the address, or else the first that was made for it.
pub fn find_user_by_email(conn: &mut Conn<'_>, email: &Email) -> Result<Option<UserId>> {
    Ok(store::addresses::first(conn, email)?)
}

/// The user's home tenant, which masters have none of, and their name, for the log.
pub fn home_and_name(conn: &mut Conn<'_>, user: UserId) -> Result<(Option<TenantId>, String)> {
    store::names::home_and_name(conn, user)?.ok_or(Error::Missing)
}

/// The user's name, for showing who did something.
pub fn name_of(conn: &mut Conn<'_>, user: UserId) -> db::Result<Option<String>> {
    store::names::name_of(conn, user)
}

/// The names of these users, for lists.
pub fn names_of(conn: &mut Conn<'_>, users: &[UserId]) -> db::Result<HashMap<UserId, String>> {
    store::names::names_of(conn, users)
}
