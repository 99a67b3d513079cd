//! Secrets that must be read again and therefore cannot be hashed: they are encrypted in the database.
//!
//! The text is `v1.<key>.<base64>`: the key's id, then a nonce and the output of XChaCha20-Poly1305. The column and row
//! are authenticated too, so that a secret cannot be moved to another row (docs/decisions/0014).

mod reencrypt;
mod signing;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD as BASE64;
use chacha20poly1305::aead::{Aead, Payload};
use chacha20poly1305::{Key, KeyInit, XChaCha20Poly1305, XNonce};
use primitives::random_bytes;

pub(crate) use reencrypt::reencrypt;
pub(crate) use signing::{forget_signing_key, signing_key};

const CONTEXT: &str = "vitrine 2026-11 secrets in the database";
const NONCE: usize = 24;

/// The column and row of a secret. They are authenticated with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// Of this user.
    SecondFactor(i64),
    /// Of this tenant.
    Provider(i64),
    /// Of this tenant: the provider's answer about a user who must type a code.
    ProviderAnswer(i64),
    /// The key that signs tokens.
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

/// The text is encrypted with a key that this installation does not know, or was tampered with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Unreadable;

impl From<Unreadable> for db::Error {
    fn from(_: Unreadable) -> Self {
        Self::Broken("a secret cannot be decrypted: is secret_key the one it was encrypted with?".into())
    }
}

/// A key, derived from the secret in the database and the operator's own.
struct SecretKey {
    /// The beginning of encrypted texts.
    prefix: String,
    cipher: XChaCha20Poly1305,
}

impl SecretKey {
    /// Derives the key from the secret in the database and the operator's key, if there is one.
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

    fn decrypt(&self, place: Place, stored: &str) -> Option<String> {
        let bytes = BASE64.decode(stored.strip_prefix(&self.prefix)?).ok()?;
        let (nonce, encrypted) = bytes.split_at_checked(NONCE)?;
        let nonce = XNonce::from(<[u8; NONCE]>::try_from(nonce).ok()?);
        let name = place.name();
        let payload = Payload { msg: encrypted, aad: name.as_bytes() };
        String::from_utf8(self.cipher.decrypt(&nonce, payload).ok()?).ok()
    }
}

pub(crate) struct Secrets {
    current: SecretKey,
    /// Earlier keys, for decryption only.
    previous: Vec<SecretKey>,
}

impl Secrets {
    pub fn new(installation: &str, outside: Option<&str>, previous: &[String]) -> Self {
        let before = previous.iter().map(String::as_str).chain([""]);
        Self {
            current: SecretKey::new(installation, outside.unwrap_or_default()),
            previous: before.map(|outside| SecretKey::new(installation, outside)).collect(),
        }
    }

    pub fn encrypt(&self, place: Place, secret: &str) -> Result<String, Unreadable> {
        let nonce = random_bytes::<NONCE>();
        let name = place.name();
        let payload = Payload { msg: secret.as_bytes(), aad: name.as_bytes() };
        let encrypted = self.current.cipher.encrypt(&XNonce::from(nonce), payload).map_err(|_| Unreadable)?;
        Ok(format!("{}{}", self.current.prefix, BASE64.encode([&nonce, encrypted.as_slice()].concat())))
    }

    pub fn decrypt(&self, place: Place, stored: &str) -> Result<String, Unreadable> {
        self.current.decrypt(place, stored).ok_or(Unreadable)
    }

    pub fn is_encrypted(stored: &str) -> bool {
        stored.starts_with("v1.")
    }

    /// Tries the previous keys. A text of a version without encryption is the secret itself.
    fn decrypt_with_previous(&self, place: Place, stored: &str) -> Option<String> {
        if !Self::is_encrypted(stored) {
            return Some(stored.to_owned());
        }
        self.previous.iter().find_map(|key| key.decrypt(place, stored))
    }
}

#[cfg(test)]
mod tests {
    use super::{Place, Secrets, Unreadable};

    const MINE: Place = Place::SecondFactor(7);

    #[test]
    fn a_secret_is_decrypted_in_its_place_and_with_its_key_only() {
        let secrets = Secrets::new("installation", Some("outside"), &[]);
        let encrypted = secrets.encrypt(MINE, "a secret").unwrap();
        assert!(!encrypted.contains("secret"), "{encrypted}");
        assert_ne!(
            encrypted,
            secrets.encrypt(MINE, "a secret").unwrap(),
            "the same secret never gives the same text twice"
        );
        assert_eq!(secrets.decrypt(MINE, &encrypted).as_deref(), Ok("a secret"));
        for other in [Place::SecondFactor(8), Place::Provider(7)] {
            assert_eq!(secrets.decrypt(other, &encrypted), Err(Unreadable));
        }
        for (installation, outside) in
            [("installation", None), ("another", Some("outside")), ("install", Some("ationoutside"))]
        {
            assert_eq!(Secrets::new(installation, outside, &[]).decrypt(MINE, &encrypted), Err(Unreadable));
        }
    }

    #[test]
    fn what_was_tampered_with_is_not_decrypted() {
        let secrets = Secrets::new("installation", None, &[]);
        let encrypted = secrets.encrypt(MINE, "a secret").unwrap();
        let last = if encrypted.ends_with('A') { "Q" } else { "A" };
        for wrong in [
            "",
            "a secret",
            "v1.",
            &encrypted[..encrypted.len() - 1],
            &format!("{}{last}", &encrypted[..20]),
            "v1.00000000.AAAA",
        ] {
            assert_eq!(secrets.decrypt(MINE, wrong), Err(Unreadable), "{wrong}");
        }
    }

    #[test]
    fn a_previous_key_and_plain_text_are_still_read() {
        let old = Secrets::new("installation", Some("old"), &[]);
        let new = Secrets::new("installation", Some("new"), &["old".into()]);
        let encrypted = old.encrypt(MINE, "a secret").unwrap();
        assert_eq!(new.decrypt(MINE, &encrypted), Err(Unreadable));
        assert_eq!(new.decrypt_with_previous(MINE, &encrypted).as_deref(), Some("a secret"));
        assert_eq!(new.decrypt_with_previous(MINE, "plain").as_deref(), Some("plain"));
        assert_eq!(old.decrypt_with_previous(MINE, &new.encrypt(MINE, "x").unwrap()), None);
    }
}
