//! The first right code activates the second factor. Recovery codes are made with it and on request.

use accounts::refused_password;
use authz::Actor;
use axum::extract::State;
use passwords::Password;
use rest::{CurrentUser, Json, Problem};
use serde::{Deserialize, Serialize};

use crate::limits::{Caller, Tried};
use crate::recheck::recheck;
use crate::second_factor::{Unkept, accept, guesses, recovery, store, totp, unkept};
use crate::{Error, SignIn, emails, log};

#[derive(Deserialize, utoipa::ToSchema)]
pub(crate) struct ConfirmSecondFactor {
    /// Six digits.
    code: String,
}

#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct RecoveryCodes {
    /// Ten codes; each works once instead of the authenticator's.
    recovery_codes: Vec<String>,
}

/// Activates the second factor. The user's other sessions end.
#[utoipa::path(
    post,
    path = "/api/core/user/second_factor/confirm",
    operation_id = "second_factor_confirm",
    tag = "core",
    request_body = ConfirmSecondFactor,
    responses(
        (status = 200, description = "The second factor is active; the recovery codes, shown only once", body = RecoveryCodes),
        (status = 429, description = "Too many tries")
    )
)]
pub(crate) async fn second_factor_confirm(
    State(sign_in): State<SignIn>,
    CurrentUser(actor): CurrentUser,
    caller: Caller,
    Json(request): Json<ConfirmSecondFactor>,
) -> Result<Unkept<RecoveryCodes>, Problem> {
    let (user, session, now) = (actor.user, actor.session, sign_in.clock.now());
    let (tried, from) = (Tried::User(user), (caller, actor.origin));
    sign_in.noted(sign_in.guess_code(user).await, tried.clone(), from).await?;
    let secrets = sign_in.secrets.clone();
    let written = sign_in.db.write(move |tx| {
        let factor = store::find(tx, &secrets, user)?.ok_or(Error::SecondFactorIsOff)?;
        if factor.confirmed {
            return Err(Error::SecondFactorIsOn);
        }
        let step = totp::step_of(&factor.secret, &recovery::folded(&request.code), now).ok_or(Error::WrongCode)?;
        if !store::confirm(tx, user, step, now)? {
            return Err(Error::SecondFactorIsOn);
        }
        guesses::give_back(tx, user)?;
        accounts::credentials_changed(tx, user, session)?;
        let profile = accounts::profile(tx, user)?.ok_or(Error::Missing)?;
        log::record(tx, &*actor, "second_factor_confirm", (user, profile.home, &profile.name), now);
        emails::SECOND_FACTOR_ON.enqueue(tx, &profile.addressee(), &[], now)?;
        Ok(store::renew_recovery_codes(tx, user)?)
    });
    let recovery_codes = sign_in.noted(written.await, tried, from).await?;
    Ok(unkept(RecoveryCodes { recovery_codes }))
}

#[derive(Deserialize, utoipa::ToSchema)]
pub(crate) struct WithSecondFactor {
    /// The current password.
    #[schema(value_type = rest::schema_formats::CurrentPassword)]
    password: String,
    /// Six digits, or a recovery code.
    code: String,
}

/// Makes new recovery codes; the former ones become invalid, and the user's other sessions end.
#[utoipa::path(
    post,
    path = "/api/core/user/second_factor/recovery_codes",
    operation_id = "recovery_codes_renew",
    tag = "core",
    request_body = WithSecondFactor,
    responses(
        (status = 200, description = "The new codes, shown only once", body = RecoveryCodes),
        (status = 429, description = "Too many tries")
    )
)]
pub(crate) async fn recovery_codes_renew(
    State(sign_in): State<SignIn>,
    CurrentUser(actor): CurrentUser,
    caller: Caller,
    Json(request): Json<WithSecondFactor>,
) -> Result<Unkept<RecoveryCodes>, Problem> {
    let user = actor.user;
    let (tried, from) = (Tried::User(user), (caller, actor.origin));
    let code = request.checked(&sign_in, &actor, caller).await?;
    let (session, now) = (actor.session, sign_in.clock.now());
    let secrets = sign_in.secrets.clone();
    let written = sign_in.db.write(move |tx| {
        accept(tx, &secrets, user, &code, now)?;
        accounts::credentials_changed(tx, user, session)?;
        let profile = accounts::profile(tx, user)?.ok_or(Error::Missing)?;
        log::record(tx, &*actor, "recovery_codes_renew", (user, profile.home, &profile.name), now);
        emails::RECOVERY_CODES.enqueue(tx, &profile.addressee(), &[], now)?;
        Ok::<_, Error>(store::renew_recovery_codes(tx, user)?)
    });
    let recovery_codes = sign_in.noted(written.await, tried, from).await?;
    Ok(unkept(RecoveryCodes { recovery_codes }))
}

impl WithSecondFactor {
    /// The code, once the password is known to be right; counts the guess at the code.
    pub(crate) async fn checked(self, sign_in: &SignIn, actor: &Actor, caller: Caller) -> Result<String, Problem> {
        let password = Password::parse(&self.password).map_err(|fault| refused_password("password", fault))?;
        recheck(sign_in, actor, &password, caller).await?;
        let (user, from) = (actor.user, (caller, actor.origin));
        sign_in.noted(sign_in.guess_code(user).await, Tried::User(user), from).await?;
        Ok(self.code)
    }
}
