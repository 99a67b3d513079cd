//! Two-step sign-in: a time-based code (RFC 6238) besides the password, and recovery codes for a lost authenticator.

mod confirm;
mod enrol;
mod recovery;
mod remove;
mod store;
mod totp;

pub(crate) use confirm::*;
pub(crate) use enrol::*;
pub(crate) use remove::*;
pub(crate) use store::remove as forget;

use db::Tx;
use primitives::{Seconds, UserId};

use crate::vault::Vault;
use crate::{Error, Result};

/// Takes a code of the user's authenticator, or one of their recovery codes: each is good once.
pub(crate) fn accept(tx: &mut Tx<'_>, vault: &Vault, user: UserId, typed: &str, now: Seconds) -> Result<()> {
    let factor = store::find(tx, vault, user)?.filter(|factor| factor.confirmed).ok_or(Error::SecondFactorIsOff)?;
    let typed = recovery::folded(typed);
    let taken = match totp::step_of(&factor.secret, &typed, now) {
        Some(step) => store::advance(tx, user, step)?,
        None => store::use_recovery_code(tx, user, &typed)?,
    };
    if taken { Ok(()) } else { Err(Error::WrongCode) }
}
