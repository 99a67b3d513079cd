//! At every start, secrets that a previous key encrypted, and plain ones of earlier versions, are encrypted with the
//! current key.

use db::{Tx, params};

use super::{Place, Secrets};

/// Returns how many secrets no known key decrypts; they stay unchanged.
pub(crate) fn reencrypt(tx: &mut Tx<'_>, secrets: &Secrets) -> db::Result<usize> {
    let factors = "SELECT users_id, secret FROM identity_second_factor";
    let update_factor = "UPDATE identity_second_factor SET secret = $2 WHERE users_id = $1";
    let providers = "SELECT tenant_id, client_secret FROM identity_provider";
    let update_provider = "UPDATE identity_provider SET client_secret = $2 WHERE tenant_id = $1";
    Ok(each(tx, secrets, factors, update_factor, Place::SecondFactor)?
        + each(tx, secrets, providers, update_provider, Place::Provider)?)
}

fn each(tx: &mut Tx<'_>, secrets: &Secrets, select: &str, update: &str, place: fn(i64) -> Place) -> db::Result<usize> {
    let rows = tx.rows(select, &[], |row| Ok((row.get::<i64>(0)?, row.get::<String>(1)?)))?;
    let mut unreadable = 0;
    for (id, stored) in rows.iter().filter(|(_, stored)| !stored.starts_with(&secrets.current.prefix)) {
        match secrets.decrypt_with_previous(place(*id), stored) {
            Some(secret) => {
                let encrypted = secrets.encrypt(place(*id), &secret)?;
                tx.run(update, params![*id, &encrypted])?;
            }
            None => unreadable += 1,
        }
    }
    Ok(unreadable)
}
