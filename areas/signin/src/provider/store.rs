//! The rows of identity providers, of linked accounts, and of attempts.

use db::{Conn, Tx, params};
use primitives::{CompanyId, Seconds, TenantId, UserId};
use room::DeletionTarget;
use tenancy::Deleted;

/// A tenant's provider.
#[derive(Clone)]
pub(crate) struct Provider {
    pub tenant: TenantId,
    pub title: String,
    pub issuer: String,
    pub client_id: String,
    /// Encrypted for the tenant.
    pub client_secret: String,
    pub company: Option<CompanyId>,
    pub active: bool,
    /// Changes with each change of the provider, so that attempts begun before cannot finish.
    pub stamp: String,
}

const PROVIDER: &str = "SELECT p.tenant_id, p.title, p.issuer, p.client_id, p.client_secret, p.company_id, p.active,
           p.stamp
         FROM identity_provider p";

fn provider(row: &db::Row<'_>) -> db::Result<Provider> {
    Ok(Provider {
        tenant: row.get(0)?,
        title: row.get(1)?,
        issuer: row.get(2)?,
        client_id: row.get(3)?,
        client_secret: row.get(4)?,
        company: row.get(5)?,
        active: row.get(6)?,
        stamp: row.get(7)?,
    })
}

pub(crate) fn of_tenant(conn: &mut Conn<'_>, tenant: TenantId) -> db::Result<Option<Provider>> {
    conn.find(&format!("{PROVIDER} WHERE p.tenant_id = $1"), params![tenant], provider)
}

/// The provider of the active tenant with this key, if it is switched on.
pub(crate) fn by_key(conn: &mut Conn<'_>, tenant_key: &str) -> db::Result<Option<Provider>> {
    let sql = format!(
        "{PROVIDER}
         JOIN tenancy_tenant t ON t.tenant_id = p.tenant_id AND t.active
         WHERE t.tenant_key = $1 AND p.active"
    );
    conn.find(&sql, params![tenant_key], provider)
}

/// Title of the tenant, if it exists.
pub(crate) fn tenant_title(conn: &mut Conn<'_>, tenant: TenantId) -> db::Result<Option<String>> {
    conn.find("SELECT tenant_title FROM tenancy_tenant WHERE tenant_id = $1", params![tenant], |row| row.get(0))
}

pub(crate) fn is_company_of(conn: &mut Conn<'_>, company: CompanyId, tenant: TenantId) -> db::Result<bool> {
    let sql = "SELECT CAST(1 AS BIGINT) FROM tenancy_company WHERE company_id = $1 AND tenant_id = $2 AND active";
    conn.exists(sql, params![company, tenant])
}

pub(crate) fn put(tx: &mut Tx<'_>, new: &Provider) -> db::Result<()> {
    tx.run("DELETE FROM identity_provider_attempt WHERE tenant_id = $1", params![new.tenant])?;
    tx.run(
        "INSERT INTO identity_provider (tenant_id, title, issuer, client_id, client_secret, company_id, active, stamp)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
         ON CONFLICT (tenant_id) DO UPDATE SET title = excluded.title, issuer = excluded.issuer,
           client_id = excluded.client_id, client_secret = excluded.client_secret, company_id = excluded.company_id,
           active = excluded.active, stamp = excluded.stamp",
        params![
            new.tenant,
            &new.title,
            &new.issuer,
            &new.client_id,
            &new.client_secret,
            new.company,
            new.active,
            &new.stamp
        ],
    )
    .map(|_| ())
}

/// False if there was none. Attempts end with it.
pub(crate) fn remove(tx: &mut Tx<'_>, tenant: TenantId) -> db::Result<bool> {
    tx.run("DELETE FROM identity_provider_attempt WHERE tenant_id = $1", params![tenant])?;
    tx.run("DELETE FROM identity_provider_account WHERE tenant_id = $1", params![tenant])?;
    Ok(tx.run("DELETE FROM identity_provider WHERE tenant_id = $1", params![tenant])? == 1)
}

