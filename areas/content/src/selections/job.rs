//! The job of a batch, and the progress of its background action.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use activity::Activity;
use audit::Author;
use authz::{Actor, Origin};
use jobs::{JobContext, JobError, Kind, Outcome};
use primitives::{NodeId, Seconds, TenantId};
use rest::RIGHTS_CHANGED;
use storage::crossings;

use super::batch::{self, BatchAct, EntryState};
use super::carrying::{self, BATCH, CROSSING, Carrying};
use super::how_far::{Steps, after_waiting, hands_over, percent};
use super::onto::{TURN, Taken, Work};
use super::renames::{self, Next};
use super::steps::{self, STEP};
use super::{ends, wanted_names};
use crate::purges::{self, Span, delete_marked};
use crate::{Content, Error};

/// Entries that something else is moving are tried again so often, each time a little later.
const PASSES: u32 = 6;
const AGAIN: Duration = Duration::from_millis(100);

/// What is waited for is looked at again after this time.
const LOOK_AGAIN: Seconds = 5;

pub fn kinds(content: &Content, activity: &Activity) -> [Kind; 2] {
    [BATCH, CROSSING].map(|name| kind(name, content.clone(), activity.clone()))
}

fn kind(name: &'static str, content: Content, activity: Activity) -> Kind {
    let ending = content.clock.clone();
    let kind = Kind::new(name, move |context| {
        let (content, activity) = (content.clone(), activity.clone());
        let crosses = name == CROSSING;
        async move { Carrier { content, activity, asked: context.payload()?, context, crosses }.run().await }
    });
    // A turn ends with the files that are being copied then, which may be large.
    let kind = if name == CROSSING { kind.one_for_each_person() } else { kind };
    kind.in_half_the_places().on_abandoned(move |tx, job| {
        let asked: Carrying =
            serde_json::from_str(&job.payload).map_err(|error| db::Error::Broken(error.to_string()))?;
        crossings::drop_all(tx, &asked.bg_action_id, ending.now())?;
        ends::end(tx, asked.users_id, &asked.bg_action_id)
    })
}

struct Carrier {
    content: Content,
    activity: Activity,
    context: JobContext,
    asked: Carrying,
    crosses: bool,
}

impl Carrier {
    async fn run(&self) -> Result<Outcome, JobError> {
        if !self.delete_marked(Span(0, 0)).await? {
            return Ok(Outcome::Again(self.content.clock.now()));
        }
        match self.take_steps().await? {
            Steps::Over => {}
            Steps::Turn => return Ok(Outcome::Again(self.content.clock.now())),
            Steps::Wait => return Ok(Outcome::Again(self.content.clock.now() + LOOK_AGAIN)),
            Steps::HandOver => return self.hand_over().await,
        }
        let now = self.content.clock.now();
        let (batch, user, id) = (self.asked.batch, self.asked.users_id, self.asked.bg_action_id.clone());
        let context = self.context.clone();
        let ended = self.content.db.write(move |tx| {
            if let Some(purge) = batch::purge_of(tx, batch)? {
                purges::end(tx, purge, &[])?;
            }
            crossings::drop_all(tx, &id, now)?;
            ends::end(tx, user, &id)?;
            context.complete(tx)
        });
        ended.await?;
        Ok(Outcome::Done)
    }

    async fn hand_over(&self) -> Result<Outcome, JobError> {
        let (asked, context, now) = (self.asked.clone(), self.context.clone(), self.content.clock.now());
        let handed = self.content.db.write(move |tx| {
            let tenant = batch::tenant_of(tx, asked.batch)?;
            carrying::enqueue(tx, CROSSING, (&asked, tenant), now)?;
            context.complete(tx)
        });
        handed.await?;
        Ok(Outcome::Done)
    }

    /// Each step has the rights that the person has then, and each of its transactions asks whether they still have them.
    async fn take_steps(&self) -> Result<Steps, JobError> {
        if self.asked.act == BatchAct::Rename {
            return self.give_names().await;
        }
        let (content, batch) = (&self.content, self.asked.batch);
        let (mut percent, begun, mut goes_on) = (0, Instant::now(), false);
        for pass in 0..PASSES {
            if pass > 0 {
                tokio::time::sleep(AGAIN * pass).await;
            }
            let mut after = (TenantId(0), NodeId(0));
            let (mut waited, mut waits, mut left) = (false, false, 0);
            goes_on = false;
            while let Some((tenant, entries)) = content.db.read(move |c| batch::next(c, batch, after, STEP)).await? {
                if self.context.shutdown.is_cancelled() {
                    return Ok(Steps::Turn);
                }
                let Some(actor) = self.actor().await? else { return Ok(Steps::Over) };
                waited = true;
                after = entries.last().map_or(after, |last| (tenant, *last));
                let taken = self.step(&actor, (tenant, entries)).await?;
                waits |= taken.waits;
                left += taken.left;
                goes_on |= taken.goes_on;
                let before = percent;
                percent = self.percent().await?;
                if !self.delete_marked(Span(before, percent)).await? {
                    return Ok(Steps::Turn);
                }
                self.activity.progress(&self.asked.bg_action_id, percent).await?;
                if taken.worked && begun.elapsed() > TURN {
                    return Ok(Steps::Turn);
                }
            }
            if !waited {
                return Ok(Steps::Over);
            }
            if left > 0 && hands_over((left, self.waiting().await?), pass + 1 == PASSES) {
                return Ok(Steps::HandOver);
            }
            if waits {
                return Ok(after_waiting(goes_on));
            }
        }
        Ok(if goes_on { Steps::Turn } else { Steps::Over })
    }

