//! The hosts that the operator allows, and the key that signs addresses.

use std::sync::{Arc, OnceLock};

use blake3::Hash;
use db::Conn;
use primitives::WebOrigin;
use secrets::{SecretKey, Secrets};

/// What the installation gives. The database carries it, so that addresses are made wherever there is a connection.
#[derive(Clone)]
pub struct ByteAddresses(Arc<Given>);

struct Given {
    origins: Vec<WebOrigin>,
    secret_key: SecretKey,
    /// Derived from the installation's secret when it is first needed.
    signing_key: OnceLock<[u8; 32]>,
}

impl ByteAddresses {
    /// `origins`: those of the setting `byte_origins`.
    pub fn new(origins: Vec<WebOrigin>, secret_key: SecretKey) -> Self {
        Self(Arc::new(Given { origins, secret_key, signing_key: OnceLock::new() }))
    }

    /// None where no other host is allowed.
    pub(super) fn of(conn: &Conn<'_>) -> Option<Self> {
        conn.carried::<Self>().filter(|given| !given.0.origins.is_empty()).cloned()
    }

    pub(super) fn origins(&self) -> Vec<String> {
        self.0.origins.iter().map(|origin| origin.as_str().to_owned()).collect()
    }

    /// `address` without a slash at its end, if its host is allowed and its path is plain.
    pub(super) fn at_address(&self, address: &str) -> Option<String> {
        let (scheme, rest) = address.split_once("://")?;
        let (authority, path) = rest.split_once('/').unwrap_or((rest, ""));
        let is_plain = |part: &str| {
            let plain = |sign: u8| sign.is_ascii_alphanumeric() || b"-_.~".contains(&sign);
            ![".", ".."].contains(&part) && part.bytes().all(plain)
        };
        if authority.contains(['?', '#']) || !path.split('/').all(is_plain) {
            return None;
        }
        self.allowed(&format!("{scheme}://{authority}"))?;
        Some(address.trim_end_matches('/').to_owned())
    }

    /// The allowed origin of a host, which may name a port; https before http.
    pub(super) fn at_host(&self, host: &str) -> Option<String> {
        ["https", "http"].into_iter().find_map(|scheme| self.allowed(&format!("{scheme}://{host}")))
    }

    /// Whether an address is at the host of a store, and that one is allowed.
    pub(super) fn is_of_store(&self, address: &str, store: &str) -> bool {
        let origin = |address: &str| {
            let (scheme, rest) = address.split_once("://")?;
            self.allowed(&format!("{scheme}://{}", rest.split('/').next()?))
        };
        origin(address).is_some_and(|host| origin(store) == Some(host))
    }

    fn allowed(&self, written: &str) -> Option<String> {
        let origin = WebOrigin::parse(written).ok()?;
        self.0.origins.contains(&origin).then(|| origin.as_str().to_owned())
    }

    pub(super) fn sign(&self, conn: &mut Conn<'_>, message: &str) -> db::Result<Hash> {
        Ok(blake3::keyed_hash(&self.key(conn)?, message.as_bytes()))
    }

    /// In a time that does not depend on how much of the signature is right.
    pub(super) fn is_signed(&self, conn: &mut Conn<'_>, message: &str, signature: &str) -> db::Result<bool> {
        let Ok(signature) = Hash::from_hex(signature) else { return Ok(false) };
        Ok(self.sign(conn, message)? == signature)
    }

    fn key(&self, conn: &mut Conn<'_>) -> db::Result<[u8; 32]> {
        if let Some(key) = self.0.signing_key.get() {
            return Ok(*key);
        }
        let none = || db::Error::Broken("this installation has no secret yet".to_owned());
        let secrets = Secrets::on(conn, &self.0.secret_key)?.ok_or_else(none)?;
        Ok(*self.0.signing_key.get_or_init(|| secrets.derive("addresses of bytes")))
    }
}

#[cfg(test)]
mod tests {
    use primitives::WebOrigin;
    use secrets::SecretKey;

    use super::ByteAddresses;

    #[test]
    fn only_addresses_of_allowed_hosts_are_used() {
        let origins = ["https://files.example", "http://10.0.0.7:8080", "http://cdn.example"];
        let origins = origins.map(|origin| WebOrigin::parse(origin).unwrap()).to_vec();
        let given = ByteAddresses::new(origins, SecretKey::default());
        for (address, wanted) in [
            ("https://files.example", Some("https://files.example")),
            ("https://Files.example:443/dam/", Some("https://Files.example:443/dam")),
            ("http://10.0.0.7:8080/x", Some("http://10.0.0.7:8080/x")),
            ("http://files.example", None),
            ("https://files.example.evil.test", None),
            ("https://files.example@evil.test", None),
            ("https://evil.test/https://files.example", None),
            ("https://files.example?x=", None),
            ("https://files.example/dam/../api", None),
            ("https://files.example/\"><script>", None),
            ("files.example", None),
        ] {
            assert_eq!(given.at_address(address).as_deref(), wanted, "{address}");
        }
        for (address, store, wanted) in [
            ("https://files.example/", "https://files.example", true),
            ("https://files.example/library", "https://files.example:443/", true),
            ("https://files.example", "http://files.example", false),
            ("https://files.example", "http://10.0.0.7:8080", false),
            ("https://s3.example", "https://s3.example", false),
        ] {
            assert_eq!(given.is_of_store(address, store), wanted, "{address} {store}");
        }
        for (host, wanted) in [
            ("files.example", Some("https://files.example")),
            ("files.example:443", Some("https://files.example")),
            ("cdn.example", Some("http://cdn.example")),
            ("cdn.example:8443", None),
            ("evil.test", None),
        ] {
            assert_eq!(given.at_host(host).as_deref(), wanted, "{host}");
        }
    }
}
