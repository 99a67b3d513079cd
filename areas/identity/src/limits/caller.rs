//! Where a request comes from, as coarse as the limits need it.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

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
        Ok(Self(coarse(address.unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED)))))
    }
}

fn coarse(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => IpAddr::V4(address),
        IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & (u128::MAX << 64))),
    }
}

#[cfg(test)]
mod tests {
    use super::coarse;

    #[test]
    fn neighbours_in_one_v6_network_are_one_caller() {
        for (address, wanted) in
            [("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"), ("::ffff:192.0.2.9", "192.0.2.9"), ("192.0.2.9", "192.0.2.9")]
        {
            assert_eq!(coarse(address.parse().unwrap()).to_string(), wanted);
        }
    }
}
