//! Choosing a new password by a mailed link. It signs nobody in: the way in is the usual one, with its second factor.

use audit::Author;
use axum::extract::State;
use axum::http::StatusCode;
use rest::{Json, Problem, Visitor};
use serde::Deserialize;

use crate::error::refused;
use crate::letters::{self, Subject};
use crate::limits::Caller;
use crate::link::{self, Purpose};
use crate::password::{Password, judge_new};
use crate::{Error, Identity, log, store};

#[derive(Deserialize, utoipa::ToSchema)]
pub(crate) struct NewPassword {
    /// What stands behind `#` in the mailed link.
    token: String,
    #[schema(value_type = rest::shapes::ChosenPassword)]
    new_password: String,
}

/// Sets the password of the account that the link was mailed to, and ends its sessions.
#[utoipa::path(
    post,
    path = "/api/core/auth/new_password",
    operation_id = "new_password",
    tag = "core",
    request_body = NewPassword,
    responses((status = 204, description = "Set; sign in with it"))
)]
pub(crate) async fn new_password(
    State(identity): State<Identity>,
    caller: Caller,
    Visitor(origin): Visitor,
    Json(request): Json<NewPassword>,
) -> Result<StatusCode, Problem> {
    identity.limits.show_link(caller)?;
    let new = Password::parse(&request.new_password).map_err(|fault| refused("new_password", fault))?;
    let (token, now) = (request.token.clone(), identity.clock.now());
    let profile = identity.db.read(move |conn| {
        let Purpose::Password(user) = link::look(conn, &token, now)? else { return Err(Error::LinkSpent) };
        store::people::profile(conn, user)?.ok_or(Error::LinkSpent)
    });
    judge_new(&new, &profile.await?.words()).map_err(Error::Refused)?;
    let hash = identity.hasher.hash(&new).await?;
    let written = identity.db.write(move |tx| {
        let Purpose::Password(user) = link::take(tx, &request.token, now)? else { return Err(Error::LinkSpent) };
        let profile = store::people::profile(tx, user)?.ok_or(Error::LinkSpent)?;
        crate::set_password(tx, user, &hash, false)?;
        log::record(tx, Author::user(user, origin), "new_password", (user, profile.home, &profile.name), now);
        Ok(letters::post(tx, &profile.addressee(), Subject::PasswordChanged, &[], now)?)
    });
    written.await?;
    Ok(StatusCode::NO_CONTENT)
}
