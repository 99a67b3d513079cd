//! Starting a sign-in with the provider.

use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, COOKIE, SET_COOKIE};
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use outbound::Url;
use primitives::{Seconds, random_hex};
use rest::{Json, Path, Problem};
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::limits::Caller;
use crate::provider::Trouble;
use crate::provider::store::{self, Attempt, Provider};
use crate::{Error, Result, SignIn};

/// Binds an attempt to the browser that began it, so that another person's link signs nobody in.
const COOKIE_NAME: &str = "vitrine_provider";
/// How long the whole attempt may take.
const LIFETIME: Seconds = 600;
const LONGEST_KEY: usize = 64;

#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct ProviderTitle {
    title: String,
}

/// Whether people of the tenant may sign in with a provider, and its title.
#[utoipa::path(
    get,
    path = "/api/core/auth/provider/{tenant_key}",
    operation_id = "provider_find",
    tag = "core",
    params(("tenant_key" = String, Path, description = "The tenant's key")),
    responses((status = 200, description = "The provider", body = ProviderTitle))
)]
pub(crate) async fn provider_find(
    State(sign_in): State<SignIn>,
    caller: Caller,
    Path(tenant_key): Path<String>,
) -> Result<Json<ProviderTitle>, Problem> {
    sign_in.limits.show_link(caller)?;
    Ok(Json(ProviderTitle { title: found(&sign_in, tenant_key).await?.title }))
}

async fn found(sign_in: &SignIn, tenant_key: String) -> Result<Provider> {
    if tenant_key.len() > LONGEST_KEY {
        return Err(Error::Missing);
    }
    sign_in.db.read(move |conn| store::by_key(conn, &tenant_key)).await?.ok_or(Error::Missing)
}

#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct ProviderWay {
    /// The address to which the page sends the browser.
    location: String,
}

/// The address of the provider's sign-in for this attempt; a cookie binds it to the browser.
#[utoipa::path(
    post,
    path = "/api/core/auth/provider/{tenant_key}",
    operation_id = "provider_begin",
    tag = "core",
    params(("tenant_key" = String, Path, description = "The tenant's key")),
    responses((status = 200, description = "The address of the provider's sign-in", body = ProviderWay))
)]
pub(crate) async fn provider_begin(
    State(sign_in): State<SignIn>,
    caller: Caller,
    Path(tenant_key): Path<String>,
) -> Result<([(HeaderName, HeaderValue); 2], Json<ProviderWay>), Problem> {
    sign_in.limits.show_link(caller)?;
    let provider = found(&sign_in, tenant_key).await?;
    let discovery = sign_in.providers.discover(&provider.issuer).await.map_err(told)?;
    let (state, browser) = (random_hex(32), random_hex(32));
    let attempt = Attempt {
        tenant: provider.tenant,
        stamp: provider.stamp.clone(),
        browser_hash: hashed(&browser),
        nonce: random_hex(16),
        verifier: random_hex(32),
    };
    let location = location(&discovery.authorization_endpoint, &provider, &attempt, &state, &sign_in)?;
    let (key, expires_at) = (hashed(&state), sign_in.clock.now() + LIFETIME);
    sign_in.db.write(move |tx| store::begin(tx, &key, &attempt, expires_at)).await?;
    let headers =
        [(SET_COOKIE, cookie(&sign_in, &browser, LIFETIME)?), (CACHE_CONTROL, HeaderValue::from_static("no-store"))];
    Ok((headers, Json(ProviderWay { location })))
}

fn location(endpoint: &str, provider: &Provider, attempt: &Attempt, state: &str, sign_in: &SignIn) -> Result<String> {
    let mut url = Url::parse(endpoint).map_err(|_| told(Trouble::Provider("it names no address".into())))?;
    if !matches!(url.scheme(), "https" | "http") {
        return Err(told(Trouble::Provider("it names an address that is none of the web".into())));
    }
    let challenge = BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(attempt.verifier.as_bytes()));
    url.query_pairs_mut()
        .append_pair("response_type", "code")
        .append_pair("client_id", &provider.client_id)
        .append_pair("redirect_uri", &redirect_uri(sign_in))
        .append_pair("scope", "openid email profile")
        .append_pair("state", state)
        .append_pair("nonce", &attempt.nonce)
        .append_pair("code_challenge", &challenge)
        .append_pair("code_challenge_method", "S256");
    Ok(url.into())
}

/// A screen of the page, which sends the code to the server.
pub(crate) fn redirect_uri(sign_in: &SignIn) -> String {
    format!("{}/login/provider", sign_in.config.public_url)
}

/// The cookie set to `value`, or removed with a lifetime of 0.
pub(crate) fn cookie(sign_in: &SignIn, value: &str, lifetime: Seconds) -> Result<HeaderValue> {
    let secure = if sign_in.config.secure_cookie { "; Secure" } else { "" };
    let path = format!("{}/api/core/auth", sign_in.config.base_path());
    let header = format!("{COOKIE_NAME}={value}; Path={path}; Max-Age={lifetime}; HttpOnly; SameSite=Strict{secure}");
    HeaderValue::try_from(header).map_err(|error| Error::Broken(error.to_string()))
}

/// The value of the cookie.
pub(crate) fn browser(headers: &HeaderMap) -> Option<String> {
    let cookies = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|value| value.split(';'));
    pairs.find_map(|pair| pair.trim().strip_prefix(COOKIE_NAME)?.strip_prefix('=')).map(str::to_owned)
}

pub(crate) fn hashed(text: &str) -> String {
    blake3::hash(text.as_bytes()).to_hex().to_string()
}

/// The user only learns that it failed. The log has the reason, which concerns the admin.
pub(crate) fn told(trouble: Trouble) -> Error {
    tracing::warn!("Signing in with an identity provider failed: {trouble}");
    match trouble {
        Trouble::Outbound(_) | Trouble::Provider(_) => Error::ProviderSilent,
        Trouble::Secret => Error::ProviderSecret,
        Trouble::Code | Trouble::Token(_) => Error::ProviderRefused,
    }
}
