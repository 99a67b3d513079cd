//! Settings from a TOML file, the environment, and the command line; later ones take precedence.

mod database;
mod for_rooms;
mod mail_server;
mod source;

use std::num::NonZeroU16;
use std::path::{Component, Path, PathBuf};

use anyhow::Context;
use billing::TimeZone;
use db::DbUrl;
use mail::Secret;
use primitives::{InvalidOrigin, WebOrigin};
use serde::{Deserialize, Deserializer};

pub use self::mail_server::SmtpEncryption;
use crate::private;

#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// The folder of all data: `vitrine.db`, `files/`, `renditions/`.
    pub data: PathBuf,
    /// `sqlite:<path>` or `postgres://…`; without it `vitrine.db` in the data folder.
    pub database: Option<String>,
    /// Connections to PostgreSQL of this process.
    pub database_connections: NonZeroU16,
    /// Address and port of the server.
    pub listen: String,
    /// Address and port for `/metrics`; without it there are none.
    pub metrics_listen: Option<String>,
    /// The base address of a collector of traces (OTLP over HTTP).
    pub otlp_endpoint: Option<String>,
    /// People reach the server by https, through a proxy: cookies are then marked `Secure`.
    #[serde(rename = "secure_cookies")]
    pub https: bool,
    /// The limit of connections; without it, as many as open files allow.
    pub connections: Option<usize>,
    /// Connections from one address, unless `trust_forwarded`: behind a proxy all come from one.
    pub connections_per_address: Option<usize>,
    /// The public address, without a slash at the end; without it `http://` and `listen`.
    pub public_url: Option<String>,
    /// The local address of the server; not a setting, but known once it listens.
    #[serde(skip)]
    pub reached_at: Option<String>,
    /// The contact for vulnerabilities: an address like `mailto:…` or `https://…` for `/.well-known/security.txt`.
    pub security_contact: Option<String>,
    /// Origins (`https://host`, with a port where it is not the usual one) of other servers whose pages may call this one.
    pub allowed_origins: Vec<String>,
    /// Origins of other hosts that lead here and only send and receive bytes: file servers may name them.
    pub byte_origins: Vec<String>,
    /// Whether the last entry of `X-Forwarded-For` is trusted: only behind a proxy of one's own.
    pub trust_forwarded: bool,
    /// Seconds that a token is valid.
    pub token_lifetime: i64,
    /// Seconds that a session lives, however often its token is renewed.
    pub session_lifetime: i64,
    /// Seconds that a session may be unused.
    pub session_idle: i64,
    /// Days that entries stay in the bin.
    pub bin_retention_days: i64,
    /// Bytes a second at which stored files are read again; 0 for never.
    pub scrub_pace: u64,
    /// Days after which a file is read again.
    pub scrub_days: i64,
    /// Bytes of the largest file.
    pub max_file_bytes: u64,
    /// Uploads that one person may have open at once.
    pub max_open_uploads: i64,
    /// Folders of this host, besides `files/` of the data folder, below which a tenant's admins may create file
    /// servers.
    pub file_roots: Vec<PathBuf>,
    /// Jobs that run at once in this process.
    pub workers: usize,
    /// The sender of e-mails.
    pub mail_from: String,
    /// The time zone of tenants that have chosen none: an IANA name.
    pub time_zone: String,
    /// The mail server; without it e-mails become files in `mail/` of the data folder.
    pub smtp_host: Option<String>,
    /// By default 587, or 465 for `tls`, or 25 for `none`.
    pub smtp_port: Option<u16>,
    pub smtp_encryption: SmtpEncryption,
    pub smtp_user: Option<String>,
    #[serde(deserialize_with = "secret")]
    pub smtp_password: Option<Secret>,
    /// Certificates (PEM) that are trusted besides the usual ones.
    pub smtp_ca_file: Option<PathBuf>,
    /// Hosts (`host` or `host:port`) of identity providers and S3 stores that may be private and without https.
    pub trusted_hosts: Vec<String>,
    /// Certificates (PEM) that are trusted for identity providers besides the usual ones.
    #[serde(rename = "outbound_ca_file")]
    pub outbound_authority: Option<PathBuf>,
    /// Encrypts secrets in the database, together with a key that is stored there. Backups do not contain it.
    #[serde(deserialize_with = "secret")]
    pub secret_key: Option<Secret>,
    /// Earlier values of `secret_key`. At the start, what they encrypted is encrypted with the current one.
    #[serde(deserialize_with = "secrets")]
    pub previous_secret_keys: Vec<Secret>,
    /// What is logged: `info`, `debug`, `warn,content=debug`, …
    pub log: String,
    /// Log lines as JSON.
    pub log_json: bool,
    /// Warnings about the sources of these, to be logged once there is a log.
    #[serde(skip)]
    pub warnings: Vec<String>,
}

fn secret<'de, D: Deserializer<'de>>(field: D) -> Result<Option<Secret>, D::Error> {
    Ok(Option::<String>::deserialize(field)?.map(Secret::new))
}

fn secrets<'de, D: Deserializer<'de>>(field: D) -> Result<Vec<Secret>, D::Error> {
    Ok(Vec::<String>::deserialize(field)?.into_iter().map(Secret::new).collect())
}

