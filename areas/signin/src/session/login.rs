//! Signing in: every refusal does the same work, and has the same answer and duration, whatever the reason.

use std::sync::Arc;

use accounts::{email_key, refused_password};
use audit::Author;
use authz::Origin;
use axum::extract::State;
use passwords::Password;
use primitives::{Seconds, SessionId};
use rest::{ClientOrigin, Json, Problem};
use serde::Deserialize;

use crate::limits::{Caller, Tried};
use crate::session::begin::{SignedIn, TokenAnswer};
use crate::session::device::Device;
use crate::session::store as sessions;
use crate::session::store::Credentials;
use crate::{Error, Result, SignIn, log, second_factor};

/// At most this many accounts of one address are tried, the confirmed one first.
const MOST_ACCOUNTS: usize = 4;

#[derive(Deserialize, utoipa::ToSchema)]
pub(crate) struct LoginRequest {
    #[schema(pattern = "\\S")]
    email: String,
    #[schema(value_type = rest::schema_formats::CurrentPassword)]
    password: String,
    /// The authenticator's six digits or a recovery code; the problem `second_factor_needed` asks for it.
    #[serde(default)]
    code: Option<String>,
}

/// Opens a session and answers with its token. Also sets the cookie that byte routes accept.
#[utoipa::path(
    post,
    path = "/api/core/auth/login",
    operation_id = "login",
    tag = "core",
    request_body = LoginRequest,
    responses(
        (status = 200, description = "Signed in", body = TokenAnswer),
        (status = 401, description = "The credentials are wrong")
    )
)]
pub(crate) async fn login(
    State(sign_in): State<SignIn>,
    caller: Caller,
    device: Device,
    ClientOrigin(origin): ClientOrigin,
    Json(request): Json<LoginRequest>,
) -> Result<SignedIn, Problem> {
    let account = email_key(&request.email);
    if account.is_empty() {
        return Err(Problem::invalid("email", "form_rules.mandatory"));
    }
    let password = Password::parse(&request.password).map_err(|fault| refused_password("password", fault))?;
    let from = (caller, origin);
    let tried = Tried::Account(account.clone());
    let attempt = sign_in.noted(sign_in.attempt(&account, caller).await, tried.clone(), from).await?;
    let credentials = sign_in.noted(check(&sign_in, account, &password).await, tried, from).await?;
    let now = sign_in.clock.now();
    let expires_at = sign_in.session_end(now);
    let (user, second_factor) = (credentials.user, credentials.second_factor);
    let code = request.code.filter(|_| second_factor);
    match &code {
        None if second_factor => {
            attempt.password_was_right().await;
            return Err(Error::SecondFactorNeeded.into());
        }
        None => {}
        Some(_) => sign_in.noted(sign_in.guess_code(user).await, Tried::User(user), from).await?,
    }
    let credentials = Arc::new(credentials);
    let begin = || begin(&sign_in, credentials.clone(), code.clone(), device.clone(), (now, expires_at), origin);
    let mut begun = begin().await;
    // A user who cannot sign in cannot delete anything to free space.
    if begun.as_ref().is_err_and(Error::is_full) && sign_in.db.give_up_reserve() {
        begun = begin().await;
    }
    if begun.as_ref().is_err_and(|error| matches!(error, Error::Db(_))) {
        // The password was right; a failed write on our side must not count against the user.
        attempt.password_was_right().await;
    }
    let session = sign_in.noted(begun, Tried::User(user), from).await?;
    attempt.succeeded().await;
    Ok(sign_in.signed_in(user, session, (now, expires_at))?)
}

/// Begins the session if the code is right too.
async fn begin(
    sign_in: &SignIn,
    credentials: Arc<Credentials>,
    code: Option<String>,
    device: Device,
    (now, expires_at): (Seconds, Seconds),
    origin: Origin,
) -> Result<SessionId> {
    let (secrets, user) = (sign_in.secrets.clone(), credentials.user);
    let begun = sign_in.db.write(move |tx| {
        if let Some(code) = code {
            second_factor::accept(tx, &secrets, user, &code, now)?;
        }
        let begun = sessions::begin(tx, &credentials, &device, now, expires_at)?;
        let session = begun.ok_or(Error::InvalidCredentials)?;
        let author = Author { session: Some(session), ..Author::user(user, origin) };
        log::record(tx, author, "login", (user, credentials.home, &credentials.name), now);
        Ok(session)
    });
    begun.await
}

/// The credentials of the account, if the password is right and the account may sign in. Of several accounts for one
/// address it is the one with this password.
async fn check(sign_in: &SignIn, account: String, password: &Password) -> Result<Credentials> {
    let found = sign_in.db.read(move |conn| sessions::credentials(conn, &account)).await?;
    if found.is_empty() {
        sign_in.accounts.hasher().verify(password, None).await?;
    }
    for credentials in found.into_iter().take(MOST_ACCOUNTS) {
        if sign_in.accounts.hasher().verify(password, Some(&credentials.hash)).await? && credentials.active {
            return Ok(credentials);
        }
    }
    Err(Error::InvalidCredentials)
}
