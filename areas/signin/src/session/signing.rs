//! The key that signs tokens. It is encrypted, so that with `secret_key` a copy of the database cannot sign tokens.

use db::Tx;
use primitives::random_hex;
use secrets::Secrets;

const KEY: &str = "signing";

/// The key, encrypted with the current `secret_key`; made if there is none.
pub(crate) fn signing_key(tx: &mut Tx<'_>, secrets: &Secrets) -> db::Result<String> {
    let fresh = random_hex(32);
    if let Some(key) = secrets.own(tx, KEY, &fresh)? {
        return Ok(key);
    }
    tracing::error!(
        "The key that signs tokens cannot be decrypted: secret_key is not the one that it was encrypted with. A new key is \
         made, and everybody signs in anew"
    );
    secrets.replace_own(tx, KEY, &fresh)?;
    Ok(fresh)
}

/// At the next start a new key is made.
pub(crate) fn forget_signing_key(tx: &mut Tx<'_>) -> db::Result<()> {
    secrets::forget_own(tx, KEY)
}
