//! Secrets that have to be read again, and therefore cannot be hashed: sealed while they lie in the database.
//!
//! Sealed is `v1.<key>.<base64>`: which key, then a nonce and what XChaCha20-Poly1305 made of the secret. The place it
//! lies in is authenticated too, so that no row's secret is good in another's (docs/decisions/0014).

mod reseal;
mod signing;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD as BASE64;
use chacha20poly1305::aead::{Aead, Payload};
use chacha20poly1305::{Key, KeyInit, XChaCha20Poly1305, XNonce};
use primitives::random_bytes;

pub(crate) use reseal::reseal;
pub(crate) use signing::{forget_signing_key, signing_key};

const CONTEXT: &str = "vitrine 2026-11 secrets in the database";
const NONCE: usize = 24;

/// A row's column, as the seal knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// Of this user.
    SecondFactor(i64),
    /// Of this tenant.
    Provider(i64),
    /// Of this tenant: what its provider said of somebody who is asked for a code now.
    ProviderAnswer(i64),
    /// What tokens are signed with.
    Signing,
}

impl Place {
    fn name(self) -> String {
        match self {
            Self::SecondFactor(user) => format!("identity_second_factor.secret/{user}"),
            Self::Provider(tenant) => format!("identity_provider.client_secret/{tenant}"),
            Self::ProviderAnswer(tenant) => format!("identity_provider_attempt.verifier/{tenant}"),
            Self::Signing => "identity_secret.secret/signing".to_owned(),
        }
    }
}

/// What is stored is sealed with a key that this installation does not know, or was tampered with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Unreadable;

impl From<Unreadable> for db::Error {
    fn from(_: Unreadable) -> Self {
        Self::Broken("a secret cannot be opened: is secret_key the one it was sealed with?".into())
    }
}

struct Sealer {
    /// What sealed texts begin with.
    prefix: String,
    cipher: XChaCha20Poly1305,
}

impl Sealer {
    /// From the secret in the database and the operator's key outside of it, if there is one.
    fn new(installation: &str, outside: &str) -> Self {
        let mut deriving = blake3::Hasher::new_derive_key(CONTEXT);
        for part in [installation, outside] {
            deriving.update(&(part.len() as u64).to_le_bytes());
            deriving.update(part.as_bytes());
        }
        let key = deriving.finalize();
        let name = blake3::keyed_hash(key.as_bytes(), b"name").to_hex();
        Self { prefix: format!("v1.{}.", &name[..8]), cipher: XChaCha20Poly1305::new(&Key::from(*key.as_bytes())) }
    }

    fn open(&self, place: Place, stored: &str) -> Option<String> {
        let bytes = BASE64.decode(stored.strip_prefix(&self.prefix)?).ok()?;
        let (nonce, sealed) = bytes.split_at_checked(NONCE)?;
        let nonce = XNonce::from(<[u8; NONCE]>::try_from(nonce).ok()?);
        let name = place.name();
        let payload = Payload { msg: sealed, aad: name.as_bytes() };
        String::from_utf8(self.cipher.decrypt(&nonce, payload).ok()?).ok()
    }
}

pub(crate) struct Vault {
    current: Sealer,
    /// What was in force before, to be read once more.
    former: Vec<Sealer>,
}

impl Vault {
    pub fn new(installation: &str, outside: Option<&str>, former: &[String]) -> Self {
        let before = former.iter().map(String::as_str).chain([""]);
        Self {
            current: Sealer::new(installation, outside.unwrap_or_default()),
            former: before.map(|outside| Sealer::new(installation, outside)).collect(),
        }
    }

    pub fn seal(&self, place: Place, secret: &str) -> Result<String, Unreadable> {
        let nonce = random_bytes::<NONCE>();
        let name = place.name();
        let payload = Payload { msg: secret.as_bytes(), aad: name.as_bytes() };
        let sealed = self.current.cipher.encrypt(&XNonce::from(nonce), payload).map_err(|_| Unreadable)?;
        Ok(format!("{}{}", self.current.prefix, BASE64.encode([&nonce, sealed.as_slice()].concat())))
    }

    pub fn open(&self, place: Place, stored: &str) -> Result<String, Unreadable> {
        self.current.open(place, stored).ok_or(Unreadable)
    }

    pub fn is_sealed(stored: &str) -> bool {
        stored.starts_with("v1.")
    }

    /// With whichever key is known; what was stored before there were seals is itself.
    fn open_former(&self, place: Place, stored: &str) -> Option<String> {
        if !Self::is_sealed(stored) {
            return Some(stored.to_owned());
        }
        self.former.iter().find_map(|sealer| sealer.open(place, stored))
    }
}

#[cfg(test)]
mod tests {
    use super::{Place, Unreadable, Vault};

    const MINE: Place = Place::SecondFactor(7);

    #[test]
    fn what_is_sealed_opens_in_its_place_and_with_its_key_only() {
        let vault = Vault::new("installation", Some("outside"), &[]);
        let sealed = vault.seal(MINE, "a secret").unwrap();
        assert!(!sealed.contains("secret"), "{sealed}");
        assert_ne!(sealed, vault.seal(MINE, "a secret").unwrap(), "no two seals are alike");
        assert_eq!(vault.open(MINE, &sealed).as_deref(), Ok("a secret"));
        for other in [Place::SecondFactor(8), Place::Provider(7)] {
            assert_eq!(vault.open(other, &sealed), Err(Unreadable));
        }
        for (installation, outside) in
            [("installation", None), ("another", Some("outside")), ("install", Some("ationoutside"))]
        {
            assert_eq!(Vault::new(installation, outside, &[]).open(MINE, &sealed), Err(Unreadable));
        }
    }

    #[test]
    fn what_was_tampered_with_does_not_open() {
        let vault = Vault::new("installation", None, &[]);
        let sealed = vault.seal(MINE, "a secret").unwrap();
        let last = if sealed.ends_with('A') { "Q" } else { "A" };
        for wrong in [
            "",
            "a secret",
            "v1.",
            &sealed[..sealed.len() - 1],
            &format!("{}{last}", &sealed[..20]),
            "v1.00000000.AAAA",
        ] {
            assert_eq!(vault.open(MINE, wrong), Err(Unreadable), "{wrong}");
        }
    }

    #[test]
    fn a_former_key_and_what_was_never_sealed_are_read_once_more() {
        let old = Vault::new("installation", Some("old"), &[]);
        let new = Vault::new("installation", Some("new"), &["old".into()]);
        let sealed = old.seal(MINE, "a secret").unwrap();
        assert_eq!(new.open(MINE, &sealed), Err(Unreadable));
        assert_eq!(new.open_former(MINE, &sealed).as_deref(), Some("a secret"));
        assert_eq!(new.open_former(MINE, "plain").as_deref(), Some("plain"));
        assert_eq!(old.open_former(MINE, &new.seal(MINE, "x").unwrap()), None);
    }
}
