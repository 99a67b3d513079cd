//! At every start: what another key sealed, and what was stored before there were seals, is sealed with today's key.

use db::{Tx, params};

use super::{Place, Vault};

/// Seals what is not sealed with the current key. How many secrets no known key opens: they stay as they are.
pub(crate) fn reseal(tx: &mut Tx<'_>, vault: &Vault) -> db::Result<usize> {
    let factors = "SELECT users_id, secret FROM identity_second_factor";
    let seal_factor = "UPDATE identity_second_factor SET secret = $2 WHERE users_id = $1";
    let providers = "SELECT tenant_id, client_secret FROM identity_provider";
    let seal_provider = "UPDATE identity_provider SET client_secret = $2 WHERE tenant_id = $1";
    Ok(each(tx, vault, factors, seal_factor, Place::SecondFactor)?
        + each(tx, vault, providers, seal_provider, Place::Provider)?)
}

fn each(tx: &mut Tx<'_>, vault: &Vault, select: &str, update: &str, place: fn(i64) -> Place) -> db::Result<usize> {
    let rows = tx.rows(select, &[], |row| Ok((row.get::<i64>(0)?, row.get::<String>(1)?)))?;
    let mut unreadable = 0;
    for (id, stored) in rows.iter().filter(|(_, stored)| !stored.starts_with(&vault.current.prefix)) {
        match vault.open_former(place(*id), stored) {
            Some(secret) => {
                let sealed = vault.seal(place(*id), &secret)?;
                tx.run(update, params![*id, &sealed])?;
            }
            None => unreadable += 1,
        }
    }
    Ok(unreadable)
}
