//! The keys: the operator's, and those that are derived from them.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD as BASE64;
use chacha20poly1305::aead::{Aead, Payload};
use chacha20poly1305::{Key, KeyInit, XChaCha20Poly1305, XNonce};
use primitives::random_bytes;

use crate::{Place, Unreadable};

const CONTEXT: &str = "vitrine 2026-11 secrets in the database";
const NONCE: usize = 24;

/// The operator's key and earlier ones. They never appear in logs.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct SecretKey {
    pub(crate) current: Option<String>,
    pub(crate) previous: Vec<String>,
}

impl SecretKey {
    pub fn new(current: Option<String>, previous: Vec<String>) -> Self {
        Self { current, previous }
    }
}

impl std::fmt::Debug for SecretKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("SecretKey(…)")
    }
}

/// A key, derived from the secret in the database and the operator's own.
pub(crate) struct DerivedKey {
    /// The beginning of encrypted texts.
    pub prefix: String,
    cipher: XChaCha20Poly1305,
    key: [u8; blake3::KEY_LEN],
}

impl DerivedKey {
    /// Derives the key from the secret in the database and the operator's key, if there is one.
    pub fn new(installation: &str, outside: &str) -> Self {
        let mut deriving = blake3::Hasher::new_derive_key(CONTEXT);
        for part in [installation, outside] {
            deriving.update(&(part.len() as u64).to_le_bytes());
            deriving.update(part.as_bytes());
        }
        let key = deriving.finalize();
        let name = blake3::keyed_hash(key.as_bytes(), b"name").to_hex();
        let cipher = XChaCha20Poly1305::new(&Key::from(*key.as_bytes()));
        Self { prefix: format!("v1.{}.", &name[..8]), cipher, key: *key.as_bytes() }
    }

    /// A key of its own for `purpose`, from which this one cannot be found.
    pub fn derive(&self, purpose: &str) -> [u8; blake3::KEY_LEN] {
        *blake3::keyed_hash(&self.key, format!("derived for {purpose}").as_bytes()).as_bytes()
    }

    pub fn encrypt(&self, place: &Place, secret: &str) -> Result<String, Unreadable> {
        let nonce = random_bytes::<NONCE>();
        let payload = Payload { msg: secret.as_bytes(), aad: place.0.as_bytes() };
        let encrypted = self.cipher.encrypt(&XNonce::from(nonce), payload).map_err(|_| Unreadable)?;
        Ok(format!("{}{}", self.prefix, BASE64.encode([&nonce, encrypted.as_slice()].concat())))
    }

    pub fn decrypt(&self, place: &Place, stored: &str) -> Option<String> {
        let bytes = BASE64.decode(stored.strip_prefix(&self.prefix)?).ok()?;
        let (nonce, encrypted) = bytes.split_at_checked(NONCE)?;
        let nonce = XNonce::from(<[u8; NONCE]>::try_from(nonce).ok()?);
        let payload = Payload { msg: encrypted, aad: place.0.as_bytes() };
        String::from_utf8(self.cipher.decrypt(&nonce, payload).ok()?).ok()
    }
}
