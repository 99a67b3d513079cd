//! A user chooses a new password: their other sessions end, and the current one continues.

use accounts::{maker, refused_password};
use audit::{Act, Object};
use axum::extract::State;
use passwords::{Password, judge};
use rest::{CurrentUser, Json, Problem};
use serde::Deserialize;

use crate::limits::{Caller, Tried};
use crate::recheck::recheck;
use crate::session::begin::{SignedIn, TokenAnswer};
use crate::session::device::Device;
use crate::session::store as sessions;
use crate::{Error, SignIn, emails, second_factor};

#[derive(Deserialize, utoipa::ToSchema)]
pub(crate) struct ResetPasswordRequest {
    /// The current password.
    #[schema(value_type = rest::schema_formats::CurrentPassword)]
    password: String,
    #[schema(value_type = rest::schema_formats::ChosenPassword)]
    new_password: String,
    /// The authenticator's six digits or a recovery code, if the account has a second factor.
    #[serde(default)]
    code: Option<String>,
}

/// Changes the password, ends the user's other sessions, and answers with a new token for this one; the former token
/// stays valid.
#[utoipa::path(
    post,
    path = "/api/core/auth/reset_password",
    operation_id = "reset_password",
    tag = "core",
    request_body = ResetPasswordRequest,
    responses(
        (status = 200, description = "The password was changed; a new token", body = TokenAnswer),
        (status = 429, description = "Too many tries")
    )
)]
pub(crate) async fn reset_password(
    State(sign_in): State<SignIn>,
    CurrentUser(actor): CurrentUser,
    caller: Caller,
    device: Device,
    Json(request): Json<ResetPasswordRequest>,
) -> Result<SignedIn, Problem> {
    let current = Password::parse(&request.password).map_err(|fault| refused_password("password", fault))?;
    let new = Password::parse(&request.new_password).map_err(|fault| refused_password("new_password", fault))?;
    let (user, session) = (actor.user, actor.session.ok_or(Error::NoSession)?);
    let profile = recheck(&sign_in, &actor, &current, caller).await?;
    judge(&new, &current, &profile.words()).map_err(Error::Refused)?;
    let hash = sign_in.accounts.hasher().hash(&new).await.map_err(Error::from)?;
    let now = sign_in.clock.now();
    let expires_at = sign_in.session_end(now);
    let lifetime = sign_in.config.session_lifetime;
    let (secrets, code) = (sign_in.secrets.clone(), request.code);
    let (tried, from) = (Tried::User(user), (caller, actor.origin));
    sign_in.noted(sign_in.guess_code_if(user, code.as_deref()).await, tried.clone(), from).await?;
    let written = sign_in.db.write(move |tx| {
        if !maker::stands(tx, user)? {
            return Err(Error::NoSession);
        }
        second_factor::ask(tx, &secrets, user, code.as_deref(), now)?;
        if !accounts::change_password(tx, user, &profile.hash, &hash)? {
            return Err(Error::WrongPassword);
        }
        accounts::credentials_changed(tx, user, Some(session))?;
        tenancy::bump_epoch(tx)?;
        let act = Act::new("reset_password", actor.home, Object::new("users", user.0, &profile.name));
        audit::record(tx, &*actor, act, now);
        emails::PASSWORD_CHANGED.enqueue(tx, &profile.addressee(), &[], now)?;
        // A session that has ended meanwhile stays ended.
        sessions::extend(tx, session, &device, now, expires_at, lifetime)?.ok_or(Error::NoSession)
    });
    let expires_at = sign_in.noted(written.await, tried, from).await?;
    Ok(sign_in.signed_in(user, session, (now, expires_at))?)
}
