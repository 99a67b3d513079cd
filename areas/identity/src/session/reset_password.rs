//! A user chooses a new password: all their sessions end, and this answer begins the next one.

use audit::{Act, Object};
use axum::extract::State;
use primitives::UserId;
use rest::{Json, Problem, Who};
use serde::Deserialize;

use crate::error::refused;
use crate::limits::Caller;
use crate::password::{Password, judge};
use crate::session::begin::{SignedIn, TokenAnswer, signed_in};
use crate::store::people::Profile;
use crate::user::email_key;
use crate::{Error, Identity, Result, store};

#[derive(Deserialize, utoipa::ToSchema)]
pub(crate) struct ResetPasswordRequest {
    /// The current password.
    password: String,
    new_password: String,
}

/// Changes the password, ends every session of the user, and answers with the token of a new one.
#[utoipa::path(
    post,
    path = "/api/core/auth/reset_password",
    operation_id = "reset_password",
    tag = "core",
    request_body = ResetPasswordRequest,
    responses((status = 200, description = "Changed, and signed in anew", body = TokenAnswer))
)]
pub(crate) async fn reset_password(
    State(identity): State<Identity>,
    Who(actor): Who,
    caller: Caller,
    Json(request): Json<ResetPasswordRequest>,
) -> Result<SignedIn, Problem> {
    let current = Password::parse(&request.password).map_err(|fault| refused("password", fault))?;
    let new = Password::parse(&request.new_password).map_err(|fault| refused("new_password", fault))?;
    let user = actor.user;
    let profile = check(&identity, user, &current, caller).await?;
    judge(&new, &current, &words_about(&profile)).map_err(Error::Refused)?;
    let hash = identity.hasher.hash(&new).await?;
    let now = identity.clock.now();
    let expires_at = now + identity.config.token_lifetime;
    let former = actor.session;
    let written = identity.db.write(move |tx| {
        if !store::people::change_password(tx, user, &profile.hash, &hash)? {
            return Err(Error::WrongPassword);
        }
        store::sessions::end_all(tx, user)?;
        tenancy::bump_epoch(tx)?;
        let act = Act::new("reset_password", actor.home, Object::new("users", user.0, &profile.name));
        audit::record(tx, &*actor, act, now);
        Ok(store::sessions::insert(tx, user, now, expires_at)?)
    });
    let session = written.await?;
    identity.actors.forget(former);
    Ok(signed_in(&identity, user, session, now)?)
}

/// Guesses at the current password are counted as those at the door are: a borrowed session is no way around.
async fn check(identity: &Identity, user: UserId, current: &Password, caller: Caller) -> Result<Profile> {
    let read = identity.db.read(move |conn| store::people::profile(conn, user)).await?;
    let profile = read.ok_or(Error::NoSession)?;
    let attempt = identity.limits.begin(&email_key(&profile.email), caller)?;
    if !identity.hasher.verify(current, Some(&profile.hash)).await? {
        return Err(Error::WrongPassword);
    }
    attempt.was_right();
    Ok(profile)
}

fn words_about(profile: &Profile) -> Vec<&str> {
    let email = profile.email.as_str();
    profile.name.split_whitespace().chain([profile.name.as_str(), email]).chain(email.split(['@', '.'])).collect()
}
