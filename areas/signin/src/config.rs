//! The settings of this room.

use std::path::PathBuf;

use primitives::{Seconds, WebOrigin};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// How long a token is valid, in seconds.
    pub token_lifetime: Seconds,
    /// How long a session lives, however often it is renewed, in seconds.
    pub session_lifetime: Seconds,
    /// How long a session may be unused, in seconds.
    pub session_idle: Seconds,
    /// Mark the cookie `Secure`: for installations that people reach by https.
    pub secure_cookie: bool,
    /// Origins of other servers whose pages may call this one.
    pub allowed_origins: Vec<WebOrigin>,
    /// Trust the last entry of `X-Forwarded-For`: only behind a proxy of one's own that writes it.
    pub trust_forwarded: bool,
    /// The public address, without a slash at the end: mailed links begin with it.
    pub public_url: String,
    /// Hosts (`host` or `host:port`) of identity providers that may be private and without https.
    pub trusted_hosts: Vec<String>,
    /// Certificates (PEM) that are trusted for identity providers besides the usual ones.
    pub authority: Option<PathBuf>,
}

impl Config {
    /// The path of the public address, without a slash at the end: cookies apply below it.
    pub(crate) fn base_path(&self) -> &str {
        rest::base_path(&self.public_url)
    }
}

impl Default for Config {
    fn default() -> Self {
        Self {
            token_lifetime: 24 * 60 * 60,
            session_lifetime: 30 * 24 * 60 * 60,
            session_idle: 24 * 60 * 60,
            secure_cookie: false,
            allowed_origins: Vec::new(),
            trust_forwarded: false,
            public_url: "http://127.0.0.1:8080".into(),
            trusted_hosts: Vec::new(),
            authority: None,
        }
    }
}
