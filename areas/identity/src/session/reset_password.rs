//! A user chooses a new password: all their sessions end, and this answer begins the next one.

use audit::{Act, Object};
use axum::extract::State;
use rest::{Json, Problem, Who};
use serde::Deserialize;

use crate::error::refused;
use crate::letters::{self, Subject};
use crate::limits::Caller;
use crate::link::{self, Purpose};
use crate::password::{Password, judge};
use crate::session::begin::{SignedIn, TokenAnswer, signed_in};
use crate::session::device::Device;
use crate::session::recheck::recheck;
use crate::{Error, Identity, store};

#[derive(Deserialize, utoipa::ToSchema)]
pub(crate) struct ResetPasswordRequest {
    /// The current password.
    #[schema(value_type = rest::shapes::CurrentPassword)]
    password: String,
    #[schema(value_type = rest::shapes::ChosenPassword)]
    new_password: String,
}

/// Changes the password, ends every session of the user, and answers with the token of a new one.
#[utoipa::path(
    post,
    path = "/api/core/auth/reset_password",
    operation_id = "reset_password",
    tag = "core",
    request_body = ResetPasswordRequest,
    responses(
        (status = 200, description = "Changed, and signed in anew", body = TokenAnswer),
        (status = 429, description = "Too many tries")
    )
)]
pub(crate) async fn reset_password(
    State(identity): State<Identity>,
    Who(actor): Who,
    caller: Caller,
    device: Device,
    Json(request): Json<ResetPasswordRequest>,
) -> Result<SignedIn, Problem> {
    let current = Password::parse(&request.password).map_err(|fault| refused("password", fault))?;
    let new = Password::parse(&request.new_password).map_err(|fault| refused("new_password", fault))?;
    let user = actor.user;
    let profile = recheck(&identity, user, &current, caller).await?;
    judge(&new, &current, &profile.words()).map_err(Error::Refused)?;
    let hash = identity.hasher.hash(&new).await?;
    let now = identity.clock.now();
    let expires_at = now + identity.config.token_lifetime;
    let former = actor.session;
    let written = identity.db.write(move |tx| {
        if !store::people::change_password(tx, user, &profile.hash, &hash)? {
            return Err(Error::WrongPassword);
        }
        store::sessions::end_all(tx, user)?;
        link::withdraw(tx, &Purpose::Password(user))?;
        tenancy::bump_epoch(tx)?;
        let act = Act::new("reset_password", actor.home, Object::new("users", user.0, &profile.name));
        audit::record(tx, &*actor, act, now);
        letters::post(tx, &profile.addressee(), Subject::PasswordChanged, &[], now)?;
        Ok(store::sessions::insert(tx, user, &device, now, expires_at)?)
    });
    let session = written.await?;
    identity.actors.forget(former);
    Ok(signed_in(&identity, user, session, now)?)
}
