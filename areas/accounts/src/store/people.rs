//! Users, their memberships and admin rights.

use db::{Conn, Tx, params};
use mail::Addressee;
use passwords::PasswordHash;
use primitives::{CompanyId, GroupId, Language, Seconds, TenantId, UserId};

use crate::email::Email;
use crate::person_name::PersonName;
use crate::store::word_index;

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

/// A user's own row.
pub struct Profile {
    pub home: Option<TenantId>,
    pub company: Option<CompanyId>,
    pub active: bool,
    pub version: i64,
    pub name: String,
    pub email: String,
    pub avatar_url: Option<String>,
    pub language: Option<Language>,
    pub reset_pwd: bool,
    pub master: bool,
    pub hash: PasswordHash,
    pub tenant_title: Option<String>,
    pub tenant_key: Option<String>,
    pub company_name: Option<String>,
}

impl Profile {
    /// The words about the user that an attacker would try first.
    pub fn words(&self) -> Vec<&str> {
        let organisation = [&self.tenant_title, &self.tenant_key, &self.company_name];
        let organisation: Vec<&str> = organisation.into_iter().flatten().map(String::as_str).collect();
        words_about(&self.name, &self.email, &organisation)
    }

    /// The profile as its owner sees it: without a password, none needs to be changed.
    pub fn of_oneself(self) -> Self {
        Self { reset_pwd: self.reset_pwd && self.hash != PasswordHash::unusable(), ..self }
    }

    /// The recipient of e-mails to the user.
    pub fn addressee(&self) -> Addressee {
        Addressee { name: self.name.clone(), email: self.email.clone(), language: self.language }
    }
}

/// The words of a name, an e-mail and the organisation's names, whole and in parts.
pub fn words_about<'w>(name: &'w str, email: &'w str, organisation: &[&'w str]) -> Vec<&'w str> {
    let mut words: Vec<&str> = name.split_whitespace().chain([name, email]).chain(email.split(['@', '.'])).collect();
    for title in organisation {
        words.extend(title.split_whitespace());
        words.push(title);
    }
    words
}

pub fn profile(conn: &mut Conn<'_>, user: UserId) -> db::Result<Option<Profile>> {
    conn.find(
        "SELECT u.name, u.email, u.avatar_url, u.language, u.reset_pwd, u.master, u.password_hash, u.tenant_id,
           u.company_id, u.active, u.version, t.tenant_title, t.tenant_key, c.company_name
         FROM identity_user u
         LEFT JOIN tenancy_tenant t ON t.tenant_id = u.tenant_id
         LEFT JOIN tenancy_company c ON c.company_id = u.company_id
         WHERE u.users_id = $1",
        params![user],
        |row| {
            Ok(Profile {
                name: row.get(0)?,
                email: row.get(1)?,
                avatar_url: row.get(2)?,
                language: row.get::<Option<String>>(3)?.as_deref().and_then(Language::parse),
                reset_pwd: row.get(4)?,
                master: row.get(5)?,
                hash: PasswordHash::from_stored(row.get(6)?),
                home: row.get(7)?,
                company: row.get(8)?,
                active: row.get(9)?,
                version: row.get(10)?,
                tenant_title: row.get(11)?,
                tenant_key: row.get(12)?,
                company_name: row.get(13)?,
            })
        },
    )
}

pub(crate) fn insert(
    tx: &mut Tx<'_>,
    home: Option<(TenantId, CompanyId)>,
    new: &NewUser,
    confirmed_at: Option<Seconds>,
    now: Seconds,
) -> db::Result<UserId> {
    let (tenant, company) = home.unzip();
    let key = new.email.key();
    let user = tx.get(
        "INSERT INTO identity_user (tenant_id, company_id, name, email, email_key, password_hash, language,
           reset_pwd, master, created_at, email_confirmed_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
         RETURNING users_id",
        params![
            tenant,
            company,
            new.name.as_str(),
            new.email.as_str(),
            &key,
            new.password.as_str(),
            new.language.map(Language::code),
            new.reset_due,
            home.is_none(),
            now,
            confirmed_at
        ],
        |row| row.get(0),
    )?;
    word_index::write(tx, user, new.name.as_str(), new.email.as_str())?;
    Ok(user)
}

pub(crate) fn tenant_of_company(conn: &mut Conn<'_>, company: CompanyId) -> db::Result<Option<TenantId>> {
    conn.find("SELECT tenant_id FROM tenancy_company WHERE company_id = $1", params![company], |row| row.get(0))
}

pub(crate) fn company_of(conn: &mut Conn<'_>, user: UserId) -> db::Result<Option<CompanyId>> {
    let sql = "SELECT company_id FROM identity_user WHERE users_id = $1";
    Ok(conn.find(sql, params![user], |row| row.get(0))?.flatten())
}

