//! The current password, requested again before actions that a stolen session must not do.

use authz::Actor;
use primitives::UserId;

use crate::limits::Caller;
use crate::limits::Tried;
use crate::store::people::Profile;
use crate::user::email_key;
use crate::{Error, Identity, Result, store};
use passwords::Password;

/// Guesses at the current password are counted like those at sign-in, so that a stolen session does not avoid the
/// limit.
pub(crate) async fn recheck(identity: &Identity, actor: &Actor, current: &Password, caller: Caller) -> Result<Profile> {
    let (user, from) = (actor.user, (caller, actor.origin));
    identity.noted(check(identity, user, current, caller).await, Tried::User(user), from).await
}

async fn check(identity: &Identity, user: UserId, current: &Password, caller: Caller) -> Result<Profile> {
    let read = identity.db.read(move |conn| store::people::profile(conn, user)).await?;
    let profile = read.ok_or(Error::NoSession)?;
    let attempt = identity.limits.begin(&email_key(&profile.email), caller)?;
    if !identity.hasher.verify(current, Some(&profile.hash)).await? {
        return Err(Error::WrongPassword);
    }
    attempt.succeeded();
    Ok(profile)
}
