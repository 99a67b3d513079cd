//! Settings: from a TOML file, from the environment, from the command line, the later winning.

use std::path::{Path, PathBuf};

use anyhow::Context;
use config::{Config, Environment, File};
use db::{Db, DbUrl};
use serde::Deserialize;

#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// Where everything is kept: `vitrine.db`, `files/`, `renditions/`.
    pub data: PathBuf,
    /// `sqlite:<path>` or `postgres://…`; without it `vitrine.db` in the data folder.
    pub database: Option<String>,
    /// Address and port of the server.
    pub listen: String,
    /// Address and port for `/metrics`; without it there are none.
    pub metrics_listen: Option<String>,
    /// Whether people reach the server by https, through a proxy: cookies are then marked `Secure`.
    pub https: bool,
    /// Whether the last entry of `X-Forwarded-For` is believed: only behind a proxy of one's own.
    pub trust_forwarded: bool,
    /// Seconds that a token is good for.
    pub token_lifetime: i64,
    /// Days that entries stay in the bin.
    pub bin_days: i64,
    /// Bytes of the largest file.
    pub largest_file: u64,
    /// Jobs that run at once in this process.
    pub workers: usize,
    /// What is logged: `info`, `debug`, `warn,content=debug`, …
    pub log: String,
    /// Log lines as JSON.
    pub log_json: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            data: "data".into(),
            database: None,
            listen: "127.0.0.1:8080".into(),
            metrics_listen: None,
            https: false,
            trust_forwarded: false,
            token_lifetime: 86_400,
            bin_days: 30,
            largest_file: 1 << 40,
            workers: 2,
            log: "info".into(),
            log_json: false,
        }
    }
}

impl Settings {
    /// Reads the file, if one is named, and then the environment: `VITRINE_LISTEN` is `listen`.
    pub fn load(file: Option<&Path>) -> anyhow::Result<Self> {
        let mut sources = Config::builder();
        if let Some(file) = file {
            sources = sources.add_source(File::from(file));
        }
        let known = ["VITRINE_SEED_PASSWORD", "VITRINE_TEST_POSTGRES"];
        let ours = std::env::vars().filter(|(name, _)| !known.contains(&name.as_str())).collect();
        let environment = Environment::with_prefix("VITRINE").prefix_separator("_").try_parsing(true);
        let read = sources.add_source(environment.source(Some(ours))).build().context("the settings")?;
        read.try_deserialize().context("the settings")
    }

    pub fn database_url(&self) -> anyhow::Result<DbUrl> {
        match &self.database {
            None => Ok(DbUrl::Sqlite(self.data.join("vitrine.db"))),
            Some(url) => DbUrl::parse(url).context("the database is neither sqlite:<path> nor postgres://…"),
        }
    }

    pub fn open_database(&self) -> anyhow::Result<Db> {
        std::fs::create_dir_all(&self.data).with_context(|| format!("the data folder {}", self.data.display()))?;
        Db::open(&self.database_url()?).context("the database cannot be opened")
    }

    /// Where the first file server keeps its repositories.
    pub fn files(&self) -> PathBuf {
        std::path::absolute(self.data.join("files")).unwrap_or_else(|_| self.data.join("files"))
    }

    pub fn renditions(&self) -> PathBuf {
        self.data.join("renditions")
    }
}