/// A sign-in attempt with the provider.
pub(crate) struct Attempt {
    pub tenant: TenantId,
    /// The provider's stamp when the attempt began.
    pub stamp: String,
    pub browser_hash: String,
    pub nonce: String,
    /// The PKCE verifier. Once the provider has answered, its encrypted answer replaces it.
    pub verifier: String,
}

pub(crate) fn begin(tx: &mut Tx<'_>, state_hash: &str, attempt: &Attempt, expires_at: Seconds) -> db::Result<()> {
    tx.run(
        "INSERT INTO identity_provider_attempt (state_hash, browser_hash, tenant_id, stamp, nonce, verifier, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        params![
            state_hash,
            &attempt.browser_hash,
            attempt.tenant,
            &attempt.stamp,
            &attempt.nonce,
            &attempt.verifier,
            expires_at
        ],
    )
    .map(|_| ())
}

/// Removes the attempt and returns it with its end: a state works once.
pub(crate) fn take(tx: &mut Tx<'_>, state_hash: &str, now: Seconds) -> db::Result<Option<(Attempt, Seconds)>> {
    tx.find(
        "DELETE FROM identity_provider_attempt
         WHERE state_hash = $1 AND expires_at > $2
         RETURNING tenant_id, browser_hash, nonce, verifier, stamp, expires_at",
        params![state_hash, now],
        |row| {
            let attempt = Attempt {
                tenant: row.get(0)?,
                browser_hash: row.get(1)?,
                nonce: row.get(2)?,
                verifier: row.get(3)?,
                stamp: row.get(4)?,
            };
            Ok((attempt, row.get(5)?))
        },
    )
}

pub(crate) fn sweep(tx: &mut Tx<'_>, now: Seconds) -> db::Result<u64> {
    tx.run("DELETE FROM identity_provider_attempt WHERE expires_at <= $1", params![now])
}

/// Deletes all attempts.
pub(crate) fn forget_attempts(tx: &mut Tx<'_>) -> db::Result<()> {
    tx.run("DELETE FROM identity_provider_attempt", &[]).map(|_| ())
}

/// Deletes what a deleted tenant had; what a deleted company was of, is of none.
pub(crate) fn forget_place(tx: &mut Tx<'_>, Deleted { whose, .. }: &Deleted) -> db::Result<()> {
    match whose {
        DeletionTarget::Tenant(tenant) => remove(tx, *tenant).map(drop),
        DeletionTarget::Company(company) => {
            let sql = "UPDATE identity_provider SET company_id = NULL WHERE company_id = $1";
            tx.run(sql, params![*company]).map(drop)
        }
    }
}

/// The user is linked to a subject of a provider.
pub(crate) fn is_linked(conn: &mut Conn<'_>, user: UserId) -> db::Result<bool> {
    conn.exists("SELECT CAST(1 AS BIGINT) FROM identity_provider_account WHERE users_id = $1 LIMIT 1", params![user])
}

/// The account that is linked to this subject.
pub(crate) fn account(
    conn: &mut Conn<'_>,
    tenant: TenantId,
    issuer: &str,
    subject: &str,
) -> db::Result<Option<UserId>> {
    conn.find(
        "SELECT users_id FROM identity_provider_account WHERE tenant_id = $1 AND issuer = $2 AND subject = $3",
        params![tenant, issuer, subject],
        |row| row.get(0),
    )
}

pub(crate) fn link(
    tx: &mut Tx<'_>,
    tenant: TenantId,
    issuer: &str,
    subject: &str,
    user: UserId,
    now: Seconds,
) -> db::Result<()> {
    tx.run(
        "INSERT INTO identity_provider_account (tenant_id, issuer, subject, users_id, created_at)
         VALUES ($1, $2, $3, $4, $5)",
        params![tenant, issuer, subject, user, now],
    )
    .map(|_| ())
}
