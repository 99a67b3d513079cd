//! Opens the files of an archive one by one, each with the rights that its person has then.

use std::sync::Arc;
use std::time::{Duration, Instant};

use authz::{Actor, Denied};
use db::Conn;
use primitives::{AppInstanceId, Application, NodeId, Seconds};

use super::plan::{Entry, EntryContent};
use super::substitutes::Substitutes;
use crate::downloads::{self, Again, Stored};
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
    substitutes: Arc<dyn Substitutes>,
}

impl Asker {
    /// For as long as the session lives.
    pub fn of(content: Content, actor: Arc<Actor>, instance: AppInstanceId, substitutes: Arc<dyn Substitutes>) -> Self {
        let session = actor.session;
        let goes_on = Arc::new(move |c: &mut Conn<'_>, now| {
            session.map_or(Ok(true), |session| signin::session_lives(c, session, now))
        });
        Self::on_behalf_of(content, actor, (instance, goes_on), substitutes)
    }

    /// For as long as `goes_on` says so.
    pub fn on_behalf_of(
        content: Content,
        actor: Arc<Actor>,
        (instance, goes_on): (AppInstanceId, GoesOn),
        substitutes: Arc<dyn Substitutes>,
    ) -> Self {
        Self { content, actor, instance, goes_on, found_at: Instant::now(), substitutes }
    }

    /// The bytes of a file, if they are still those of the plan.
    pub async fn open(&mut self, entry: &Entry) -> Result<Option<Stored>> {
        let EntryContent::File { node, hash, made } = &entry.content else { return Ok(None) };
        self.renew().await?;
        if let Some(made) = made {
            return self.open_made(*node, hash.as_deref(), made.clone()).await.map(Some);
        }
        let (found, file) = downloads::open(&self.content, &self.actor, *node).await?;
        if found.facts.hash == *hash && u64::try_from(found.size) == Ok(entry.size) {
            return Ok(Some(file));
        }
        // It was replaced: the archive has what the plan knows, if that is kept.
        let kept = versions::open_kept(&self.content, *node, hash.clone()).await?;
        kept.map(Some).ok_or(Error::ChangedSince)
    }

    /// Where the bytes of an entry are looked for that change their place while they are sent.
    pub fn again(&self, entry: &Entry) -> Option<Again> {
        match &entry.content {
            EntryContent::File { node, hash, made: None } => Again::of(&self.content, *node, hash.as_deref()),
            EntryContent::File { .. } | EntryContent::Folder | EntryContent::Text(_) => None,
        }
    }

    /// What was made of a file, if the person may have the file now, and it still has the content that this was made of.
    async fn open_made(&self, node: NodeId, hash: Option<&str>, key: String) -> Result<Stored> {
        let found = downloads::find(&self.content, &self.actor, node).await?;
        if found.facts.hash.as_deref() != hash {
            return Err(Error::ChangedSince);
        }
        let substitutes = self.substitutes.clone();
        let opened = tokio::task::spawn_blocking(move || substitutes.open(&key)).await;
        opened.map_err(std::io::Error::other)??.ok_or(Error::ChangedSince)
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
