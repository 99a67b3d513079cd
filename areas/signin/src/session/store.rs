//! The rows of sessions.

use accounts::{hold_with_password, maker};
use db::{Conn, Row, Tx, Value, params};
use passwords::PasswordHash;
use primitives::{Seconds, SessionId, TenantId, UserId};

use crate::session::Device;

/// The row that a sign-in checks.
pub(crate) struct Credentials {
    pub user: UserId,
    pub home: Option<TenantId>,
    pub name: String,
    pub hash: PasswordHash,
    /// The user, their company and their tenant are all active, and if the account is unused, its maker may still make
    /// it.
    pub active: bool,
    /// Signing in asks for a code besides the password.
    pub second_factor: bool,
    /// The address by which they were found.
    pub email_key: String,
}

/// The row that every request checks first.
pub(crate) struct Pulse {
    pub epoch: i64,
    pub user: UserId,
    pub expires_at: Seconds,
    pub seen_at: Seconds,
    pub created_at: Seconds,
    pub renewed_at: Seconds,
}

impl Pulse {
    fn read(row: &Row<'_>) -> db::Result<Self> {
        Ok(Self {
            epoch: row.get(0)?,
            user: row.get(1)?,
            expires_at: row.get(2)?,
            seen_at: row.get(3)?,
            created_at: row.get(4)?,
            renewed_at: row.get(5)?,
        })
    }
}

/// A session as its owner sees it.
pub(crate) struct Listed {
    pub session: SessionId,
    pub created_at: Seconds,
    pub seen_at: Seconds,
    pub expires_at: Seconds,
    pub device: Device,
}

/// From where the accounts with the address have sessions now; of many, the newest.
pub(crate) fn addresses(conn: &mut Conn<'_>, email_key: &str, now: Seconds) -> db::Result<Vec<String>> {
    conn.rows(
        "SELECT s.address FROM identity_user u
         JOIN identity_session s ON s.users_id = u.users_id
         WHERE u.email_key = $1 AND s.expires_at > $2 AND s.address IS NOT NULL
         ORDER BY s.session_id DESC
         LIMIT 100",
        params![email_key, now],
        |row| row.get(0),
    )
}

/// The accounts with the address that have a password, the confirmed one first.
pub(crate) fn credentials(conn: &mut Conn<'_>, email_key: &str) -> db::Result<Vec<Credentials>> {
    let mut found = conn.rows(
        "SELECT u.users_id, u.password_hash, u.active AND (u.master OR (COALESCE(c.active, TRUE) AND COALESCE(t.active, TRUE))),
           u.tenant_id, u.name,
           EXISTS (SELECT 1 FROM identity_second_factor f WHERE f.users_id = u.users_id AND f.confirmed_at IS NOT NULL),
           u.made_by IS NOT NULL
         FROM identity_user u
         LEFT JOIN tenancy_company c ON c.company_id = u.company_id
         LEFT JOIN tenancy_tenant t ON t.tenant_id = u.tenant_id
         WHERE u.email_key = $1 AND u.password_hash <> '!'
         ORDER BY u.email_confirmed_at IS NULL, u.users_id",
        params![email_key],
        |row| {
            let credentials = Credentials {
                user: row.get(0)?,
                hash: PasswordHash::from_stored(row.get(1)?),
                active: row.get(2)?,
                home: row.get(3)?,
                name: row.get(4)?,
                second_factor: row.get(5)?,
                email_key: email_key.to_owned(),
            };
            Ok((credentials, row.get::<bool>(6)?))
        },
    )?;
    for (credentials, unused) in &mut found {
        credentials.active = credentials.active && (!*unused || maker::stands(conn, credentials.user)?);
    }
    Ok(found.into_iter().map(|(credentials, _)| credentials).collect())
}

/// Begins a session, unless something of `credentials` has changed while the password was hashed.
pub(crate) fn begin(
    tx: &mut Tx<'_>,
    credentials: &Credentials,
    device: &Device,
    now: Seconds,
    expires_at: Seconds,
) -> db::Result<Option<SessionId>> {
    let user = credentials.user;
    // A change of password and this sign-in run one after the other.
    let same = hold_with_password(tx, user, &credentials.hash)?;
    // The same holds for changes of the address, the second factor or what is active: they are checked again.
    let now_asked = self::credentials(tx, &credentials.email_key)?;
    let is_as_before =
        |now: &Credentials| now.user == user && now.active && now.second_factor == credentials.second_factor;
    if !same || !now_asked.iter().any(is_as_before) {
        return Ok(None);
    }
    tx.run("DELETE FROM identity_session WHERE users_id = $1 AND expires_at <= $2", params![user, now])?;
    begin_session(tx, user, device, now, expires_at).map(Some)
}

pub fn begin_session(
    tx: &mut Tx<'_>,
    user: UserId,
    device: &Device,
    now: Seconds,
    expires_at: Seconds,
) -> db::Result<SessionId> {
    tx.get(
        "INSERT INTO identity_session (users_id, address, user_agent, created_at, seen_at, expires_at)
         VALUES ($1, $2, $3, $4, $4, $5)
         RETURNING session_id",
        params![user, device.address.as_deref(), device.user_agent.as_deref(), now, expires_at],
        |row| row.get(0),
    )
}

