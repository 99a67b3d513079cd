//! Returning from the provider.

use accounts::{Address, NewUser, PersonName, maker};
use audit::{Act, Author, Object};
use authz::Origin;
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, SET_COOKIE};
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use db::{Conn, Tx};
use mail::Word;
use passwords::PasswordHash;
use primitives::{Seconds, SessionId, TenantId, UserId};
use rest::{ClientOrigin, Json, Problem};
use secrets::Secrets;
use serde::Deserialize;

use crate::limits::{Caller, Tried};
use crate::provider::PROVIDERS;
use crate::provider::answer::ProviderAnswer;
use crate::provider::begin::{browser, cookie, hashed, redirect_uri, told};
use crate::provider::client::Code;
use crate::provider::store::{self, Attempt, Provider};
use crate::session::{Device, TokenAnswer, store as sessions};
use crate::{Error, Result, SignIn, emails, second_factor};

#[derive(Deserialize, utoipa::ToSchema)]
pub(crate) struct FinishProvider {
    /// As the provider sent them to the page.
    code: String,
    state: String,
    /// The authenticator's six digits or a recovery code. The problem `second_factor_needed` asks for it when an
    /// account with a second factor signs in this way for the first time. The other fields are sent again unchanged.
    #[serde(default)]
    second_factor: Option<String>,
}