/// The names of a company's organisation: the company, its tenant, and the tenant's key.
pub(crate) fn organisation(conn: &mut Conn<'_>, company: CompanyId) -> db::Result<Vec<String>> {
    let found = conn.find(
        "SELECT c.company_name, t.tenant_title, t.tenant_key
         FROM tenancy_company c
         JOIN tenancy_tenant t ON t.tenant_id = c.tenant_id
         WHERE c.company_id = $1",
        params![company],
        |row| Ok(vec![row.get(0)?, row.get(1)?, row.get(2)?]),
    )?;
    Ok(found.unwrap_or_default())
}

pub(crate) fn join(tx: &mut Tx<'_>, user: UserId, group: GroupId, belonging: Belonging) -> db::Result<()> {
    tx.run(
        "INSERT INTO identity_member (users_id, user_group_id, manager)
         VALUES ($1, $2, $3)
         ON CONFLICT (users_id, user_group_id) DO UPDATE SET manager = excluded.manager",
        params![user, group, belonging == Belonging::Manager],
    )
    .map(|_| ())
}

pub(crate) fn make_admin(tx: &mut Tx<'_>, user: UserId, tenant: TenantId) -> db::Result<()> {
    tx.run(
        "INSERT INTO identity_admin (users_id, tenant_id) VALUES ($1, $2) ON CONFLICT DO NOTHING",
        params![user, tenant],
    )
    .map(|_| ())
}

pub fn rename(tx: &mut Tx<'_>, user: UserId, name: &PersonName) -> db::Result<()> {
    let sql = "UPDATE identity_user SET name = $2, version = version + 1 WHERE users_id = $1 RETURNING email";
    let email: Option<String> = tx.find(sql, params![user, name.as_str()], |row| row.get(0))?;
    email.map_or(Ok(()), |email| word_index::write(tx, user, name.as_str(), &email))
}

pub fn choose_language(tx: &mut Tx<'_>, user: UserId, language: Option<Language>) -> db::Result<()> {
    let code = language.map(Language::code);
    tx.run("UPDATE identity_user SET language = $2 WHERE users_id = $1", params![user, code]).map(|_| ())
}

/// Sets the address, confirmed by its owner or not. Fails with `Unique` if another account has it.
pub fn change_email(tx: &mut Tx<'_>, user: UserId, email: &Email, confirmed_at: Option<Seconds>) -> db::Result<()> {
    let key = email.key();
    let sql = "UPDATE identity_user SET email = $2, email_key = $3, email_confirmed_at = $4, version = version + 1
               WHERE users_id = $1
               RETURNING name";
    let name: Option<String> = tx.find(sql, params![user, email.as_str(), &key, confirmed_at], |row| row.get(0))?;
    name.map_or(Ok(()), |name| word_index::write(tx, user, &name, email.as_str()))
}

/// False if the password is no longer that of `old`. It completes a required reset, and the account counts as used by
/// its owner.
pub fn change_password(tx: &mut Tx<'_>, user: UserId, old: &PasswordHash, new: &PasswordHash) -> db::Result<bool> {
    let changed = tx.run(
        "UPDATE identity_user SET password_hash = $3, reset_pwd = FALSE, made_by = NULL
         WHERE users_id = $1 AND password_hash = $2",
        params![user, old.as_str(), new.as_str()],
    )?;
    Ok(changed == 1)
}

/// False if there is no such user. The owner or the operator has chosen the password, so the account has no maker any
/// more.
pub(crate) fn set_password(tx: &mut Tx<'_>, user: UserId, new: &PasswordHash, reset_due: bool) -> db::Result<bool> {
    let sql = "UPDATE identity_user SET password_hash = $2, reset_pwd = $3, made_by = NULL WHERE users_id = $1";
    Ok(tx.run(sql, params![user, new.as_str(), reset_due])? == 1)
}

/// An update without effect: what else changes the user waits for this transaction, and this one for it. False if the
/// user is switched off, or the password is no longer that of `hash`.
pub fn hold_with_password(tx: &mut Tx<'_>, user: UserId, hash: &PasswordHash) -> db::Result<bool> {
    let sql = "UPDATE identity_user SET active = active WHERE users_id = $1 AND password_hash = $2 AND active";
    Ok(tx.run(sql, params![user, hash.as_str()])? == 1)
}

/// False if there is no such user.
pub(crate) fn switch(tx: &mut Tx<'_>, user: UserId, active: bool) -> db::Result<bool> {
    Ok(tx.run("UPDATE identity_user SET active = $2 WHERE users_id = $1", params![user, active])? == 1)
}

pub(crate) fn any_master(conn: &mut Conn<'_>) -> db::Result<bool> {
    conn.exists("SELECT 1 FROM identity_user WHERE master LIMIT 1", &[])
}

/// Whether an active user administers the tenant, which is active too.
pub(crate) fn any_admin(conn: &mut Conn<'_>, tenant: TenantId) -> db::Result<bool> {
    conn.exists(
        "SELECT CAST(1 AS BIGINT)
         FROM identity_admin a
         JOIN identity_user u ON u.users_id = a.users_id AND u.active
         JOIN tenancy_tenant t ON t.tenant_id = a.tenant_id AND t.active
         WHERE a.tenant_id = $1
         LIMIT 1",
        params![tenant],
    )
}
