//! What the installation has made for itself and keeps in its database, by name.

use db::{Conn, Tx, params};

use crate::{Column, Secrets};

const OWN: Column = Column { table: "identity_secret", column: "secret", row: "secret_key" };

/// The value called `name`; keeps `fresh` if there is none.
pub(crate) fn made(tx: &mut Tx<'_>, name: &str, fresh: &str) -> db::Result<String> {
    tx.run(
        "INSERT INTO identity_secret (secret_key, secret)
         VALUES ($1, $2)
         ON CONFLICT (secret_key) DO NOTHING",
        params![name, fresh],
    )?;
    tx.get(FIND, params![name], |row| row.get(0))
}

const FIND: &str = "SELECT secret FROM identity_secret WHERE secret_key = $1";

/// The value called `name`, if there is one.
pub(crate) fn find(conn: &mut Conn<'_>, name: &str) -> db::Result<Option<String>> {
    conn.find(FIND, params![name], |row| row.get(0))
}

impl Secrets {
    /// The secret called `name`, encrypted with the current key; keeps `fresh` if there is none. None if no known key
    /// decrypts it.
    pub fn own(&self, tx: &mut Tx<'_>, name: &str, fresh: &str) -> db::Result<Option<String>> {
        let place = OWN.at(name);
        let stored = made(tx, name, &self.encrypt(&place, fresh)?)?;
        if let Ok(secret) = self.decrypt(&place, &stored) {
            return Ok(Some(secret));
        }
        let secret = self.decrypt_with_previous(&place, &stored);
        if let Some(secret) = &secret {
            self.replace_own(tx, name, secret)?;
            self.note_replaced();
        }
        Ok(secret)
    }

    /// Keeps another secret by this name.
    pub fn replace_own(&self, tx: &mut Tx<'_>, name: &str, secret: &str) -> db::Result<()> {
        let encrypted = self.encrypt(&OWN.at(name), secret)?;
        let sql = "UPDATE identity_secret SET secret = $2 WHERE secret_key = $1";
        tx.run(sql, params![name, &encrypted]).map(drop)
    }
}

/// The secret called `name` is made anew when it is asked for.
pub fn forget_own(tx: &mut Tx<'_>, name: &str) -> db::Result<()> {
    tx.run("DELETE FROM identity_secret WHERE secret_key = $1", params![name]).map(drop)
}