/// The origins of a setting.
fn origins(setting: &str, named: &[String]) -> anyhow::Result<Vec<WebOrigin>> {
    let read = named.iter().filter(|written| !written.is_empty()).map(|written| {
        WebOrigin::parse(written).map_err(|InvalidOrigin| {
            anyhow::anyhow!(
                "{setting}: {written:?} is no origin; one is scheme, host and, where it is not the usual one, port, like \
                 https://vitrine.example:8443"
            )
        })
    });
    read.collect()
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            data: "data".into(),
            database: None,
            database_connections: NonZeroU16::new(db::CONNECTIONS).unwrap_or(NonZeroU16::MIN),
            listen: "127.0.0.1:8080".into(),
            metrics_listen: None,
            connections: None,
            connections_per_address: None,
            otlp_endpoint: None,
            https: false,
            public_url: None,
            reached_at: None,
            security_contact: None,
            allowed_origins: Vec::new(),
            byte_origins: Vec::new(),
            trust_forwarded: false,
            token_lifetime: 86_400,
            session_lifetime: 2_592_000,
            session_idle: 86_400,
            bin_retention_days: 30,
            scrub_pace: 8 << 20,
            scrub_days: 30,
            max_file_bytes: 1 << 40,
            max_open_uploads: 1000,
            file_roots: Vec::new(),
            workers: 2,
            time_zone: "UTC".into(),
            mail_from: "Vitrine <vitrine@localhost>".into(),
            smtp_host: None,
            smtp_port: None,
            smtp_encryption: SmtpEncryption::Starttls,
            smtp_user: None,
            smtp_password: None,
            smtp_ca_file: None,
            trusted_hosts: Vec::new(),
            outbound_authority: None,
            secret_key: None,
            previous_secret_keys: Vec::new(),
            log: "info".into(),
            log_json: false,
            warnings: Vec::new(),
        }
    }
}

impl Settings {
    /// Reads the file, if one is named, and then the environment: `VITRINE_LISTEN` is `listen`.
    pub fn load(file: Option<&Path>) -> anyhow::Result<Self> {
        source::read(file)
    }

    /// The data folder, private to this account.
    pub fn make_data_folder(&self) -> anyhow::Result<()> {
        private::make_folder(&self.data).with_context(|| format!("the data folder {}", self.data.display()))?;
        for folder in [self.data.join("mail"), self.renditions()] {
            private::tighten(&folder);
        }
        Ok(())
    }

    /// The folder of the first file server.
    pub fn files(&self) -> PathBuf {
        std::path::absolute(self.data.join("files")).unwrap_or_else(|_| self.data.join("files"))
    }

    /// The folders below which file servers are allowed.
    pub fn roots(&self) -> anyhow::Result<storage::Roots> {
        for root in &self.file_roots {
            let plain = root.is_absolute() && !root.components().any(|part| part == Component::ParentDir);
            anyhow::ensure!(plain, "file_roots: {} is no absolute path", root.display());
        }
        let mut kept = vec![std::path::absolute(&self.data).unwrap_or_else(|_| self.data.clone())];
        if let DbUrl::Sqlite(file) = self.database_url()? {
            kept.push(std::path::absolute(&file).unwrap_or(file));
        }
        Ok(storage::Roots::new(&self.files(), self.file_roots.clone(), kept))
    }

    /// The beginning of mailed links. It is never taken from a request, whose headers anybody can choose.
    pub fn public_url(&self) -> String {
        let url = self
            .public_url
            .clone()
            .or_else(|| self.reached_at.clone())
            .unwrap_or_else(|| format!("http://{}", self.listen));
        url.trim_end_matches('/').to_owned()
    }

    /// The origins whose pages may call this server, besides its own. An empty environment variable means none.
    pub fn allowed_origins(&self) -> anyhow::Result<Vec<WebOrigin>> {
        origins("allowed_origins", &self.allowed_origins)
    }

    /// As `allowed_origins`; with hosts for bytes also its own, because its page asks them from there.
    pub fn page_origins(&self) -> anyhow::Result<Vec<WebOrigin>> {
        let mut pages = self.allowed_origins()?;
        let own = self.own_origin().filter(|own| !pages.contains(own));
        if !self.byte_origins()?.is_empty() {
            pages.extend(own);
        }
        Ok(pages)
    }

    /// The origins at which only bytes are sent and received. An empty environment variable means none.
    pub fn byte_origins(&self) -> anyhow::Result<Vec<WebOrigin>> {
        let read = origins("byte_origins", &self.byte_origins)?;
        if read.is_empty() {
            return Ok(read);
        }
        let own = self.own_origin().context("byte_origins needs public_url: whose page may ask these hosts")?;
        let host = |origin: &WebOrigin| origin.as_str().split_once("://").map(|(_, host)| host.to_owned());
        let is_own = |origin: &&WebOrigin| host(origin) == host(&own);
        if let Some(own) = read.iter().find(is_own) {
            anyhow::bail!("byte_origins: {} is the host of public_url, where the page is", own.as_str());
        }
        Ok(read)
    }

    /// The origin of the public address, if that is set.
    fn own_origin(&self) -> Option<WebOrigin> {
        let url = url::Url::parse(self.public_url.as_deref()?).ok()?;
        WebOrigin::parse(&url.origin().ascii_serialization()).ok()
    }

    pub fn secret_key(&self) -> secrets::SecretKey {
        let text = |secret: &Secret| secret.reveal().to_owned();
        let previous = self.previous_secret_keys.iter().map(text).collect();
        secrets::SecretKey::new(self.secret_key.as_ref().map(text), previous)
    }

    pub fn time_zone(&self) -> anyhow::Result<TimeZone> {
        TimeZone::parse(&self.time_zone).with_context(|| format!("{} is no time zone", self.time_zone))
    }

    pub fn renditions(&self) -> PathBuf {
        self.data.join("renditions")
    }
}
