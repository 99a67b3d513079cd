//! Removing the second factor.

use axum::extract::State;
use axum::http::StatusCode;
use rest::{CurrentUser, Json, Problem};

use crate::limits::{Caller, Tried};
use crate::second_factor::{WithSecondFactor, accept, store};
use crate::{Error, SignIn, emails, log};

/// Removes the second factor and its recovery codes. The user's other sessions end.
#[utoipa::path(
    post,
    path = "/api/core/user/second_factor/remove",
    operation_id = "second_factor_remove",
    tag = "core",
    request_body = WithSecondFactor,
    responses(
        (status = 204, description = "The second factor was removed"),
        (status = 429, description = "Too many tries")
    )
)]
pub(crate) async fn second_factor_remove(
    State(sign_in): State<SignIn>,
    CurrentUser(actor): CurrentUser,
    caller: Caller,
    Json(request): Json<WithSecondFactor>,
) -> Result<StatusCode, Problem> {
    let user = actor.user;
    let (tried, from) = (Tried::User(user), (caller, actor.origin));
    let code = request.checked(&sign_in, &actor, caller).await?;
    let (session, now) = (actor.session, sign_in.clock.now());
    let secrets = sign_in.secrets.clone();
    let written = sign_in.db.write(move |tx| {
        accept(tx, &secrets, user, &code, now)?;
        store::remove(tx, user)?;
        accounts::credentials_changed(tx, user, session)?;
        let profile = accounts::profile(tx, user)?.ok_or(Error::Missing)?;
        log::record(tx, &*actor, "second_factor_remove", (user, profile.home, &profile.name), now);
        Ok::<_, Error>(emails::SECOND_FACTOR_OFF.enqueue(tx, &profile.addressee(), &[], now)?)
    });
    sign_in.noted(written.await, tried, from).await?;
    Ok(StatusCode::NO_CONTENT)
}
