//! Secrets that must be read again and therefore cannot be hashed: they are encrypted in the database.
//!
//! The text is `v1.<key>.<base64>`: the key's id, then a nonce and the output of XChaCha20-Poly1305. The column and row
//! are authenticated too, so that a secret cannot be moved to another row (docs/decisions/0014). A room describes the
//! columns of its tables that hold secrets: they are encrypted anew when the operator's key has changed.

mod column;
mod erase;
mod installation;
mod key;
mod own;
mod reencrypt;
mod room;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use db::{Conn, Db};
use primitives::random_hex;

pub use self::room::room;
pub use column::{Column, Place};
pub use installation::installation_id;
use key::DerivedKey;
pub use key::SecretKey;
pub use own::forget_own;

/// The text is encrypted with a key that this installation does not know, or was tampered with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unreadable;

impl From<Unreadable> for db::Error {
    fn from(_: Unreadable) -> Self {
        Self::Broken("a secret cannot be decrypted: is secret_key the one it was encrypted with?".into())
    }
}

/// Clones share the keys.
#[derive(Clone)]
pub struct Secrets {
    current: Arc<DerivedKey>,
    /// Earlier keys, for decryption only.
    previous: Arc<[DerivedKey]>,
    /// Some secret was encrypted anew, and what it was before may remain in the database's file.
    replaced: Arc<AtomicBool>,
}

impl Secrets {
    /// Reads the installation's secret, which is made if missing, and encrypts anew what previous keys have encrypted in
    /// these columns.
    pub async fn open(db: &Db, key: &SecretKey, columns: Vec<Column>) -> db::Result<Self> {
        let fresh = random_hex(32);
        let installation = db.write(move |tx| own::made(tx, "token", &fresh)).await?;
        let secrets = Self::new(&installation, key.current.as_deref(), &key.previous);
        let encrypting = secrets.clone();
        let unreadable = db.write(move |tx| encrypting.reencrypt(tx, &columns)).await?;
        if unreadable > 0 {
            tracing::error!(
                "{unreadable} secrets cannot be decrypted: secret_key is not the one that they were encrypted with, and \
                 previous_secret_keys does not name it"
            );
        }
        Ok(secrets)
    }

    /// For reading alone, wherever a connection is: nothing is made or encrypted anew. None before the first `open`.
    pub fn on(conn: &mut Conn<'_>, key: &SecretKey) -> db::Result<Option<Self>> {
        let installation = own::find(conn, "token")?;
        Ok(installation.map(|found| Self::new(&found, key.current.as_deref(), &key.previous)))
    }

    fn new(installation: &str, outside: Option<&str>, previous: &[String]) -> Self {
        let before = previous.iter().map(String::as_str).chain([""]);
        Self {
            current: Arc::new(DerivedKey::new(installation, outside.unwrap_or_default())),
            previous: before.map(|outside| DerivedKey::new(installation, outside)).collect(),
            replaced: Arc::default(),
        }
    }

    pub fn encrypt(&self, place: &Place, secret: &str) -> Result<String, Unreadable> {
        self.current.encrypt(place, secret)
    }

    pub fn decrypt(&self, place: &Place, stored: &str) -> Result<String, Unreadable> {
        self.current.decrypt(place, stored).ok_or(Unreadable)
    }

    /// A key for one purpose, the same in every process of the installation. It changes with `secret_key`.
    pub fn derive(&self, purpose: &str) -> [u8; 32] {
        self.current.derive(purpose)
    }

    pub fn is_encrypted(stored: &str) -> bool {
        stored.starts_with("v1.")
    }

    /// Tries the previous keys. A text of a version without encryption is the secret itself.
    fn decrypt_with_previous(&self, place: &Place, stored: &str) -> Option<String> {
        if !Self::is_encrypted(stored) {
            return Some(stored.to_owned());
        }
        self.previous.iter().find_map(|key| key.decrypt(place, stored))
    }
}

#[cfg(test)]
mod tests {
    use super::{Column, Place, Secrets, Unreadable};

    const FACTORS: Column = Column { table: "identity_second_factor", column: "secret", row: "users_id" };
    const PROVIDERS: Column = Column { table: "identity_provider", column: "client_secret", row: "tenant_id" };

    fn mine() -> Place {
        FACTORS.at(7)
    }

    #[test]
    fn a_secret_is_decrypted_in_its_place_and_with_its_key_only() {
        let secrets = Secrets::new("installation", Some("outside"), &[]);
        let encrypted = secrets.encrypt(&mine(), "a secret").unwrap();
        assert!(!encrypted.contains("secret"), "{encrypted}");
        assert_ne!(
            encrypted,
            secrets.encrypt(&mine(), "a secret").unwrap(),
            "the same secret never gives the same text twice"
        );
        assert_eq!(secrets.decrypt(&mine(), &encrypted).as_deref(), Ok("a secret"));
        for other in [&FACTORS.at(8), &PROVIDERS.at(7)] {
            assert_eq!(secrets.decrypt(other, &encrypted), Err(Unreadable));
        }
        for (installation, outside) in
            [("installation", None), ("another", Some("outside")), ("install", Some("ationoutside"))]
        {
            assert_eq!(Secrets::new(installation, outside, &[]).decrypt(&mine(), &encrypted), Err(Unreadable));
        }
    }

    #[test]
    fn a_changed_encrypted_secret_is_not_decrypted() {
        let secrets = Secrets::new("installation", None, &[]);
        let encrypted = secrets.encrypt(&mine(), "a secret").unwrap();
        let last = if encrypted.ends_with('A') { "Q" } else { "A" };
        for wrong in [
            "",
            "a secret",
            "v1.",
            &encrypted[..encrypted.len() - 1],
            &format!("{}{last}", &encrypted[..20]),
            "v1.00000000.AAAA",
        ] {
            assert_eq!(secrets.decrypt(&mine(), wrong), Err(Unreadable), "{wrong}");
        }
    }

    #[test]
    fn a_previous_key_and_plain_text_are_still_read() {
        let old = Secrets::new("installation", Some("old"), &[]);
        let new = Secrets::new("installation", Some("new"), &["old".into()]);
        let encrypted = old.encrypt(&mine(), "a secret").unwrap();
        assert_eq!(new.decrypt(&mine(), &encrypted), Err(Unreadable));
        assert_eq!(new.decrypt_with_previous(&mine(), &encrypted).as_deref(), Some("a secret"));
        assert_eq!(new.decrypt_with_previous(&mine(), "plain").as_deref(), Some("plain"));
        assert_eq!(old.decrypt_with_previous(&mine(), &new.encrypt(&mine(), "x").unwrap()), None);
    }
}
