//! The key that tokens are signed with. It is sealed, so that with `secret_key` a copy of the database signs no token.

use db::{Conn, Tx, params};
use primitives::random_hex;

use super::{Place, Vault};

const KEY: &str = "signing";

/// The key, sealed with today's `secret_key` from now on; a new one where there is none.
pub(crate) fn signing_key(tx: &mut Tx<'_>, vault: &Vault) -> db::Result<String> {
    if let Some(stored) = stored(tx)? {
        if let Ok(key) = vault.open(Place::Signing, &stored) {
            return Ok(key);
        }
        if let Some(key) = vault.open_former(Place::Signing, &stored) {
            keep(tx, vault, &key)?;
            return Ok(key);
        }
        tracing::error!(
            "The key that signs tokens cannot be opened: secret_key is not the one that it was sealed with. A new key is \
             made, and everybody signs in anew"
        );
        keep(tx, vault, &random_hex(32))?;
    }
    let sealed = vault.seal(Place::Signing, &random_hex(32))?;
    let key = crate::store::secret(tx, KEY, &sealed)?;
    Ok(vault.open(Place::Signing, &key)?)
}

/// From the next start on tokens are signed with another key.
pub(crate) fn forget_signing_key(tx: &mut Tx<'_>) -> db::Result<()> {
    tx.run("DELETE FROM identity_secret WHERE secret_key = $1", params![KEY]).map(|_| ())
}

fn stored(conn: &mut Conn<'_>) -> db::Result<Option<String>> {
    conn.find("SELECT secret FROM identity_secret WHERE secret_key = $1", params![KEY], |row| row.get(0))
}

fn keep(tx: &mut Tx<'_>, vault: &Vault, key: &str) -> db::Result<()> {
    let sealed = vault.seal(Place::Signing, key)?;
    let sql = "UPDATE identity_secret SET secret = $2 WHERE secret_key = $1";
    tx.run(sql, params![KEY, &sealed]).map(|_| ())
}
