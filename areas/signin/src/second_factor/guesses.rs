//! The limit of guesses at a person's codes. It is counted in the database: with a count of its own for each process, an
//! attacker would have as many times the guesses.

use db::{Tx, params};
use primitives::{Seconds, UserId};

use crate::{Error, Result, SignIn};

const INTERVAL: Seconds = 300;
/// Ten at once.
const BURST: Seconds = 10 * INTERVAL;

impl SignIn {
    /// Counts one guess at the second factor of this user: ten at once, then one in five minutes, from any address. Only
    /// somebody who knows the password gets this far. A right code is given back by `second_factor::accept`.
    pub(crate) async fn guess_code(&self, user: UserId) -> Result<()> {
        let now = self.clock.now();
        let counted = self.db.write(move |tx| count(tx, user, now)).await;
        // A user who cannot sign in cannot delete anything to free space.
        if counted.as_ref().is_err_and(Error::is_full) && self.db.give_up_reserve() {
            return self.db.write(move |tx| count(tx, user, now)).await;
        }
        counted
    }

    /// As `guess_code`, if a code was typed.
    pub(crate) async fn guess_code_if(&self, user: UserId, typed: Option<&str>) -> Result<()> {
        if typed.is_some() { self.guess_code(user).await } else { Ok(()) }
    }
}

/// A moment further away than a full count means that the clock was set back; nobody has to wait for that. Without a
/// second factor there is nothing to guess.
fn count(tx: &mut Tx<'_>, user: UserId, now: Seconds) -> Result<()> {
    let full = now + BURST;
    let counted = tx.run(
        "UPDATE identity_second_factor
         SET guesses_clear_at = $5 + CASE
           WHEN guesses_clear_at > $2 AND guesses_clear_at <= $4 THEN guesses_clear_at
           ELSE $2
         END
         WHERE users_id = $1 AND (guesses_clear_at <= $3 OR guesses_clear_at > $4)",
        params![user, now, full - INTERVAL, full, INTERVAL],
    )?;
    if counted > 0 {
        return Ok(());
    }
    let sql = "SELECT guesses_clear_at FROM identity_second_factor WHERE users_id = $1";
    let clear_at: Option<Seconds> = tx.find(sql, params![user], |row| row.get(0))?;
    clear_at.map_or(Ok(()), |clear_at| Err(Error::TooManyTries((clear_at + INTERVAL - full).max(1))))
}

/// The code was right: the guess is not counted.
pub(super) fn give_back(tx: &mut Tx<'_>, user: UserId) -> db::Result<()> {
    let sql = "UPDATE identity_second_factor SET guesses_clear_at = guesses_clear_at - $2 WHERE users_id = $1";
    tx.run(sql, params![user, INTERVAL]).map(drop)
}
