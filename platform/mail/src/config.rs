//! How e-mails leave the server.

use std::path::PathBuf;

#[derive(Clone, Debug)]
pub struct Config {
    /// Who e-mails come from: `name@domain` or `Name <name@domain>`.
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
    /// Name and password, where the server asks for them.
    pub account: Option<(String, Secret)>,
    /// A file of certificates (PEM) to be believed besides the usual ones.
    pub authority: Option<PathBuf>,
    /// The name by which we greet the server.
    pub greeting: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encryption {
    /// Begin in the open and insist on TLS before anything is said.
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
