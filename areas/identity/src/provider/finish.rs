//! Coming back from the provider.

use audit::{Act, Author, Object};
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, SET_COOKIE};
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use db::Tx;
use mail::Word;
use primitives::{Seconds, UserId};
use rest::{Json, Problem, Visitor};
use serde::Deserialize;

use crate::letters::{self, Subject};
use crate::limits::Caller;
use crate::password::PasswordHash;
use crate::people::{self, Address, NewUser};
use crate::provider::begin::{browser, cookie, hashed, redirect_uri, told};
use crate::provider::claims::Claims;
use crate::provider::client::Code;
use crate::provider::store::{self, Provider};
use crate::session::{Device, TokenAnswer, signed_in};
use crate::user::{Email, PersonName};
use crate::vault::Place;
use crate::{Error, Identity, Result, credentials, reach, second_factor, store as rows};

#[derive(Deserialize, utoipa::ToSchema)]
pub(crate) struct FinishProvider {
    /// As the provider gave them to the page.
    code: String,
    state: String,
}

/// Hands in the provider's code, and answers with a session. Also sets the cookie that byte routes accept.
#[utoipa::path(
    post,
    path = "/api/core/auth/provider",
    operation_id = "provider_finish",
    tag = "core",
    request_body = FinishProvider,
    responses(
        (status = 200, description = "Signed in", body = TokenAnswer),
        (status = 401, description = "The provider's answer is not believed")
    )
)]
pub(crate) async fn provider_finish(
    State(identity): State<Identity>,
    caller: Caller,
    device: Device,
    Visitor(origin): Visitor,
    headers: HeaderMap,
    Json(request): Json<FinishProvider>,
) -> Result<([(HeaderName, HeaderValue); 3], Json<TokenAnswer>), Problem> {
    identity.limits.show_link(caller)?;
    let now = identity.clock.now();
    let (key, browser) = (hashed(&request.state), browser(&headers).ok_or(Error::ProviderRefused)?);
    let taken = identity.db.write(move |tx| {
        let attempt = store::take(tx, &key, now)?.filter(|attempt| attempt.browser_hash == hashed(&browser));
        let attempt = attempt.ok_or(Error::ProviderRefused)?;
        let provider = store::of_tenant(tx, attempt.tenant)?.filter(|provider| provider.active);
        Ok::<_, Error>((attempt, provider.ok_or(Error::ProviderRefused)?))
    });
    let (attempt, provider) = taken.await?;
    let code = Code {
        code: &request.code,
        verifier: &attempt.verifier,
        nonce: &attempt.nonce,
        redirect_uri: &redirect_uri(&identity),
    };
    let place = Place::Provider(provider.tenant.0);
    let client_secret = identity.vault.open(place, &provider.client_secret).map_err(db::Error::from)?;
    let provider = Provider { client_secret, ..provider };
    let claims = identity.providers.redeem(&provider, code).await.map_err(told)?;
    let expires_at = identity.session_end(now);
    let written = identity.db.write(move |tx| {
        let user = whose(tx, &provider, &claims, now)?;
        let session = rows::sessions::insert(tx, user, &device, now, expires_at)?;
        let (home, name) = people::home_and_name(tx, user)?;
        let act = Act::new("provider_finish", home, Object::new("users", user.0, name));
        audit::record(tx, Author { session: Some(session), ..Author::user(user, origin) }, act, now);
        Ok::<_, Error>((user, session))
    });
    let (user, session) = written.await?;
    let ([bytes, _], body) = signed_in(&identity, user, session, (now, expires_at))?;
    let no_store = (CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(([bytes, (SET_COOKIE, cookie(&identity, "", 0)?), no_store], body))
}

/// The account here, linked or made if need be; it is switched on and stays within the tenant.
fn whose(tx: &mut Tx<'_>, provider: &Provider, claims: &Claims, now: Seconds) -> Result<UserId> {
    let known = store::account(tx, provider.tenant, &provider.issuer, &claims.sub)?;
    let user = match known {
        Some(user) => user,
        None => linked(tx, provider, claims, now)?,
    };
    if reach::reaches_beyond(tx, user, &[provider.tenant])? {
        return Err(Error::ProviderUnknown);
    }
    rows::actors::find(tx, user, primitives::SessionId(0))?.map(|_| user).ok_or(Error::ProviderRefused)
}

/// An account that was there before the provider: the way in is new, so its owner is told. Who asks for a code of their
/// own is not signed in without one.
fn known_by_password(tx: &mut Tx<'_>, provider: &Provider, user: UserId, now: Seconds) -> Result<UserId> {
    if second_factor::is_on(tx, user)? {
        return Err(Error::ProviderNeedsCode);
    }
    if reach::reaches_beyond(tx, user, &[provider.tenant])? {
        return Err(Error::ProviderUnknown);
    }
    credentials::changed(tx, user, None)?;
    let profile = rows::people::profile(tx, user)?.ok_or(Error::Missing)?;
    let title = [("provider", Word::Plain(provider.title.clone()))];
    letters::post(tx, &profile.addressee(), Subject::ProviderLinked, &title, now)?;
    Ok(user)
}

/// The account of the provider's own tenant that has the e-mail, or a new one there. Whoever has the address elsewhere
/// is another: a provider answers for its own tenant.
fn linked(tx: &mut Tx<'_>, provider: &Provider, claims: &Claims, now: Seconds) -> Result<UserId> {
    let email = claims.verified_email().and_then(|email| Email::parse(email).ok()).ok_or(Error::ProviderNoEmail)?;
    let own = rows::addresses::within(tx, &email, provider.tenant)?;
    let user = match (own, provider.company) {
        (Some(bearer), _) => known_by_password(tx, provider, bearer.user, now)?,
        (None, None) => return Err(Error::ProviderUnknown),
        (None, Some(company)) => {
            let name = claims.name.as_deref().unwrap_or_else(|| email.as_str());
            let name = PersonName::parse(name).or_else(|_| PersonName::parse(email.as_str()));
            let name = name.map_err(|_| Error::ProviderNoEmail)?;
            let password = PasswordHash::unusable();
            let new = NewUser { name, email, language: None, password, reset_due: false };
            people::create(tx, Some(company), &new, Address::Claimed, now)?
        }
    };
    store::link(tx, provider.tenant, &provider.issuer, &claims.sub, user, now)?;
    Ok(user)
}
