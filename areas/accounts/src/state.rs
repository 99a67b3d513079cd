//! The room's state.

use std::sync::Arc;

use authz::Actor;
use db::Db;
use passwords::Hasher;
use primitives::Clock;

use crate::email_limits::EmailLimits;
use crate::store::word_index;
use crate::{Config, Error, Result, addresses};

/// Clones share everything.
#[derive(Clone)]
pub struct Accounts {
    pub(crate) db: Db,
    pub(crate) clock: Clock,
    pub(crate) config: Arc<Config>,
    pub(crate) hasher: Arc<Hasher>,
    pub(crate) email_limits: Arc<EmailLimits>,
    /// Redraws pictures of users.
    pub(crate) previews: previews::Worker,
}

impl Accounts {
    pub async fn open(db: Db, clock: Clock, config: Config) -> Result<Self> {
        while db.write(word_index::write_missing).await? {}
        Ok(Self {
            db,
            config: Arc::new(config),
            hasher: Arc::new(Hasher::new()?),
            email_limits: Arc::new(EmailLimits::new(clock.clone())),
            previews: previews::Worker::current(),
            clock,
        })
    }

    /// Uses another program than this one to draw pictures.
    #[must_use]
    pub fn drawing_with(self, previews: previews::Worker) -> Self {
        Self { previews, ..self }
    }

    /// Hashes passwords, for all rooms: few at a time.
    pub fn hasher(&self) -> &Hasher {
        &self.hasher
    }

    pub fn email_limits(&self) -> Arc<EmailLimits> {
        self.email_limits.clone()
    }

    /// Counts the e-mails about a share to those `addresses` that no user of the actor's tenants has; fails if they are
    /// too many.
    pub async fn count_shares(&self, actor: Arc<Actor>, addresses: Vec<String>) -> Result<()> {
        let (limits, home) = (self.email_limits.clone(), actor.home);
        let strangers = self.db.read(move |conn| {
            let mut strangers = Vec::new();
            for address in addresses {
                if !addresses::is_colleague(conn, &actor, &address)? {
                    strangers.push(address);
                }
            }
            Ok::<_, Error>(strangers)
        });
        let strangers = strangers.await?;
        limits.share_with(home, &strangers.iter().map(String::as_str).collect::<Vec<_>>())
    }
}
