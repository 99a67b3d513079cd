//! The provider's statement about a user, and how it is stored while they type the code of their second factor:
//! encrypted, in place of the PKCE verifier.

use accounts::Email;
use secrets::{Column, Secrets};
use serde::{Deserialize, Serialize};

use super::claims::Claims;
use super::store::{Attempt, Provider};

use crate::{Error, Result};

/// It lives for minutes and is not encrypted anew.
const ANSWERS: Column = Column { table: "identity_provider_attempt", column: "verifier", row: "tenant_id" };

#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct ProviderAnswer {
    pub issuer: String,
    pub sub: String,
    /// Verified by the provider.
    email: Option<String>,
    pub name: Option<String>,
}

impl ProviderAnswer {
    pub fn of(provider: &Provider, claims: Claims) -> Self {
        let email = claims.verified_email().map(str::to_owned);
        Self { issuer: provider.issuer.clone(), sub: claims.sub, email, name: claims.name }
    }

    pub fn email(&self) -> Result<Email> {
        self.email.as_deref().and_then(|email| Email::parse(email).ok()).ok_or(Error::ProviderNoEmail)
    }
}

impl Attempt {
    /// The stored answer of the provider, if it has answered already.
    pub fn answer(&self, secrets: &Secrets) -> Result<Option<ProviderAnswer>> {
        if !Secrets::is_encrypted(&self.verifier) {
            return Ok(None);
        }
        let kept = secrets.decrypt(&ANSWERS.at(self.tenant), &self.verifier).map_err(|_| Error::ProviderRefused)?;
        serde_json::from_str(&kept).map(Some).map_err(|error| Error::Broken(error.to_string()))
    }

    pub fn with(self, answer: &ProviderAnswer, secrets: &Secrets) -> Result<Self> {
        let answer = serde_json::to_string(answer).map_err(|error| Error::Broken(error.to_string()))?;
        let verifier = secrets.encrypt(&ANSWERS.at(self.tenant), &answer).map_err(db::Error::from)?;
        Ok(Self { verifier, ..self })
    }
}
