//! A PostgreSQL server, and the only place where a connection to it is made.

use std::sync::Arc;

use postgres::config::SslMode;
use postgres::error::SqlState;
use postgres::{Config, NoTls};
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::error::said;
use crate::{Error, Result, address, hosts, tls_failure};

pub(crate) struct Server {
    /// As the settings have it, with its password.
    #[cfg(feature = "testing")]
    pub(crate) address: String,
    config: Config,
    tls: MakeRustlsConnect,
}

impl Server {
    pub fn parse(address: &str) -> Result<Arc<Self>> {
        let (config, options) = address::parse(address)?;
        Ok(Arc::new(Self {
            #[cfg(feature = "testing")]
            address: address.to_owned(),
            config,
            tls: options.connector()?,
        }))
    }

    pub fn connect(&self) -> Result<postgres::Client> {
        let unavailable = |error: postgres::Error| Error::Unavailable(said(&error));
        let config = hosts::looked_up(&self.config)?;
        let mut client =
            config.connect(self.tls.clone()).or_else(|error| without_tls(&config, error)).map_err(unavailable)?;
        // Compiling a query plan (JIT) and starting helpers for it (parallel query) pay off only for reports over
        // everything. Here they cost some milliseconds, and the cores that other requests need.
        // A process that is stopped within a transaction would keep its locks.
        let session = "SET jit = off; SET max_parallel_workers_per_gather = 0;
                       SET lock_timeout = '10s'; SET idle_in_transaction_session_timeout = '60s'";
        client.batch_execute(session).map_err(unavailable)?;
        Ok(client)
    }
}

/// `prefer` takes a connection without TLS where one with it is refused, as libpq does.
fn without_tls(config: &Config, error: postgres::Error) -> Result<postgres::Client, postgres::Error> {
    let is_refused = error.code() == Some(&SqlState::INVALID_AUTHORIZATION_SPECIFICATION);
    if config.get_ssl_mode() != SslMode::Prefer || !(is_refused || tls_failure::has_failed(&error)) {
        return Err(error);
    }
    config.clone().ssl_mode(SslMode::Disable).connect(NoTls).map_err(|_| error)
}
