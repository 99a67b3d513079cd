//! Opens the files of an archive one by one, each with the rights that its person has then.

use std::sync::Arc;
use std::time::{Duration, Instant};

use authz::{Actor, Denied};
use db::Conn;
use primitives::{AppInstanceId, Application, Seconds};

use super::plan::{Entry, EntryContent};
use crate::downloads::{self, Stored};
use crate::{Content, Error, Result, versions};

/// So long a person counts as the one who asked: with their session and their groups.
const FRESH: Duration = Duration::from_secs(1);

/// Whether what was asked for may go on, apart from the rights of its person.
pub type GoesOn = Arc<dyn Fn(&mut Conn<'_>, Seconds) -> db::Result<bool> + Send + Sync>;

/// Whose archive it is.
pub(super) struct Asker {
    pub content: Content,
    actor: Arc<Actor>,
    instance: AppInstanceId,
    goes_on: GoesOn,
    found_at: Instant,
}

impl Asker {
    /// For as long as the session lives.
    pub fn of(content: Content, actor: Arc<Actor>, instance: AppInstanceId) -> Self {
        let session = actor.session;
        let goes_on = Arc::new(move |c: &mut Conn<'_>, now| {
            session.map_or(Ok(true), |session| signin::session_lives(c, session, now))
        });
        Self::on_behalf_of(content, actor, instance, goes_on)
    }

    pub fn on_behalf_of(content: Content, actor: Arc<Actor>, instance: AppInstanceId, goes_on: GoesOn) -> Self {
        Self { content, actor, instance, goes_on, found_at: Instant::now() }
    }

    /// The bytes of a file, if they are still those of the plan.
    pub async fn open(&mut self, entry: &Entry) -> Result<Option<Stored>> {
        let EntryContent::File { node, hash } = &entry.content else { return Ok(None) };
        self.renew().await?;
        let (found, file) = downloads::open(&self.content, &self.actor, *node).await?;
        if found.facts.hash == *hash && u64::try_from(found.size) == Ok(entry.size) {
            return Ok(Some(file));
        }
        // It was replaced: the archive has what the plan knows, if that is kept.
        let kept = versions::open_kept(&self.content, *node, hash.clone()).await?;
        kept.map(Some).ok_or(Error::ChangedSince)
    }

    /// Somebody who signed out or was switched off gets nothing more.
    async fn renew(&mut self) -> Result<()> {
        if self.found_at.elapsed() < FRESH {
            return Ok(());
        }
        let (user, session, now) = (self.actor.user, self.actor.session, self.content.clock.now());
        let goes_on = self.goes_on.clone();
        let found = self.content.db.read(move |c| {
            let lives = goes_on(c, now)?;
            Ok::<_, db::Error>(accounts::find_actor(c, user)?.filter(|_| lives))
        });
        let actor = found.await?.ok_or(Error::SessionEnded)?;
        if !actor.has_instance(self.instance, Application::Content) {
            return Err(Denied::Invisible.into());
        }
        self.actor = Arc::new(Actor { session, origin: self.actor.origin, ..actor });
        self.found_at = Instant::now();
        Ok(())
    }
}
