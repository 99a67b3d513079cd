//! Choosing a new password by a mailed link. It does not sign in: the user signs in afterwards as usual, with the
//! second factor.

use audit::Author;
use axum::extract::State;
use axum::http::StatusCode;
use db::Conn;
use primitives::UserId;
use rest::{ClientOrigin, Json, Problem};
use serde::Deserialize;

use crate::emails;
use crate::error::refused_password;
use crate::limits::Caller;
use crate::limits::Tried;
use crate::link::{self, Purpose};
use crate::{Error, Identity, Result as Outcome, log, maker, second_factor, store};
use passwords::{Password, judge_new};

#[derive(Deserialize, utoipa::ToSchema)]
pub(crate) struct NewPassword {
    /// The part after `#` in the mailed link.
    token: String,
    #[schema(value_type = rest::schema_formats::ChosenPassword)]
    new_password: String,
    /// The authenticator's six digits or a recovery code, if the account has a second factor.
    #[serde(default)]
    code: Option<String>,
}

/// Sets the password of the account that the link was mailed to, and ends its sessions. This also confirms its address.
#[utoipa::path(
    post,
    path = "/api/core/auth/new_password",
    operation_id = "new_password",
    tag = "core",
    request_body = NewPassword,
    responses((status = 204, description = "The password was set; sign in with it"))
)]
pub(crate) async fn new_password(
    State(identity): State<Identity>,
    caller: Caller,
    ClientOrigin(origin): ClientOrigin,
    Json(request): Json<NewPassword>,
) -> Result<StatusCode, Problem> {
    identity.limits.show_link(caller)?;
    let new = Password::parse(&request.new_password).map_err(|fault| refused_password("new_password", fault))?;
    let (token, now) = (request.token.clone(), identity.clock.now());
    let profile = identity.db.read(move |conn| {
        let purpose = link::look(conn, &token, now)?;
        let user = standing(conn, &purpose)?;
        Ok::<_, Error>((user, store::people::profile(conn, user)?.ok_or(Error::LinkSpent)?))
    });
    let (user, profile) = profile.await?;
    judge_new(&new, &profile.words()).map_err(Error::Refused)?;
    let (tried, from) = (Tried::User(user), (caller, origin));
    identity.noted(identity.limits.guess_code_if(user, request.code.as_deref()), tried.clone(), from).await?;
    let hash = identity.hasher.hash(&new).await.map_err(Error::from)?;
    let (secrets, guessed) = (identity.secrets.clone(), request.code.is_some());
    let written = identity.db.write(move |tx| {
        let purpose = link::take(tx, &request.token, now)?;
        let user = standing(tx, &purpose)?;
        let profile = store::people::profile(tx, user)?.ok_or(Error::LinkSpent)?;
        second_factor::ask(tx, &secrets, user, request.code.as_deref(), now)?;
        crate::set_password(tx, user, &hash, false)?;
        store::addresses::confirm(tx, user, now)?;
        log::record(tx, Author::user(user, origin), "new_password", (user, profile.home, &profile.name), now);
        Ok(emails::PASSWORD_CHANGED.enqueue(tx, &profile.addressee(), &[], now)?)
    });
    identity.noted(written.await, tried, from).await?;
    if guessed {
        identity.limits.code_was_right(user);
    }
    Ok(StatusCode::NO_CONTENT)
}

/// The user of the link. For an unused account, the link works only while the account's maker may still make it.
fn standing(conn: &mut Conn<'_>, purpose: &Purpose) -> Outcome<UserId> {
    let Purpose::Password(user) = purpose else { return Err(Error::LinkSpent) };
    if maker::stands(conn, *user)? { Ok(*user) } else { Err(Error::LinkSpent) }
}
