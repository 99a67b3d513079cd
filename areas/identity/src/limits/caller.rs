//! The origin of a request, as coarse as the limits need it.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr};

use axum::extract::FromRequestParts;
use axum::http::request::Parts;

use crate::Identity;

/// An IPv4 address, or the /64 that one IPv6 customer has. Requests without an address share one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Caller(pub IpAddr);

impl FromRequestParts<Identity> for Caller {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, identity: &Identity) -> Result<Self, Infallible> {
        let address = rest::address(&parts.extensions, &parts.headers, identity.config.trust_forwarded);
        Ok(Self(rest::network(address.unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED)))))
    }
}