    /// How many entries wait.
    async fn waiting(&self) -> Result<i64, JobError> {
        let batch = self.asked.batch;
        let [waiting, ..] = self.content.db.read(move |c| batch::progress(c, batch)).await?;
        Ok(waiting)
    }

    /// The person as they are now. For one who was removed or switched off, nothing more is done.
    async fn actor(&self) -> Result<Option<Arc<Actor>>, JobError> {
        let (batch, user) = (self.asked.batch, self.asked.users_id);
        let found = self.content.db.read(move |c| accounts::find_actor(c, user)).await;
        let found = found.map_err(|error| JobError::Retry(error.to_string()))?;
        if found.is_none() {
            self.content.db.write(move |tx| batch::leave(tx, batch, EntryState::Stays)).await?;
        }
        Ok(found.map(Arc::new))
    }

    /// As `take_steps`, with entries that wait for each other.
    async fn give_names(&self) -> Result<Steps, JobError> {
        let (content, batch) = (&self.content, self.asked.batch);
        let (mut tried, mut left, mut stuck) = (HashSet::new(), usize::MAX, 0);
        while stuck < PASSES {
            if self.context.shutdown.is_cancelled() {
                return Ok(Steps::Turn);
            }
            let waiting = content.db.read(move |c| wanted_names::waiting(c, batch)).await?;
            let next = renames::next(&waiting, &tried);
            stuck = if waiting.len() < left { 0 } else { stuck + 1 };
            left = waiting.len();
            if waiting.is_empty() {
                break;
            }
            let Some(actor) = self.actor().await? else { return Ok(Steps::Over) };
            match next {
                Next::Step(tenant, entries) => {
                    tried.extend(entries.iter().copied());
                    self.step(&actor, (tenant, entries)).await?;
                }
                Next::SetAside(node) => {
                    let work = renames::set_aside(content, &actor, batch, node);
                    self.with_rights(&actor, Box::pin(work)).await?;
                }
                Next::Nothing => {
                    tried.clear();
                    tokio::time::sleep(AGAIN * stuck).await;
                }
            }
            self.activity.progress(&self.asked.bg_action_id, self.percent().await?).await?;
        }
        Ok(Steps::Over)
    }

    async fn step(&self, actor: &Arc<Actor>, entries: (TenantId, Vec<NodeId>)) -> Result<Taken, JobError> {
        let Carrying { batch, act, ref widens, .. } = self.asked;
        let work = Work { batch, context: &self.context, widens: widens.as_ref(), crosses: self.crosses };
        self.with_rights(actor, Box::pin(steps::step(&self.content, actor, (work, act), entries))).await
    }

    async fn with_rights<T: Default>(
        &self,
        actor: &Arc<Actor>,
        work: impl Future<Output = crate::Result<T>>,
    ) -> Result<T, JobError> {
        match db::with_precondition(still_has_all_of(actor), work).await {
            Ok(done) => Ok(done),
            // The next pass tries these entries with what is left of the rights.
            Err(error) if is_of_rights(&error) => Ok(T::default()),
            Err(error) => Err(retry(error)),
        }
    }

    async fn percent(&self) -> Result<u8, JobError> {
        let (batch, id) = (self.asked.batch, self.asked.bg_action_id.clone());
        let found = self
            .content
            .db
            .read(move |c| Ok::<_, db::Error>((batch::progress(c, batch)?, crossings::progress(c, &id)?)));
        let (entries, bytes) = found.await?;
        Ok(percent(entries, bytes))
    }

    /// What a step has marked is deleted before the next one, so that a batch can be stopped in between. False if the
    /// server stops meanwhile.
    async fn delete_marked(&self, span: Span) -> Result<bool, JobError> {
        let Carrying { batch, act, users_id, ref bg_action_id, .. } = self.asked;
        if act != BatchAct::Purge {
            return Ok(true);
        }
        let Some(purge) = self.content.db.read(move |c| batch::purge_of(c, batch)).await? else { return Ok(true) };
        self.content.db.write(move |tx| purges::count_anew(tx, purge)).await?;
        let author = Author::user(users_id, Origin::Job);
        let told = (purge, bg_action_id.as_str(), span);
        delete_marked(&self.content, &self.activity, &self.context, told, author).await
    }
}

/// Refuses to write once the person has lost some of the rights of `actor`.
fn still_has_all_of(actor: &Arc<Actor>) -> db::Precondition {
    let actor = actor.clone();
    Arc::new(move |tx| {
        let now = accounts::find_actor(tx, actor.user)?;
        if now.is_some_and(|now| now.has_all_of(&actor)) { Ok(()) } else { Err(db::Error::Refused(RIGHTS_CHANGED)) }
    })
}

fn is_of_rights(error: &Error) -> bool {
    matches!(error, Error::Storage(storage::Error::Db(db::Error::Refused(_))))
}

fn retry(error: Error) -> JobError {
    JobError::Retry(error.to_string())
}