/// Exchanges the provider's code for a session. Also sets the cookie that byte routes accept.
#[utoipa::path(
    post,
    path = "/api/core/auth/provider",
    operation_id = "provider_finish",
    tag = "core",
    request_body = FinishProvider,
    responses(
        (status = 200, description = "Signed in", body = TokenAnswer),
        (status = 401, description = "The provider's answer is not valid, or a code is needed too")
    )
)]
pub(crate) async fn provider_finish(
    State(sign_in): State<SignIn>,
    caller: Caller,
    device: Device,
    ClientOrigin(origin): ClientOrigin,
    headers: HeaderMap,
    Json(request): Json<FinishProvider>,
) -> Result<([(HeaderName, HeaderValue); 3], Json<TokenAnswer>), Problem> {
    sign_in.limits.show_link(caller)?;
    let now = sign_in.clock.now();
    let back = taken(&sign_in, &request.state, &headers, now).await?;
    let answer = match back.attempt.answer(&sign_in.secrets)? {
        Some(answer) => answer,
        None => redeemed(&sign_in, &back, &request.code).await?,
    };
    let coming = Coming { provider: back.provider.clone(), answer, code: request.second_factor };
    let entered = enter(&sign_in, &coming, device, (caller, origin), now).await;
    if let Err(Error::SecondFactorNeeded | Error::WrongCode | Error::TooManyTries(_)) = entered {
        keep(&sign_in, back, &coming.answer).await?;
    }
    let (user, session, expires_at) = entered.map_err(|error| match error {
        Error::WrongCode => {
            Problem::invalid("second_factor", "form_rules.wrong_code").said_by_field("form_rules.wrong_code")
        }
        other => other.into(),
    })?;
    let ([bytes, _], body) = sign_in.signed_in(user, session, (now, expires_at))?;
    let no_store = (CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(([bytes, (SET_COOKIE, cookie(&sign_in, "", 0)?), no_store], body))
}

/// An attempt that has returned to the browser it began in.
struct Back {
    key: String,
    attempt: Attempt,
    expires_at: Seconds,
    provider: Provider,
}

async fn taken(sign_in: &SignIn, state: &str, headers: &HeaderMap, now: Seconds) -> Result<Back> {
    let (key, browser) = (hashed(state), browser(headers).ok_or(Error::ProviderRefused)?);
    let taken = sign_in.db.write(move |tx| {
        let (attempt, expires_at) = store::take(tx, &key, now)?.ok_or(Error::ProviderRefused)?;
        if attempt.browser_hash != hashed(&browser) {
            return Err(Error::ProviderRefused);
        }
        let provider = as_it_was(tx, attempt.tenant, &attempt.stamp)?;
        Ok::<_, Error>(Back { key, attempt, expires_at, provider })
    });
    taken.await
}

async fn redeemed(sign_in: &SignIn, back: &Back, code: &str) -> Result<ProviderAnswer> {
    let code = Code {
        code,
        verifier: &back.attempt.verifier,
        nonce: &back.attempt.nonce,
        redirect_uri: &redirect_uri(sign_in),
    };
    let place = PROVIDERS.at(back.provider.tenant);
    let client_secret = sign_in.secrets.decrypt(&place, &back.provider.client_secret).map_err(db::Error::from)?;
    let provider = Provider { client_secret, ..back.provider.clone() };
    let claims = sign_in.providers.redeem(&provider, code).await.map_err(told)?;
    Ok(ProviderAnswer::of(&provider, claims))
}

/// The provider's code works once. Its result waits here for the code of the second factor, no longer than the attempt
/// itself.
async fn keep(sign_in: &SignIn, back: Back, answer: &ProviderAnswer) -> Result<()> {
    let attempt = back.attempt.with(answer, &sign_in.secrets)?;
    sign_in.db.write(move |tx| Ok::<_, Error>(store::begin(tx, &back.key, &attempt, back.expires_at)?)).await
}

/// A person whom the provider vouches for, with the code of their second factor if they have typed one.
#[derive(Clone)]
struct Coming {
    provider: Provider,
    answer: ProviderAnswer,
    code: Option<String>,
}

async fn enter(
    sign_in: &SignIn,
    coming: &Coming,
    device: Device,
    from: (Caller, Origin),
    now: Seconds,
) -> Result<(UserId, SessionId, Seconds)> {
    let looking = coming.clone();
    let with_second_factor = sign_in.db.read(move |conn| with_second_factor(conn, &looking)).await?;
    if let (Some(user), Some(_)) = (with_second_factor, &coming.code) {
        sign_in.noted(sign_in.guess_code(user).await, Tried::User(user), from).await?;
    }
    let expires_at = sign_in.session_end(now);
    let (secrets, coming) = (sign_in.secrets.clone(), coming.clone());
    let written = sign_in.db.write(move |tx| {
        as_it_was(tx, coming.provider.tenant, &coming.provider.stamp)?;
        let user = whose(tx, &secrets, &coming, now)?;
        let session = sessions::begin_session(tx, user, &device, now, expires_at)?;
        let (home, name) = accounts::home_and_name(tx, user)?;
        let act = Act::new("provider_finish", home, Object::new("users", user.0, name));
        audit::record(tx, Author { session: Some(session), ..Author::user(user, from.1) }, act, now);
        Ok::<_, Error>((user, session))
    });
    let (user, session) = match with_second_factor {
        Some(user) => sign_in.noted(written.await, Tried::User(user), from).await?,
        None => written.await?,
    };
    Ok((user, session, expires_at))
}

/// Refused if the provider was changed, replaced or switched off during the attempt.
fn as_it_was(conn: &mut Conn<'_>, tenant: TenantId, stamp: &str) -> Result<Provider> {
    let now = store::of_tenant(conn, tenant)?.filter(|now| now.active && now.stamp == stamp);
    now.ok_or(Error::ProviderRefused)
}

/// The account that is about to be linked, if it has a second factor.
fn with_second_factor(conn: &mut Conn<'_>, Coming { provider, answer, .. }: &Coming) -> Result<Option<UserId>> {
    if store::account(conn, provider.tenant, &answer.issuer, &answer.sub)?.is_some() {
        return Ok(None);
    }
    let own = accounts::addresses::within(conn, &answer.email()?, provider.tenant)?;
    let Some(user) = own.map(|bearer| bearer.user) else { return Ok(None) };
    Ok(second_factor::is_on(conn, user)?.then_some(user))
}

/// The account here, linked or created if necessary; it is active and stays within the tenant.
fn whose(tx: &mut Tx<'_>, secrets: &Secrets, coming: &Coming, now: Seconds) -> Result<UserId> {
    let Coming { provider, answer, .. } = coming;
    let known = store::account(tx, provider.tenant, &answer.issuer, &answer.sub)?;
    let user = match known {
        Some(user) => user,
        None => linked(tx, secrets, coming, now)?,
    };
    if accounts::reaches_beyond(tx, user, &[provider.tenant])? {
        return Err(Error::ProviderUnknown);
    }
    accounts::find_actor(tx, user)?.ok_or(Error::ProviderRefused)?;
    maker::forget(tx, user)?;
    Ok(user)
}

/// An account that existed before the provider: this way to sign in is new, so it asks for the second factor if there
/// is one, and its owner is informed.
fn known_by_password(
    tx: &mut Tx<'_>,
    secrets: &Secrets,
    coming: &Coming,
    user: UserId,
    now: Seconds,
) -> Result<UserId> {
    if accounts::reaches_beyond(tx, user, &[coming.provider.tenant])? {
        return Err(Error::ProviderUnknown);
    }
    if second_factor::is_on(tx, user)? {
        let code = coming.code.as_deref().filter(|code| !code.trim().is_empty()).ok_or(Error::SecondFactorNeeded)?;
        second_factor::accept(tx, secrets, user, code, now)?;
    }
    accounts::credentials_changed(tx, user, None)?;
    let profile = accounts::profile(tx, user)?.ok_or(Error::Missing)?;
    let title = [("provider", Word::Plain(coming.provider.title.clone()))];
    emails::PROVIDER_LINKED.enqueue(tx, &profile.addressee(), &title, now)?;
    Ok(user)
}

/// The account of the provider's own tenant that has the e-mail, or a new one there. An account of another tenant with
/// the address is not considered: a provider speaks for its own tenant.
fn linked(tx: &mut Tx<'_>, secrets: &Secrets, coming: &Coming, now: Seconds) -> Result<UserId> {
    let Coming { provider, answer, .. } = coming;
    let email = answer.email()?;
    let own = accounts::addresses::within(tx, &email, provider.tenant)?;
    let user = match (own, provider.company) {
        (Some(bearer), _) => known_by_password(tx, secrets, coming, bearer.user, now)?,
        (None, None) => return Err(Error::ProviderUnknown),
        (None, Some(company)) => {
            let name = answer.name.as_deref().unwrap_or_else(|| email.as_str());
            let name = PersonName::parse(name).or_else(|_| PersonName::parse(email.as_str()));
            let name = name.map_err(|_| Error::ProviderNoEmail)?;
            let password = PasswordHash::unusable();
            let new = NewUser { name, email, language: None, password, reset_due: false };
            accounts::create_account(tx, Some(company), &new, Address::Claimed, now)?
        }
    };
    store::link(tx, provider.tenant, &answer.issuer, &answer.sub, user, now)?;
    Ok(user)
}
