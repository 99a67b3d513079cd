//! Choosing a new password by a mailed link. It does not sign in: the user signs in afterwards as usual, with the
//! second factor.

use accounts::{maker, refused_password};
use audit::Author;
use axum::extract::State;
use axum::http::StatusCode;
use db::Conn;
use passwords::{Password, judge_new};
use primitives::UserId;
use rest::{ClientOrigin, Json, Problem};
use serde::Deserialize;

use crate::limits::{Caller, Tried};
use crate::link::{self, Purpose};
use crate::{Error, Result as Outcome, SignIn, emails, log, second_factor};

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
    State(sign_in): State<SignIn>,
    caller: Caller,
    ClientOrigin(origin): ClientOrigin,
    Json(request): Json<NewPassword>,
) -> Result<StatusCode, Problem> {
    sign_in.limits.show_link(caller)?;
    let new = Password::parse(&request.new_password).map_err(|fault| refused_password("new_password", fault))?;
    let (token, now) = (request.token.clone(), sign_in.clock.now());
    let profile = sign_in.db.read(move |conn| {
        let purpose = link::look(conn, &token, now)?;
        let user = standing(conn, &purpose)?;
        Ok::<_, Error>((user, accounts::profile(conn, user)?.ok_or(Error::LinkSpent)?))
    });
    let (user, profile) = profile.await?;
    judge_new(&new, &profile.words()).map_err(Error::Refused)?;
    let (tried, from) = (Tried::User(user), (caller, origin));
    sign_in.noted(sign_in.guess_code_if(user, request.code.as_deref()).await, tried.clone(), from).await?;
    let hash = sign_in.accounts.hasher().hash(&new).await.map_err(Error::from)?;
    let secrets = sign_in.secrets.clone();
    let written = sign_in.db.write(move |tx| {
        let purpose = link::take(tx, &request.token, now)?;
        let user = standing(tx, &purpose)?;
        let profile = accounts::profile(tx, user)?.ok_or(Error::LinkSpent)?;
        second_factor::ask(tx, &secrets, user, request.code.as_deref(), now)?;
        accounts::set_password(tx, user, &hash, false)?;
        accounts::addresses::confirm(tx, user, now)?;
        log::record(tx, Author::user(user, origin), "new_password", (user, profile.home, &profile.name), now);
        Ok(emails::PASSWORD_CHANGED.enqueue(tx, &profile.addressee(), &[], now)?)
    });
    sign_in.noted(written.await, tried, from).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The user of the link. For an unused account, the link works only while the account's maker may still make it.
fn standing(conn: &mut Conn<'_>, purpose: &Purpose) -> Outcome<UserId> {
    let Purpose::Password(user) = purpose else { return Err(Error::LinkSpent) };
    if maker::stands(conn, *user)? { Ok(*user) } else { Err(Error::LinkSpent) }
}
