//! Changing one's e-mail: the new one is used once its owner has followed a link, and the old one is informed.

use accounts::{Email, maker, refused_password};
use audit::{Act, Author, Object};
use axum::extract::State;
use axum::http::StatusCode;
use mail::{Addressee, Word};
use passwords::Password;
use rest::{ClientOrigin, CurrentUser, Json, Problem};
use serde::Deserialize;
use serde_json::json;

use crate::limits::{Caller, Tried};
use crate::link::{self, Purpose};
use crate::recheck::recheck;
use crate::{Error, SignIn, emails, second_factor};

#[derive(Deserialize, utoipa::ToSchema)]
pub(crate) struct ChangeEmail {
    #[schema(value_type = rest::schema_formats::EmailAddress)]
    email: String,
    /// The current password.
    #[schema(value_type = rest::schema_formats::CurrentPassword)]
    password: String,
    /// The authenticator's six digits or a recovery code, if the account has a second factor.
    #[serde(default)]
    code: Option<String>,
}

/// Mails a link to the new address. Whether another account has it is revealed only to the reader of its mailbox.
#[utoipa::path(
    post,
    path = "/api/core/user/email",
    operation_id = "change_email",
    tag = "core",
    request_body = ChangeEmail,
    responses(
        (status = 202, description = "A link was sent to the new address"),
        (status = 429, description = "Too many tries")
    )
)]
pub(crate) async fn change_email(
    State(sign_in): State<SignIn>,
    CurrentUser(actor): CurrentUser,
    caller: Caller,
    Json(request): Json<ChangeEmail>,
) -> Result<StatusCode, Problem> {
    let new = Email::typed(&request.email).map_err(|rule| Problem::refused(vec![rule.of("email")]))?;
    let password = Password::parse(&request.password).map_err(|fault| refused_password("password", fault))?;
    let profile = recheck(&sign_in, &actor, &password, caller).await?;
    sign_in.limits.ask_for_mail(caller)?;
    sign_in.accounts.email_limits().write_to(profile.home, &[new.as_str(), &profile.email])?;
    let (user, public_url, now) = (actor.user, sign_in.config.public_url.clone(), sign_in.clock.now());
    let (secrets, code) = (sign_in.secrets.clone(), request.code);
    let (tried, from) = (Tried::User(user), (caller, actor.origin));
    sign_in.noted(sign_in.guess_code_if(user, code.as_deref()).await, tried.clone(), from).await?;
    let written = sign_in.db.write(move |tx| {
        second_factor::ask(tx, &secrets, user, code.as_deref(), now)?;
        let link = link::mint(tx, &public_url, &Purpose::Email(user, new.as_str().to_owned()), now)?;
        let act = Act::new("change_email", profile.home, Object::new("users", user.0, &profile.name));
        let fields = json!({ "email": profile.email, "wanted": new.as_str() });
        audit::record(tx, &*actor, act.after(fields), now);
        let old = profile.addressee();
        let to = Addressee { email: new.as_str().to_owned(), ..old.clone() };
        emails::EMAIL_LINK.enqueue(tx, &to, &[("link", Word::Link(link))], now)?;
        Ok::<_, Error>(emails::EMAIL_ASKED.enqueue(tx, &old, &[("new", Word::Plain(new.as_str().to_owned()))], now)?)
    });
    sign_in.noted(written.await, tried, from).await?;
    Ok(StatusCode::ACCEPTED)
}

#[derive(Deserialize, utoipa::ToSchema)]
pub(crate) struct ConfirmEmail {
    /// The part after `#` in the mailed link.
    token: String,
}

/// Confirms the new address and uses it from now on.
#[utoipa::path(
    post,
    path = "/api/core/auth/confirm_email",
    operation_id = "confirm_email",
    tag = "core",
    request_body = ConfirmEmail,
    responses((status = 204, description = "The account has the new address"))
)]
pub(crate) async fn confirm_email(
    State(sign_in): State<SignIn>,
    caller: Caller,
    ClientOrigin(origin): ClientOrigin,
    Json(request): Json<ConfirmEmail>,
) -> Result<StatusCode, Problem> {
    sign_in.limits.show_link(caller)?;
    let now = sign_in.clock.now();
    let written = sign_in.db.write(move |tx| {
        let Purpose::Email(user, email) = link::take(tx, &request.token, now)? else { return Err(Error::LinkSpent) };
        let email = Email::parse(&email).map_err(|_| Error::LinkSpent)?;
        if !maker::stands(tx, user)? {
            return Err(Error::LinkSpent);
        }
        let profile = accounts::profile(tx, user)?.ok_or(Error::LinkSpent)?;
        match accounts::change_email(tx, user, &email, Some(now)) {
            Err(error) if error.is_unique() => return Err(accounts::Error::EmailTaken.into()),
            changed => changed?,
        }
        link::withdraw_all(tx, user)?;
        let act = Act::new("confirm_email", profile.home, Object::new("users", user.0, &profile.name))
            .before(json!({ "email": profile.email }))
            .after(json!({ "email": email.as_str() }));
        audit::record(tx, Author::user(user, origin), act, now);
        let old = profile.addressee();
        Ok(accounts::announce_new_email(tx, &old, &email, now)?)
    });
    written.await?;
    Ok(StatusCode::NO_CONTENT)
}
