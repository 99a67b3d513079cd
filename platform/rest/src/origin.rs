//! The origin of a request, for the audit log and for rate limits.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use authz::Origin;
use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap};

/// An extension of every request: whether the last entry of `X-Forwarded-For` is trusted. Only behind a proxy of one's
/// own that writes it; without the extension it is not.
#[derive(Clone, Copy, Debug)]
pub struct TrustForwarded(pub bool);

/// The origin of a request, signed in or not. The `Actor` of a signed-in person has it too.
#[derive(Clone, Copy, Debug)]
pub struct ClientOrigin(pub Origin);

impl<S: Send + Sync> FromRequestParts<S> for ClientOrigin {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self(origin(&parts.extensions, &parts.headers)))
    }
}

pub(crate) fn origin(extensions: &Extensions, headers: &HeaderMap) -> Origin {
    let trust = extensions.get::<TrustForwarded>().is_some_and(|TrustForwarded(trust)| *trust);
    Origin::Network(address(extensions, headers, trust).map(|address| address.to_canonical()))
}

/// The network that rate limits count: an IPv4 address, or the /64 that one IPv6 customer has.
pub fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => IpAddr::V4(address),
        IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & (u128::MAX << 64))),
    }
}

/// The sender's address: that of the connection, or with `trust_forwarded` the one that the nearest proxy wrote.
pub fn address(extensions: &Extensions, headers: &HeaderMap, trust_forwarded: bool) -> Option<IpAddr> {
    let peer = extensions.get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(peer)| peer.ip());
    trust_forwarded.then(|| forwarded_for(headers)).flatten().or(peer)
}

/// The last entry, which the nearest proxy wrote. If it is no address (empty, quoted, a name), the address of the connection
/// counts: earlier entries may be made up by the sender.
fn forwarded_for(headers: &HeaderMap) -> Option<IpAddr> {
    read(headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?.rsplit(',').next()?.trim())
}

/// An address as proxies write it: bare, with the connection's port, or in the brackets of IPv6.
fn read(entry: &str) -> Option<IpAddr> {
    let bracketed = || entry.strip_prefix('[')?.strip_suffix(']')?.parse::<Ipv6Addr>().ok().map(IpAddr::V6);
    let with_port = || entry.parse::<SocketAddr>().ok().map(|address| address.ip());
    entry.parse().ok().or_else(with_port).or_else(bracketed)
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, HeaderValue};

    use super::forwarded_for;

    #[test]
    fn only_the_last_forwarded_address_is_used() {
        let mut headers = HeaderMap::new();
        assert_eq!(forwarded_for(&headers), None);
        headers.append("x-forwarded-for", HeaderValue::from_static("198.51.100.1, 192.0.2.7"));
        assert_eq!(forwarded_for(&headers).map(|address| address.to_string()), Some("192.0.2.7".into()));
        headers.append("x-forwarded-for", HeaderValue::from_static("nonsense"));
        assert_eq!(forwarded_for(&headers), None);
    }

    #[test]
    fn neighbours_in_one_v6_network_are_one_to_limits() {
        for (address, wanted) in
            [("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"), ("::ffff:192.0.2.9", "192.0.2.9"), ("192.0.2.9", "192.0.2.9")]
        {
            assert_eq!(super::network(address.parse().unwrap()).to_string(), wanted);
        }
    }
}
