//! Handlers take the caller of their request as an argument.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr};

use axum::extract::{FromRef, FromRequestParts};
use axum::http::request::Parts;

use crate::SignIn;
use crate::limits::Caller;

impl<S: Send + Sync> FromRequestParts<S> for Caller
where
    SignIn: FromRef<S>,
{
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Infallible> {
        let address = rest::address(&parts.extensions, &parts.headers, SignIn::from_ref(state).config.trust_forwarded);
        Ok(Self(rest::network(address.unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED)))))
    }
}
