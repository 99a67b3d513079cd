//! The origin of a page, as its browser sends it in `Origin`.

use std::net::{Ipv4Addr, Ipv6Addr};
use std::num::NonZeroU16;

/// Scheme, host and the port unless it is the scheme's default: `https://vitrine.example:8443`. Valid once it exists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WebOrigin(String);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidOrigin;

impl WebOrigin {
    /// Stored as browsers write it: in lower case, without the scheme's default port.
    pub fn parse(written: &str) -> Result<Self, InvalidOrigin> {
        let small = written.trim().to_ascii_lowercase();
        let (scheme, authority) = small.split_once("://").ok_or(InvalidOrigin)?;
        let own_port = match scheme {
            "http" => 80,
            "https" => 443,
            _ => return Err(InvalidOrigin),
        };
        let (host, port) = match authority.rsplit_once(':') {
            Some((host, port)) if !port.ends_with(']') => (host, Some(port_of(port)?)),
            _ => (authority, None),
        };
        let host = host_of(host)?;
        Ok(Self(match port {
            Some(port) if port.get() != own_port => format!("{scheme}://{host}:{port}"),
            _ => format!("{scheme}://{host}"),
        }))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

fn port_of(written: &str) -> Result<NonZeroU16, InvalidOrigin> {
    // Rust would accept a sign too.
    let digits = written.bytes().all(|byte| byte.is_ascii_digit());
    written.parse().ok().filter(|_| digits).ok_or(InvalidOrigin)
}

fn host_of(written: &str) -> Result<String, InvalidOrigin> {
    if let Some(address) = written.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        return address.parse().map(|address: Ipv6Addr| format!("[{address}]")).map_err(|_| InvalidOrigin);
    }
    let labels: Vec<_> = written.split('.').collect();
    let is_name =
        |label: &&str| !label.is_empty() && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    if !labels.iter().all(is_name) {
        return Err(InvalidOrigin);
    }
    // Browsers take a host that ends in a number for an IPv4 address, and write it in full.
    let numeric = labels.last().is_some_and(|label| label.bytes().all(|byte| byte.is_ascii_digit()));
    if numeric && written.parse::<Ipv4Addr>().is_err() {
        return Err(InvalidOrigin);
    }
    Ok(written.to_owned())
}

#[cfg(test)]
mod tests {
    use super::{InvalidOrigin, WebOrigin};

    #[test]
    fn a_web_origin_is_normalised_as_in_browsers() {
        for (written, kept) in [
            ("https://vitrine.example", "https://vitrine.example"),
            (" HTTPS://Vitrine.Example:443 ", "https://vitrine.example"),
            ("http://vitrine.example:80", "http://vitrine.example"),
            ("http://vitrine.example:443", "http://vitrine.example:443"),
            ("http://localhost:8080", "http://localhost:8080"),
            ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
            ("http://[0:0::1]", "http://[::1]"),
            ("https://[::1]:8443", "https://[::1]:8443"),
            ("https://xn--caf-dma.example", "https://xn--caf-dma.example"),
        ] {
            assert_eq!(WebOrigin::parse(written).as_ref().map(WebOrigin::as_str), Ok(kept), "{written}");
        }
    }

    #[test]
    fn an_invalid_or_wildcard_web_origin_is_refused() {
        for written in [
            "",
            "*",
            "null",
            "vitrine.example",
            "//vitrine.example",
            "https://",
            "https://*",
            "https://*.example",
            "https://vitrine.example/",
            "https://vitrine.example/path",
            "https://vitrine.example?q",
            "https://vitrine.example#f",
            "https://user@vitrine.example",
            "ftp://vitrine.example",
            "file://",
            "https://vitrine.example:",
            "https://vitrine.example:0",
            "https://vitrine.example:65536",
            "https://vitrine.example:+80",
            "https://vitrine..example",
            "https://vitrine.example.",
            "https://vitrine .example",
            "https://café.example",
            "https://127.1",
            "https://1.2.3.256",
            "https://[::1",
            "https://[::g]",
            "https://a.example,https://b.example",
            "https://a.example\r\nx: y",
        ] {
            assert_eq!(WebOrigin::parse(written), Err(InvalidOrigin), "{written}");
        }
    }
}
