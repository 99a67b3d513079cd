//! Coming back from the provider.

use audit::{Act, Author, Object};
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, SET_COOKIE};
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use db::Tx;
use primitives::{Seconds, UserId};
use rest::{Json, Problem, Visitor};
use serde::Deserialize;

use crate::limits::Caller;
use crate::password::PasswordHash;
use crate::people::{self, NewUser};
use crate::provider::begin::{browser, cookie, hashed, redirect_uri, told};
use crate::provider::claims::Claims;
use crate::provider::client::Code;
use crate::provider::store::{self, Provider};
use crate::session::{Device, TokenAnswer, signed_in};
use crate::user::{Email, PersonName};
use crate::vault::Place;
use crate::{Error, Identity, Result, store as rows};

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
    let expires_at = now + identity.config.token_lifetime;
    let written = identity.db.write(move |tx| {
        let user = whose(tx, &provider, &claims, now)?;
        let session = rows::sessions::insert(tx, user, &device, now, expires_at)?;
        let (home, name) = people::home_and_name(tx, user)?;
        let act = Act::new("provider_finish", home, Object::new("users", user.0, name));
        audit::record(tx, Author { session: Some(session), ..Author::user(user, origin) }, act, now);
        Ok::<_, Error>((user, session))
    });
    let (user, session) = written.await?;
    let ([bytes, _], body) = signed_in(&identity, user, session, now)?;
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
    if store::reaches_beyond(tx, user, provider.tenant)? {
        return Err(Error::ProviderUnknown);
    }
    rows::actors::find(tx, user, primitives::SessionId(0))?.map(|_| user).ok_or(Error::ProviderRefused)
}

fn linked(tx: &mut Tx<'_>, provider: &Provider, claims: &Claims, now: Seconds) -> Result<UserId> {
    let email = claims.verified_email().and_then(|email| Email::parse(email).ok()).ok_or(Error::ProviderNoEmail)?;
    let user = match (rows::people::find_by_email(tx, &email)?, provider.company) {
        (Some(user), _) => user,
        (None, None) => return Err(Error::ProviderUnknown),
        (None, Some(company)) => {
            let name = claims.name.as_deref().unwrap_or_else(|| email.as_str());
            let name = PersonName::parse(name).or_else(|_| PersonName::parse(email.as_str()));
            let name = name.map_err(|_| Error::ProviderNoEmail)?;
            let password = PasswordHash::unusable();
            let new = NewUser { name, email, language: None, password, reset_due: false };
            people::create_user(tx, company, &new, now)?
        }
    };
    store::link(tx, provider.tenant, &provider.issuer, &claims.sub, user, now)?;
    Ok(user)
}
