//! The device of a session, so that its owner can recognise it: its address and its browser.

use std::convert::Infallible;

use axum::extract::{FromRef, FromRequestParts};
use axum::http::header::USER_AGENT;
use axum::http::request::Parts;

use crate::SignIn;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Device {
    pub address: Option<String>,
    pub user_agent: Option<String>,
}

const LONGEST_AGENT: usize = 300;

impl<S: Send + Sync> FromRequestParts<S> for Device
where
    SignIn: FromRef<S>,
{
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Infallible> {
        let agent = parts.headers.get(USER_AGENT).and_then(|value| value.to_str().ok());
        let address = rest::address(&parts.extensions, &parts.headers, SignIn::from_ref(state).config.trust_forwarded);
        Ok(Self {
            address: address.map(|address| address.to_canonical().to_string()),
            user_agent: agent.map(|agent| agent.chars().take(LONGEST_AGENT).collect()),
        })
    }
}
