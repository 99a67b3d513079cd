//! Returning from the provider.

use audit::{Act, Author, Object};
use authz::Origin;
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, SET_COOKIE};
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use db::{Conn, Tx};
use mail::Word;
use primitives::{Seconds, SessionId, TenantId, UserId};
use rest::{ClientOrigin, Json, Problem};
use secrets::Secrets;
use serde::Deserialize;

use crate::emails;
use crate::limits::Caller;
use crate::limits::Tried;
use crate::people::{self, Address, NewUser};
use crate::provider::PROVIDERS;
use crate::provider::answer::ProviderAnswer;
use crate::provider::begin::{browser, cookie, hashed, redirect_uri, told};
use crate::provider::client::Code;
use crate::provider::store::{self, Attempt, Provider};
use crate::session::store as sessions;
use crate::session::{Device, TokenAnswer};
use crate::user::PersonName;
use crate::{Error, Identity, Result, account_scope, credentials, maker, second_factor, store as rows};
use passwords::PasswordHash;

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
    State(identity): State<Identity>,
    caller: Caller,
    device: Device,
    ClientOrigin(origin): ClientOrigin,
    headers: HeaderMap,
    Json(request): Json<FinishProvider>,
) -> Result<([(HeaderName, HeaderValue); 3], Json<TokenAnswer>), Problem> {
    identity.limits.show_link(caller)?;
    let now = identity.clock.now();
    let back = taken(&identity, &request.state, &headers, now).await?;
    let answer = match back.attempt.answer(&identity.secrets)? {
        Some(answer) => answer,
        None => redeemed(&identity, &back, &request.code).await?,
    };
    let coming = Coming { provider: back.provider.clone(), answer, code: request.second_factor };
    let entered = enter(&identity, &coming, device, (caller, origin), now).await;
    if let Err(Error::SecondFactorNeeded | Error::WrongCode | Error::TooManyTries(_)) = entered {
        keep(&identity, back, &coming.answer).await?;
    }
    let (user, session, expires_at) = entered.map_err(|error| match error {
        Error::WrongCode => {
            Problem::invalid("second_factor", "form_rules.wrong_code").said_by_field("form_rules.wrong_code")
        }
        other => other.into(),
    })?;
    let ([bytes, _], body) = identity.signed_in(user, session, (now, expires_at))?;
    let no_store = (CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(([bytes, (SET_COOKIE, cookie(&identity, "", 0)?), no_store], body))
}

/// An attempt that has returned to the browser it began in.
struct Back {
    key: String,
    attempt: Attempt,
    expires_at: Seconds,
    provider: Provider,
}

async fn taken(identity: &Identity, state: &str, headers: &HeaderMap, now: Seconds) -> Result<Back> {
    let (key, browser) = (hashed(state), browser(headers).ok_or(Error::ProviderRefused)?);
    let taken = identity.db.write(move |tx| {
        let (attempt, expires_at) = store::take(tx, &key, now)?.ok_or(Error::ProviderRefused)?;
        if attempt.browser_hash != hashed(&browser) {
            return Err(Error::ProviderRefused);
        }
        let provider = as_it_was(tx, attempt.tenant, &attempt.stamp)?;
        Ok::<_, Error>(Back { key, attempt, expires_at, provider })
    });
    taken.await
}

async fn redeemed(identity: &Identity, back: &Back, code: &str) -> Result<ProviderAnswer> {
    let code = Code {
        code,
        verifier: &back.attempt.verifier,
        nonce: &back.attempt.nonce,
        redirect_uri: &redirect_uri(identity),
    };
    let place = PROVIDERS.at(back.provider.tenant);
    let client_secret = identity.secrets.decrypt(&place, &back.provider.client_secret).map_err(db::Error::from)?;
    let provider = Provider { client_secret, ..back.provider.clone() };
    let claims = identity.providers.redeem(&provider, code).await.map_err(told)?;
    Ok(ProviderAnswer::of(&provider, claims))
}

/// The provider's code works once. Its result waits here for the code of the second factor, no longer than the attempt
/// itself.
async fn keep(identity: &Identity, back: Back, answer: &ProviderAnswer) -> Result<()> {
    let attempt = back.attempt.with(answer, &identity.secrets)?;
    identity.db.write(move |tx| Ok::<_, Error>(store::begin(tx, &back.key, &attempt, back.expires_at)?)).await
}

/// A person whom the provider vouches for, with the code of their second factor if they have typed one.
#[derive(Clone)]
struct Coming {
    provider: Provider,
    answer: ProviderAnswer,
    code: Option<String>,
}

async fn enter(
    identity: &Identity,
    coming: &Coming,
    device: Device,
    from: (Caller, Origin),
    now: Seconds,
) -> Result<(UserId, SessionId, Seconds)> {
    let looking = coming.clone();
    let with_second_factor = identity.db.read(move |conn| with_second_factor(conn, &looking)).await?;
    if let (Some(user), Some(_)) = (with_second_factor, &coming.code) {
        identity.noted(identity.limits.guess_code(user), Tried::User(user), from).await?;
    }
    let expires_at = identity.session_end(now);
    let (secrets, coming) = (identity.secrets.clone(), coming.clone());
    let written = identity.db.write(move |tx| {
        as_it_was(tx, coming.provider.tenant, &coming.provider.stamp)?;
        let user = whose(tx, &secrets, &coming, now)?;
        let session = sessions::begin_session(tx, user, &device, now, expires_at)?;
        let (home, name) = people::home_and_name(tx, user)?;
        let act = Act::new("provider_finish", home, Object::new("users", user.0, name));
        audit::record(tx, Author { session: Some(session), ..Author::user(user, from.1) }, act, now);
        Ok::<_, Error>((user, session))
    });
    let (user, session) = match with_second_factor {
        Some(user) => identity.noted(written.await, Tried::User(user), from).await?,
        None => written.await?,
    };
    if with_second_factor.is_some() {
        identity.limits.code_was_right(user);
    }
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
    let own = rows::addresses::within(conn, &answer.email()?, provider.tenant)?;
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
    if account_scope::reaches_beyond(tx, user, &[provider.tenant])? {
        return Err(Error::ProviderUnknown);
    }
    rows::actors::find(tx, user, SessionId(0))?.ok_or(Error::ProviderRefused)?;
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
    if account_scope::reaches_beyond(tx, user, &[coming.provider.tenant])? {
        return Err(Error::ProviderUnknown);
    }
    if second_factor::is_on(tx, user)? {
        let code = coming.code.as_deref().filter(|code| !code.trim().is_empty()).ok_or(Error::SecondFactorNeeded)?;
        second_factor::accept(tx, secrets, user, code, now)?;
    }
    credentials::changed(tx, user, None)?;
    let profile = rows::people::profile(tx, user)?.ok_or(Error::Missing)?;
    let title = [("provider", Word::Plain(coming.provider.title.clone()))];
    emails::PROVIDER_LINKED.enqueue(tx, &profile.addressee(), &title, now)?;
    Ok(user)
}

/// The account of the provider's own tenant that has the e-mail, or a new one there. An account of another tenant with
/// the address is not considered: a provider speaks for its own tenant.
fn linked(tx: &mut Tx<'_>, secrets: &Secrets, coming: &Coming, now: Seconds) -> Result<UserId> {
    let Coming { provider, answer, .. } = coming;
    let email = answer.email()?;
    let own = rows::addresses::within(tx, &email, provider.tenant)?;
    let user = match (own, provider.company) {
        (Some(bearer), _) => known_by_password(tx, secrets, coming, bearer.user, now)?,
        (None, None) => return Err(Error::ProviderUnknown),
        (None, Some(company)) => {
            let name = answer.name.as_deref().unwrap_or_else(|| email.as_str());
            let name = PersonName::parse(name).or_else(|_| PersonName::parse(email.as_str()));
            let name = name.map_err(|_| Error::ProviderNoEmail)?;
            let password = PasswordHash::unusable();
            let new = NewUser { name, email, language: None, password, reset_due: false };
            people::create_account(tx, Some(company), &new, Address::Claimed, now)?
        }
    };
    store::link(tx, provider.tenant, &answer.issuer, &answer.sub, user, now)?;
    Ok(user)
}
