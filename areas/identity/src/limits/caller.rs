//! Where a request comes from, as coarse as the limits need it.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::HeaderMap;
use axum::http::request::Parts;

use crate::Identity;

/// An IPv4 address, or the /64 that one IPv6 customer has. Requests without an address share one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Caller(pub IpAddr);

impl FromRequestParts<Identity> for Caller {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, identity: &Identity) -> Result<Self, Infallible> {
        let address = address_of(parts, identity.config.trust_forwarded);
        Ok(Self(coarse(address.unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED)))))
    }
}

/// The whole address of a request, by the word of a proxy of one's own where there is one.
pub(crate) fn address_of(parts: &Parts, trust_forwarded: bool) -> Option<IpAddr> {
    let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(peer)| peer.ip());
    let forwarded = trust_forwarded.then(|| forwarded_for(&parts.headers)).flatten();
    forwarded.or(peer)
}

/// The last entry: the one that the nearest proxy wrote.
fn forwarded_for(headers: &HeaderMap) -> Option<IpAddr> {
    headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?.rsplit(',').next()?.trim().parse().ok()
}

fn coarse(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => IpAddr::V4(address),
        IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & (u128::MAX << 64))),
    }
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, HeaderValue};

    use super::{coarse, forwarded_for};

    #[test]
    fn neighbours_in_one_v6_network_are_one_caller() {
        for (address, wanted) in
            [("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"), ("::ffff:192.0.2.9", "192.0.2.9"), ("192.0.2.9", "192.0.2.9")]
        {
            assert_eq!(coarse(address.parse().unwrap()).to_string(), wanted);
        }
    }

    #[test]
    fn only_the_nearest_proxy_s_word_counts() {
        let mut headers = HeaderMap::new();
        assert_eq!(forwarded_for(&headers), None);
        headers.append("x-forwarded-for", HeaderValue::from_static("198.51.100.1, 192.0.2.7"));
        assert_eq!(forwarded_for(&headers).map(|address| address.to_string()), Some("192.0.2.7".into()));
        headers.append("x-forwarded-for", HeaderValue::from_static("nonsense"));
        assert_eq!(forwarded_for(&headers), None);
    }
}
