//! The rows of this room: sessions, users, and the rows that actors are derived from.

pub(crate) mod actors;
pub(crate) mod addresses;
pub(crate) mod contacts;
pub(crate) mod people;
pub(crate) mod sessions;

use db::{Tx, params};

/// The secret called `key`; stores `fresh` if there is none.
pub(crate) fn secret(tx: &mut Tx<'_>, key: &str, fresh: &str) -> db::Result<String> {
    tx.run(
        "INSERT INTO identity_secret (secret_key, secret)
         VALUES ($1, $2)
         ON CONFLICT (secret_key) DO NOTHING",
        params![key, fresh],
    )?;
    tx.get("SELECT secret FROM identity_secret WHERE secret_key = $1", params![key], |row| row.get(0))
}