/// Extends the session to `expires_at`, at most to `lifetime` after it began. Returns its new end; None if it has ended
/// meanwhile.
pub(crate) fn extend(
    tx: &mut Tx<'_>,
    session: SessionId,
    device: &Device,
    now: Seconds,
    expires_at: Seconds,
    lifetime: Seconds,
) -> db::Result<Option<Seconds>> {
    tx.find(
        "UPDATE identity_session
         SET expires_at = CASE WHEN created_at + $6 < $2 THEN created_at + $6 ELSE $2 END, seen_at = $3,
           address = $4, user_agent = $5
         WHERE session_id = $1 AND expires_at > $3
         RETURNING expires_at",
        params![session, expires_at, now, device.address.as_deref(), device.user_agent.as_deref(), lifetime],
        |row| row.get(0),
    )
}

/// A token of that moment is in use: older ones of the session become invalid soon.
pub(crate) fn renewed(tx: &mut Tx<'_>, session: SessionId, at: Seconds) -> db::Result<()> {
    let sql = "UPDATE identity_session SET renewed_at = $2 WHERE session_id = $1 AND renewed_at < $2";
    tx.run(sql, params![session, at]).map(|_| ())
}

pub(crate) fn touch(tx: &mut Tx<'_>, session: SessionId, now: Seconds) -> db::Result<()> {
    tx.run("UPDATE identity_session SET seen_at = $2 WHERE session_id = $1", params![session, now]).map(|_| ())
}

pub(crate) fn list(conn: &mut Conn<'_>, user: UserId, now: Seconds) -> db::Result<Vec<Listed>> {
    conn.rows(
        "SELECT session_id, created_at, seen_at, expires_at, address, user_agent
         FROM identity_session
         WHERE users_id = $1 AND expires_at > $2
         ORDER BY seen_at DESC, session_id DESC
         LIMIT 200",
        params![user, now],
        |row| {
            let device = Device { address: row.get(4)?, user_agent: row.get(5)? };
            Ok(Listed {
                session: row.get(0)?,
                created_at: row.get(1)?,
                seen_at: row.get(2)?,
                expires_at: row.get(3)?,
                device,
            })
        },
    )
}

/// False if the user has no such session.
pub(crate) fn end_of(tx: &mut Tx<'_>, user: UserId, session: SessionId) -> db::Result<bool> {
    let sql = "DELETE FROM identity_session WHERE session_id = $1 AND users_id = $2";
    Ok(tx.run(sql, params![session, user])? == 1)
}

pub(crate) fn end_others(tx: &mut Tx<'_>, user: UserId, current: SessionId) -> db::Result<()> {
    let sql = "DELETE FROM identity_session WHERE users_id = $1 AND session_id <> $2";
    tx.run(sql, params![user, current]).map(|_| ())
}

/// Deletes expired sessions.
pub(crate) fn sweep(tx: &mut Tx<'_>, now: Seconds) -> db::Result<u64> {
    tx.run("DELETE FROM identity_session WHERE expires_at <= $1", params![now])
}

pub(crate) fn end(tx: &mut Tx<'_>, session: SessionId) -> db::Result<()> {
    tx.run("DELETE FROM identity_session WHERE session_id = $1", params![session]).map(|_| ())
}

pub(crate) fn end_all(tx: &mut Tx<'_>, user: UserId) -> db::Result<()> {
    tx.run("DELETE FROM identity_session WHERE users_id = $1", params![user]).map(|_| ())
}

pub(crate) fn end_every(tx: &mut Tx<'_>) -> db::Result<()> {
    tx.run("DELETE FROM identity_session", &[]).map(|_| ())
}

/// As `pulse`, for each of `sessions` that exists.
pub(crate) fn pulses(conn: &mut Conn<'_>, sessions: &[SessionId]) -> db::Result<Vec<(SessionId, Pulse)>> {
    let mut found = Vec::with_capacity(sessions.len());
    for some in sessions.chunks(256) {
        let sql = format!(
            "SELECT e.epoch, s.users_id, s.expires_at, s.seen_at, s.created_at, s.renewed_at, s.session_id
             FROM identity_session s
             CROSS JOIN tenancy_epoch e
             WHERE s.session_id IN ({})",
            db::placeholders(1, some.len())
        );
        let ids: Vec<Value<'_>> = some.iter().map(|session| Value::from(*session)).collect();
        found.extend(conn.rows(&sql, &ids, |row| Ok((row.get(6)?, Pulse::read(row)?)))?);
    }
    Ok(found)
}

pub(crate) fn pulse(conn: &mut Conn<'_>, session: SessionId) -> db::Result<Option<Pulse>> {
    conn.find(
        "SELECT e.epoch, s.users_id, s.expires_at, s.seen_at, s.created_at, s.renewed_at
         FROM identity_session s
         CROSS JOIN tenancy_epoch e
         WHERE s.session_id = $1",
        params![session],
        Pulse::read,
    )
}

/// Whether a session has neither ended nor expired.
pub fn session_lives(conn: &mut Conn<'_>, session: SessionId, now: Seconds) -> db::Result<bool> {
    Ok(pulse(conn, session)?.is_some_and(|pulse| pulse.expires_at > now))
}
