//! The room's state.

use std::sync::Arc;

use authz::Actor;
use db::Db;
use outbound::Outbound;
use primitives::{Clock, Seconds};
use secrets::Secrets;

use crate::administration::words;
use crate::config::Config;
use crate::email_limits::EmailLimits;
use crate::limits::{Caller, Limits};
use crate::session::{ActorCache, Signer, signing_key};
use crate::{Error, Result, provider, store};
use passwords::Hasher;

/// Clones share everything.
#[derive(Clone)]
pub struct Identity {
    pub(crate) db: Db,
    pub(crate) clock: Clock,
    pub(crate) config: Arc<Config>,
    pub(crate) signer: Arc<Signer>,
    pub(crate) hasher: Arc<Hasher>,
    pub(crate) limits: Arc<Limits>,
    pub(crate) email_limits: Arc<EmailLimits>,
    pub(crate) actors: Arc<ActorCache>,
    pub(crate) providers: Arc<provider::Client>,
    pub(crate) secrets: Secrets,
    /// Redraws pictures of users.
    pub(crate) previews: previews::Worker,
}

impl Identity {
    /// Reads the key that signs tokens, which is encrypted. It is made if missing, outlives restarts, and is shared by
    /// all processes on one database.
    pub async fn open(db: Db, clock: Clock, config: Config, secrets: Secrets) -> Result<Self> {
        let decrypting = secrets.clone();
        let signing = db.write(move |tx| signing_key(tx, &decrypting)).await?;
        let outbound = Outbound::new(&config.trusted_hosts, config.authority.as_deref());
        let outbound = outbound.map_err(|error| Error::Broken(error.to_string()))?;
        while db.write(words::write_missing).await? {}
        Ok(Self {
            db,
            config: Arc::new(config),
            signer: Arc::new(Signer::new(&signing)),
            hasher: Arc::new(Hasher::new()?),
            limits: Arc::new(Limits::new(clock.clone())),
            email_limits: Arc::new(EmailLimits::new(clock.clone())),
            actors: Arc::default(),
            providers: Arc::new(provider::Client::new(outbound, clock.clone())),
            secrets,
            previews: previews::Worker::current(),
            clock,
        })
    }

    /// Uses another program than this one to draw pictures.
    #[must_use]
    pub fn drawing_with(self, previews: previews::Worker) -> Self {
        Self { previews, ..self }
    }

    /// Counts the e-mails about a share to those `addresses` that no user of the actor's tenants has; fails if they are
    /// too many.
    pub async fn count_shares(&self, actor: Arc<Actor>, addresses: Vec<String>) -> Result<()> {
        let (limits, home) = (self.email_limits.clone(), actor.home);
        let strangers = self.db.read(move |conn| {
            let mut strangers = Vec::new();
            for address in addresses {
                if !store::addresses::is_colleague(conn, &actor, &address)? {
                    strangers.push(address);
                }
            }
            Ok::<_, Error>(strangers)
        });
        let strangers = strangers.await?;
        limits.share_with(home, &strangers.iter().map(String::as_str).collect::<Vec<_>>())
    }

    /// Counts one use of a mailed link by the caller; fails if there are too many.
    pub fn show_link(&self, caller: Caller) -> Result<()> {
        self.limits.show_link(caller)
    }

    pub fn hasher(&self) -> &Hasher {
        &self.hasher
    }

    pub fn email_limits(&self) -> Arc<EmailLimits> {
        self.email_limits.clone()
    }

    /// Where people reach the server, without a slash at the end.
    pub fn public_url(&self) -> String {
        self.config.public_url.clone()
    }

    /// When a session ends that begins or is renewed now; at most at the end of its lifetime.
    pub fn session_end(&self, now: Seconds) -> Seconds {
        now + self.config.token_lifetime.min(self.config.session_lifetime)
    }
}
