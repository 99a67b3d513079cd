//! The protocol with a provider: OpenID Connect Discovery 1.0, the code flow of Core 1.0, PKCE (RFC 7636).

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use jsonwebtoken::jwk::JwkSet;
use outbound::{Outbound, Url};
use primitives::{Clock, Seconds};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::provider::Trouble;
use crate::provider::claims::{self, Claims, Expected};
use crate::provider::store::Provider;

/// How long fetched metadata is valid.
const KEPT: Seconds = 3_600;
/// Keys are fetched again when a token names an unknown one, but not more often than this.
const ROTATION_PAUSE: Seconds = 60;

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Discovery {
    issuer: String,
    pub authorization_endpoint: String,
    token_endpoint: String,
    jwks_uri: String,
    userinfo_endpoint: Option<String>,
    #[serde(default)]
    token_endpoint_auth_methods_supported: Option<Vec<String>>,
}

#[derive(Clone)]
struct Known {
    discovery: Discovery,
    discovered_at: Seconds,
    keys: Option<(JwkSet, Seconds)>,
}

pub(crate) struct Client {
    outbound: Outbound,
    clock: Clock,
    known: Mutex<HashMap<String, Known>>,
}

#[derive(Deserialize)]
struct Tokens {
    id_token: String,
    access_token: String,
}

/// The code that came back, and the values it was requested with.
pub(crate) struct Code<'c> {
    pub code: &'c str,
    pub verifier: &'c str,
    pub nonce: &'c str,
    pub redirect_uri: &'c str,
}

impl Client {
    pub fn new(outbound: Outbound, clock: Clock) -> Self {
        Self { outbound, clock, known: Mutex::default() }
    }

    pub async fn discover(&self, issuer: &str) -> Result<Discovery, Trouble> {
        let now = self.clock.now();
        if let Some(known) = self.find(issuer).filter(|known| now - known.discovered_at < KEPT) {
            return Ok(known.discovery);
        }
        let path = format!("{}/.well-known/openid-configuration", issuer.trim_end_matches('/'));
        let discovery: Discovery = self.get(&path, None).await?;
        // OpenID Connect Discovery §4.3: the metadata must name the issuer that was asked.
        if discovery.issuer != issuer {
            return Err(Trouble::Provider("it names another issuer".into()));
        }
        self.keep(issuer, Known { discovery: discovery.clone(), discovered_at: now, keys: None });
        Ok(discovery)
    }

    /// Exchanges the code for a token that the provider signed for us and this attempt.
    pub async fn redeem(&self, provider: &Provider, code: Code<'_>) -> Result<Claims, Trouble> {
        let discovery = self.discover(&provider.issuer).await?;
        let tokens = self.exchange(provider, &discovery, &code).await?;
        let keys = self.keys(&provider.issuer, &discovery, &tokens.id_token).await?;
        let expected = Expected {
            issuer: &provider.issuer,
            client_id: &provider.client_id,
            nonce: code.nonce,
            now: self.clock.now(),
        };
        let claims = claims::verified(&tokens.id_token, &keys, &expected)?;
        match (&claims.email, &discovery.userinfo_endpoint) {
            (None, Some(endpoint)) => self.with_userinfo(claims, endpoint, &tokens.access_token).await,
            _ => Ok(claims),
        }
    }

    async fn exchange(&self, provider: &Provider, discovery: &Discovery, code: &Code<'_>) -> Result<Tokens, Trouble> {
        let mut form = vec![
            ("grant_type", "authorization_code"),
            ("code", code.code),
            ("redirect_uri", code.redirect_uri),
            ("code_verifier", code.verifier),
        ];
        let methods = discovery.token_endpoint_auth_methods_supported.as_deref();
        let in_header = methods.is_none_or(|methods| methods.iter().any(|method| method == "client_secret_basic"));
        let account = in_header.then_some((provider.client_id.as_str(), provider.client_secret.as_str()));
        if !in_header {
            form.extend([("client_id", provider.client_id.as_str()), ("client_secret", &provider.client_secret)]);
        }
        let answer = self.outbound.post_form(&url(&discovery.token_endpoint)?, &form, account).await?;
        if answer.status == 200 { read(answer) } else { Err(refused(&answer)) }
    }

    /// The provider's keys, fetched again if the token names an unknown one.
    async fn keys(&self, issuer: &str, discovery: &Discovery, id_token: &str) -> Result<JwkSet, Trouble> {
        let now = self.clock.now();
        let wanted = claims::key_of(id_token)?;
        if let Some((keys, fetched_at)) = self.find(issuer).and_then(|known| known.keys) {
            let has_it = wanted.is_none_or(|id| keys.find(&id).is_some());
            if now - fetched_at < if has_it { KEPT } else { ROTATION_PAUSE } {
                return Ok(keys);
            }
        }
        let keys: JwkSet = self.get(&discovery.jwks_uri, None).await?;
        if let Some(known) = self.find(issuer) {
            self.keep(issuer, Known { keys: Some((keys.clone(), now)), ..known });
        }
        Ok(keys)
    }

    /// OpenID Connect Core §5.3: some providers state the e-mail only there; it must be about the same person.
    async fn with_userinfo(&self, claims: Claims, endpoint: &str, access_token: &str) -> Result<Claims, Trouble> {
        let said: Claims = self.get(endpoint, Some(access_token)).await?;
        if said.sub != claims.sub {
            return Err(Trouble::Token("userinfo is about somebody else"));
        }
        Ok(claims.with_person(said))
    }

    async fn get<T: DeserializeOwned>(&self, address: &str, bearer: Option<&str>) -> Result<T, Trouble> {
        read(self.outbound.get(&url(address)?, bearer).await?)
    }

    fn find(&self, issuer: &str) -> Option<Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner).get(issuer).cloned()
    }

    fn keep(&self, issuer: &str, known: Known) {
        let mut all = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= 1_000 {
            all.clear();
        }
        all.insert(issuer.to_owned(), known);
    }
}

fn url(text: &str) -> Result<Url, Trouble> {
    Url::parse(text).map_err(|_| Trouble::Provider("it names no address".into()))
}

/// Why the provider gave no token (RFC 6749 §5.2).
fn refused(answer: &outbound::Answer) -> Trouble {
    #[derive(Deserialize)]
    struct Refusal {
        error: String,
    }
    let said = serde_json::from_slice::<Refusal>(&answer.body).map(|refusal| refusal.error).unwrap_or_default();
    match (answer.status, said.as_str()) {
        (_, "invalid_client") => Trouble::Secret,
        (_, "invalid_grant") => Trouble::Code,
        (401, _) => Trouble::Secret,
        (status, _) => Trouble::Provider(format!("it answered {status}")),
    }
}

fn read<T: DeserializeOwned>(answer: outbound::Answer) -> Result<T, Trouble> {
    if answer.status != 200 {
        return Err(Trouble::Provider(format!("it answered {}", answer.status)));
    }
    serde_json::from_slice(&answer.body).map_err(|_| Trouble::Provider("its answer cannot be read".into()))
}
