//! The key that signs tokens. It is encrypted, so that with `secret_key` a copy of the database cannot sign tokens.

use db::{Conn, Tx, params};
use primitives::random_hex;

use super::{Place, Secrets};

const KEY: &str = "signing";

/// The key, encrypted with the current `secret_key`; made if there is none.
pub(crate) fn signing_key(tx: &mut Tx<'_>, secrets: &Secrets) -> db::Result<String> {
    if let Some(stored) = stored(tx)? {
        if let Ok(key) = secrets.decrypt(Place::Signing, &stored) {
            return Ok(key);
        }
        if let Some(key) = secrets.decrypt_with_previous(Place::Signing, &stored) {
            replace(tx, secrets, &key)?;
            return Ok(key);
        }
        tracing::error!(
            "The key that signs tokens cannot be decrypted: secret_key is not the one that it was encrypted with. A new key is \
             made, and everybody signs in anew"
        );
        replace(tx, secrets, &random_hex(32))?;
    }
    let encrypted = secrets.encrypt(Place::Signing, &random_hex(32))?;
    let key = crate::store::secret(tx, KEY, &encrypted)?;
    Ok(secrets.decrypt(Place::Signing, &key)?)
}

/// At the next start a new key is made.
pub(crate) fn forget_signing_key(tx: &mut Tx<'_>) -> db::Result<()> {
    tx.run("DELETE FROM identity_secret WHERE secret_key = $1", params![KEY]).map(|_| ())
}

fn stored(conn: &mut Conn<'_>) -> db::Result<Option<String>> {
    conn.find("SELECT secret FROM identity_secret WHERE secret_key = $1", params![KEY], |row| row.get(0))
}

fn replace(tx: &mut Tx<'_>, secrets: &Secrets, key: &str) -> db::Result<()> {
    let encrypted = secrets.encrypt(Place::Signing, key)?;
    let sql = "UPDATE identity_secret SET secret = $2 WHERE secret_key = $1";
    tx.run(sql, params![KEY, &encrypted]).map(|_| ())
}
