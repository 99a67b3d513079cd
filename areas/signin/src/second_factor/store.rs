//! The rows of second factors.

use db::{Conn, Tx, params};
use primitives::{Seconds, UserId, random_hex};
use secrets::Secrets;

use crate::second_factor::totp::Secret;
use crate::second_factor::{FACTORS, recovery};

pub(crate) struct Factor {
    pub secret: Secret,
    pub confirmed: bool,
}

pub(crate) fn find(conn: &mut Conn<'_>, secrets: &Secrets, user: UserId) -> db::Result<Option<Factor>> {
    conn.find("SELECT secret, confirmed_at FROM identity_second_factor WHERE users_id = $1", params![user], |row| {
        let secret = Secret::from_hex(&secrets.decrypt(&FACTORS.at(user), &row.get::<String>(0)?)?);
        let secret = secret.ok_or_else(|| db::Error::Broken("a second factor without a secret".into()))?;
        Ok(Factor { secret, confirmed: row.get::<Option<i64>>(1)?.is_some() })
    })
}

/// Stores a secret that is not yet confirmed; None if one is already active.
pub(crate) fn begin(tx: &mut Tx<'_>, secrets: &Secrets, user: UserId) -> db::Result<Option<Secret>> {
    let hex = random_hex(20);
    let encrypted = secrets.encrypt(&FACTORS.at(user), &hex)?;
    let begun = tx.run(
        "INSERT INTO identity_second_factor (users_id, secret)
         VALUES ($1, $2)
         ON CONFLICT (users_id) DO UPDATE SET secret = excluded.secret, last_step = 0
         WHERE identity_second_factor.confirmed_at IS NULL",
        params![user, &encrypted],
    )?;
    Ok(Secret::from_hex(&hex).filter(|_| begun == 1))
}

/// Activates the secret with the step of its first code; false if it is active already.
pub(crate) fn confirm(tx: &mut Tx<'_>, user: UserId, step: i64, now: Seconds) -> db::Result<bool> {
    let sql = "UPDATE identity_second_factor SET confirmed_at = $2, last_step = $3
               WHERE users_id = $1 AND confirmed_at IS NULL";
    Ok(tx.run(sql, params![user, now, step])? == 1)
}

/// False if a code of this step, or of a later one, was used already.
pub(crate) fn advance(tx: &mut Tx<'_>, user: UserId, step: i64) -> db::Result<bool> {
    let sql = "UPDATE identity_second_factor SET last_step = $2 WHERE users_id = $1 AND last_step < $2";
    Ok(tx.run(sql, params![user, step])? == 1)
}

/// False where the user has no such code.
pub(crate) fn use_recovery_code(tx: &mut Tx<'_>, user: UserId, folded: &str) -> db::Result<bool> {
    let hash = recovery::hashed(folded);
    let sql = "DELETE FROM identity_recovery_code WHERE users_id = $1 AND code_hash = $2";
    Ok(tx.run(sql, params![user, &hash])? == 1)
}

/// Replaces all former codes, and returns the new ones as they are shown.
pub(crate) fn renew_recovery_codes(tx: &mut Tx<'_>, user: UserId) -> db::Result<Vec<String>> {
    tx.run("DELETE FROM identity_recovery_code WHERE users_id = $1", params![user])?;
    let codes: Vec<String> = (0..recovery::CODES).map(|_| recovery::made_up()).collect();
    for code in &codes {
        let hash = recovery::hashed(&recovery::folded(code));
        tx.run("INSERT INTO identity_recovery_code (users_id, code_hash) VALUES ($1, $2)", params![user, &hash])?;
    }
    Ok(codes)
}

/// When it was activated, and how many recovery codes are left.
pub(crate) fn state(conn: &mut Conn<'_>, user: UserId) -> db::Result<(Option<Seconds>, i64)> {
    let sql = "SELECT confirmed_at FROM identity_second_factor WHERE users_id = $1";
    let since = conn.find(sql, params![user], |row| row.get(0))?.flatten();
    let sql = "SELECT COUNT(*) FROM identity_recovery_code WHERE users_id = $1";
    Ok((since, conn.get(sql, params![user], |row| row.get(0))?))
}

/// False if there was none.
pub(crate) fn remove(tx: &mut Tx<'_>, user: UserId) -> db::Result<bool> {
    tx.run("DELETE FROM identity_recovery_code WHERE users_id = $1", params![user])?;
    Ok(tx.run("DELETE FROM identity_second_factor WHERE users_id = $1", params![user])? == 1)
}
