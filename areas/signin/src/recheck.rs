//! The current password, requested again before actions that a stolen session must not do.

use accounts::{Profile, email_key};
use authz::Actor;
use passwords::Password;
use primitives::UserId;

use crate::limits::{Caller, Tried};
use crate::{Error, Result, SignIn};

/// Guesses at the current password are counted like those at sign-in, so that a stolen session does not avoid the
/// limit.
pub(crate) async fn recheck(sign_in: &SignIn, actor: &Actor, current: &Password, caller: Caller) -> Result<Profile> {
    let (user, from) = (actor.user, (caller, actor.origin));
    sign_in.noted(check(sign_in, user, current, caller).await, Tried::User(user), from).await
}

async fn check(sign_in: &SignIn, user: UserId, current: &Password, caller: Caller) -> Result<Profile> {
    let read = sign_in.db.read(move |conn| accounts::profile(conn, user)).await?;
    let profile = read.ok_or(Error::NoSession)?;
    let attempt = sign_in.attempt(&email_key(&profile.email), caller).await?;
    if !sign_in.accounts.hasher().verify(current, Some(&profile.hash)).await? {
        return Err(Error::WrongPassword);
    }
    attempt.succeeded().await;
    Ok(profile)
}
