//! Sessions: a row as long as it lives.

use db::{Conn, Tx, Value, params};
use primitives::{Seconds, SessionId, UserId};

use crate::password::PasswordHash;

/// What signing in compares.
pub(crate) struct Credentials {
    pub user: UserId,
    pub hash: PasswordHash,
    /// The user, their company and their tenant are all switched on.
    pub active: bool,
}

/// What every request asks first.
pub(crate) struct Pulse {
    pub epoch: i64,
    pub user: UserId,
    pub expires_at: Seconds,
}

pub(crate) fn credentials(conn: &mut Conn<'_>, email_key: &str) -> db::Result<Option<Credentials>> {
    conn.find(
        "SELECT u.users_id, u.password_hash, u.active AND COALESCE(c.active, TRUE) AND COALESCE(t.active, TRUE)
         FROM identity_user u
         LEFT JOIN tenancy_company c ON c.company_id = u.company_id
         LEFT JOIN tenancy_tenant t ON t.tenant_id = u.tenant_id
         WHERE u.email_key = $1",
        params![email_key],
        |row| Ok(Credentials { user: row.get(0)?, hash: PasswordHash::from_stored(row.get(1)?), active: row.get(2)? }),
    )
}

/// Begins a session, unless the password was changed since `credentials` were read.
pub(crate) fn begin(
    tx: &mut Tx<'_>,
    credentials: &Credentials,
    now: Seconds,
    expires_at: Seconds,
) -> db::Result<Option<SessionId>> {
    let user = credentials.user;
    // An update that changes nothing: it makes a change of password and this sign-in follow each other.
    let same = tx.run(
        "UPDATE identity_user SET active = active WHERE users_id = $1 AND password_hash = $2 AND active",
        params![user, credentials.hash.as_str()],
    )?;
    if same == 0 {
        return Ok(None);
    }
    tx.run("DELETE FROM identity_session WHERE users_id = $1 AND expires_at <= $2", params![user, now])?;
    insert(tx, user, now, expires_at).map(Some)
}

pub(crate) fn insert(tx: &mut Tx<'_>, user: UserId, now: Seconds, expires_at: Seconds) -> db::Result<SessionId> {
    tx.get(
        "INSERT INTO identity_session (users_id, created_at, expires_at)
         VALUES ($1, $2, $3)
         RETURNING session_id",
        params![user, now, expires_at],
        |row| row.get(0),
    )
}

/// False where the session has ended in the meantime.
pub(crate) fn extend(tx: &mut Tx<'_>, session: SessionId, now: Seconds, expires_at: Seconds) -> db::Result<bool> {
    let sql = "UPDATE identity_session SET expires_at = $2 WHERE session_id = $1 AND expires_at > $3";
    Ok(tx.run(sql, params![session, expires_at, now])? == 1)
}

pub(crate) fn end(tx: &mut Tx<'_>, session: SessionId) -> db::Result<()> {
    tx.run("DELETE FROM identity_session WHERE session_id = $1", params![session]).map(|_| ())
}

pub(crate) fn end_all(tx: &mut Tx<'_>, user: UserId) -> db::Result<()> {
    tx.run("DELETE FROM identity_session WHERE users_id = $1", params![user]).map(|_| ())
}

/// As `pulse`, of each of `sessions` that is there.
pub(crate) fn pulses(conn: &mut Conn<'_>, sessions: &[SessionId]) -> db::Result<Vec<(SessionId, Pulse)>> {
    let mut found = Vec::with_capacity(sessions.len());
    for some in sessions.chunks(256) {
        let sql = format!(
            "SELECT e.epoch, s.users_id, s.expires_at, s.session_id
             FROM identity_session s
             CROSS JOIN tenancy_epoch e
             WHERE s.session_id IN ({})",
            db::placeholders(1, some.len())
        );
        let ids: Vec<Value<'_>> = some.iter().map(|session| Value::from(*session)).collect();
        found.extend(conn.rows(&sql, &ids, |row| {
            Ok((row.get(3)?, Pulse { epoch: row.get(0)?, user: row.get(1)?, expires_at: row.get(2)? }))
        })?);
    }
    Ok(found)
}

pub(crate) fn pulse(conn: &mut Conn<'_>, session: SessionId) -> db::Result<Option<Pulse>> {
    conn.find(
        "SELECT e.epoch, s.users_id, s.expires_at
         FROM identity_session s
         CROSS JOIN tenancy_epoch e
         WHERE s.session_id = $1",
        params![session],
        |row| Ok(Pulse { epoch: row.get(0)?, user: row.get(1)?, expires_at: row.get(2)? }),
    )
}
