//! The room's state.

use std::sync::Arc;

use accounts::Accounts;
use db::Db;
use outbound::Outbound;
use primitives::{Clock, Seconds};
use rates::Rates;
use secrets::Secrets;

use crate::config::Config;
use crate::limits::{Caller, Limits};
use crate::session::{ActorCache, Signer, signing_key};
use crate::{Error, Result, provider};

/// Clones share everything.
#[derive(Clone)]
pub struct SignIn {
    pub(crate) db: Db,
    pub(crate) clock: Clock,
    pub(crate) config: Arc<Config>,
    pub(crate) accounts: Accounts,
    pub(crate) signer: Arc<Signer>,
    pub(crate) limits: Arc<Limits>,
    /// What all processes count together.
    pub(crate) rates: Rates,
    pub(crate) actors: Arc<ActorCache>,
    pub(crate) providers: Arc<provider::Client>,
    pub(crate) secrets: Secrets,
}

impl SignIn {
    /// Reads the key that signs tokens, which is encrypted. It is made if missing, outlives restarts, and is shared by
    /// all processes on one database.
    pub async fn open(db: Db, clock: Clock, config: Config, accounts: Accounts, secrets: Secrets) -> Result<Self> {
        let decrypting = secrets.clone();
        let signing = db.write(move |tx| signing_key(tx, &decrypting)).await?;
        let outbound = Outbound::new(&config.trusted_hosts, config.authority.as_deref());
        let outbound = outbound.map_err(|error| Error::Broken(error.to_string()))?;
        let rates = Rates::new(db.clone(), clock.clone(), &secrets);
        Ok(Self {
            db,
            config: Arc::new(config),
            accounts,
            signer: Arc::new(Signer::new(&signing)),
            limits: Arc::new(Limits::new(clock.clone())),
            rates,
            actors: Arc::default(),
            providers: Arc::new(provider::Client::new(outbound, clock.clone())),
            secrets,
            clock,
        })
    }

    /// Counts one use of a mailed link by the caller; fails if there are too many.
    pub fn show_link(&self, caller: Caller) -> Result<()> {
        self.limits.show_link(caller)
    }

    /// Where people reach the server, without a slash at the end.
    pub fn public_url(&self) -> String {
        self.config.public_url.clone()
    }

    /// How many passwords were hashed so far by this process.
    pub fn passwords_hashed(&self) -> u64 {
        self.accounts.hasher().hashed()
    }

    /// When a session ends that begins or is renewed now; at most at the end of its lifetime.
    pub fn session_end(&self, now: Seconds) -> Seconds {
        now + self.config.token_lifetime.min(self.config.session_lifetime)
    }
}
