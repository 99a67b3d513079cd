//! How e-mails leave the server.

use std::path::PathBuf;

#[derive(Clone, Debug)]
pub struct Config {
    /// The sender: `name@domain` or `Name <name@domain>`.
    pub from: String,
    pub delivery: Delivery,
}

#[derive(Clone, Debug)]
pub enum Delivery {
    /// One `.eml` file per e-mail.
    Folder(PathBuf),
    Smtp(Smtp),
}

#[derive(Clone, Debug)]
pub struct Smtp {
    pub host: String,
    pub port: u16,
    pub encryption: Encryption,
    /// Name and password, if the server asks for them.
    pub account: Option<(String, Secret)>,
    /// A file of certificates (PEM) that are trusted besides the usual ones.
    pub authority: Option<PathBuf>,
    /// The name that we give in the greeting.
    pub greeting: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encryption {
    /// Begin without TLS and insist on it before anything is sent.
    StartTls,
    /// TLS from the first byte.
    Tls,
    /// None: for a relay on the same machine.
    Open,
}

/// A password that no log shows.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret(…)")
    }
}
