//! The addresses from which a link may be used.

use std::fmt::{self, Display, Formatter};
use std::net::IpAddr;

use ipnet::{IpNet, Ipv4Net};

/// An address, or a network of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Network(IpNet);

impl Network {
    /// `192.0.2.7`, `192.0.2.0/24`, `2001:db8::/32`.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let typed: IpNet = match text.parse::<IpAddr>() {
            Ok(address) => address.into(),
            // `08` may be a slip of the pen.
            Err(_) => text.parse().ok().filter(|typed: &IpNet| text.ends_with(&format!("/{}", typed.prefix_len())))?,
        };
        let mapped = match typed {
            IpNet::V6(network) => network.addr().to_ipv4_mapped(),
            IpNet::V4(_) => None,
        };
        let network = match mapped {
            // A network of IPv4 that was written as one of IPv6.
            Some(address) => Ipv4Net::new(address, typed.prefix_len().checked_sub(96)?).ok()?.into(),
            None => typed,
        };
        Some(Self(network.trunc()))
    }

    fn contains(self, address: IpAddr) -> bool {
        self.0.contains(&address.to_canonical())
    }
}

impl Display for Network {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.0.prefix_len() == self.0.max_prefix_len() { self.0.addr().fmt(f) } else { self.0.fmt(f) }
    }
}

/// Where a link may be used; none: everywhere.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Allowed(pub Vec<Network>);

impl Allowed {
    pub fn from_stored(text: &str) -> Self {
        Self(text.split_whitespace().filter_map(Network::parse).collect())
    }

    pub fn to_stored(&self) -> String {
        self.to_texts().join(" ")
    }

    pub fn to_texts(&self) -> Vec<String> {
        self.0.iter().map(Network::to_string).collect()
    }

    /// Whether somebody at this address may use it. An address that is not known is not allowed.
    pub fn admits(&self, address: Option<IpAddr>) -> bool {
        self.0.is_empty() || address.is_some_and(|address| self.0.iter().any(|network| network.contains(address)))
    }
}

#[cfg(test)]
mod tests {
    use super::{Allowed, Network};

    #[test]
    fn an_address_or_a_network_is_read_and_told_as_it_is() {
        for (typed, told) in [
            ("192.0.2.7", Some("192.0.2.7")),
            (" 192.0.2.7/32 ", Some("192.0.2.7")),
            ("192.0.2.9/24", Some("192.0.2.0/24")),
            ("0.0.0.0/0", Some("0.0.0.0/0")),
            ("2001:DB8::1", Some("2001:db8::1")),
            ("2001:db8:1::5/32", Some("2001:db8::/32")),
            ("::/0", Some("::/0")),
            ("::ffff:192.0.2.9", Some("192.0.2.9")),
            ("::ffff:192.0.2.9/120", Some("192.0.2.0/24")),
            ("::ffff:192.0.2.9/40", None),
            ("192.0.2.0/33", None),
            ("192.0.2.0/08", None),
            ("192.0.2.0/", None),
            ("192.0.2", None),
            ("example.com", None),
            ("", None),
        ] {
            assert_eq!(Network::parse(typed).map(|network| network.to_string()).as_deref(), told, "{typed}");
        }
    }

    #[test]
    fn only_the_allowed_addresses_are_admitted() {
        let allowed = Allowed::from_stored("192.0.2.0/24 2001:db8::/32 198.51.100.4");
        for (address, admitted) in [
            ("192.0.2.200", true),
            ("::ffff:192.0.2.200", true),
            ("192.0.3.1", false),
            ("198.51.100.4", true),
            ("198.51.100.5", false),
            ("2001:db8:ffff::1", true),
            ("2001:db9::1", false),
        ] {
            assert_eq!(allowed.admits(address.parse().ok()), admitted, "{address}");
        }
        assert!(!allowed.admits(None), "nobody knows from where");
        assert!(Allowed::default().admits(None) && Allowed::default().admits("192.0.2.1".parse().ok()));
        assert_eq!(Allowed::from_stored(&allowed.to_stored()), allowed);
    }
}
