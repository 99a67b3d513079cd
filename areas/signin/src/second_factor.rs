//! Two-step sign-in: a time-based code (RFC 6238) besides the password, and recovery codes for a lost authenticator.

mod confirm;
mod enrol;
mod guesses;
mod recovery;
mod remove;
mod store;
mod totp;

pub(crate) use confirm::*;
pub(crate) use enrol::*;
pub(crate) use remove::*;

use db::{Conn, Tx};
use primitives::{Seconds, UserId};
use secrets::{Column, Secrets};

use crate::{Error, Result};

/// What authenticators share with us, by user.
pub(crate) const FACTORS: Column = Column { table: "identity_second_factor", column: "secret", row: "users_id" };

/// Whether signing in asks for a code.
pub(crate) fn is_on(conn: &mut Conn<'_>, user: UserId) -> db::Result<bool> {
    Ok(store::state(conn, user)?.0.is_some())
}

/// Checks the second factor, if there is one, before other credentials change.
pub(crate) fn ask(tx: &mut Tx<'_>, secrets: &Secrets, user: UserId, typed: Option<&str>, now: Seconds) -> Result<()> {
    if !store::find(tx, secrets, user)?.is_some_and(|factor| factor.confirmed) {
        return Ok(());
    }
    let typed = typed.filter(|typed| !typed.trim().is_empty()).ok_or(Error::CodeNeeded)?;
    accept(tx, secrets, user, typed, now)
}

/// Uses a code of the user's authenticator, or one of their recovery codes: each works once.
pub(crate) fn accept(tx: &mut Tx<'_>, secrets: &Secrets, user: UserId, typed: &str, now: Seconds) -> Result<()> {
    let factor = store::find(tx, secrets, user)?.filter(|factor| factor.confirmed).ok_or(Error::SecondFactorIsOff)?;
    let typed = recovery::folded(typed);
    let taken = match totp::step_of(&factor.secret, &typed, now) {
        Some(step) => store::advance(tx, user, step)?,
        None => store::use_recovery_code(tx, user, &typed)?,
    };
    if !taken {
        return Err(Error::WrongCode);
    }
    Ok(guesses::give_back(tx, user)?)
}

/// Removes a lost second factor and its recovery codes, and ends the user's sessions; false if there was none.
pub fn forget_second_factor(tx: &mut Tx<'_>, user: UserId) -> Result<bool> {
    accounts::credentials_changed(tx, user, None)?;
    Ok(store::remove(tx, user)?)
}
