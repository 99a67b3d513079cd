//! The addresses from which a link may be used.

use std::fmt::{self, Display, Formatter};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// An address, or a network of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Network {
    /// Its first address.
    first: IpAddr,
    bits: u32,
}

impl Network {
    /// `192.0.2.7`, `192.0.2.0/24`, `2001:db8::/32`.
    pub fn parse(text: &str) -> Option<Self> {
        let (address, bits) = match text.trim().split_once('/') {
            Some((address, bits)) => (address, Some(bits)),
            None => (text.trim(), None),
        };
        let typed: IpAddr = address.parse().ok()?;
        let (address, longest) = (typed.to_canonical(), longest(typed));
        let bits = match bits {
            Some(bits) => bits.parse().ok().filter(|count: &u32| *count <= longest && count.to_string() == bits)?,
            None => longest,
        };
        // A network of IPv4 that was written as one of IPv6.
        let bits = if address == typed { bits } else { bits.checked_sub(96)? };
        Some(Self { first: first_of(address, bits), bits })
    }

    fn contains(self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        longest(address) == longest(self.first) && first_of(address, self.bits) == self.first
    }
}

impl Display for Network {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.first.fmt(f)?;
        if self.bits == longest(self.first) { Ok(()) } else { write!(f, "/{}", self.bits) }
    }
}

fn longest(address: IpAddr) -> u32 {
    if address.is_ipv4() { 32 } else { 128 }
}

fn first_of(address: IpAddr, bits: u32) -> IpAddr {
    match address {
        IpAddr::V4(address) => {
            let mask = u32::MAX.checked_shl(32 - bits).unwrap_or(0);
            IpAddr::V4(Ipv4Addr::from_bits(address.to_bits() & mask))
        }
        IpAddr::V6(address) => {
            let mask = u128::MAX.checked_shl(128 - bits).unwrap_or(0);
            IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & mask))
        }
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
        self.told().join(" ")
    }

    pub fn told(&self) -> Vec<String> {
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
