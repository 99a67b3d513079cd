//! The job of a batch, and the progress of its background action.

use std::sync::Arc;
use std::time::Duration;

use activity::{Activity, Change, Status};
use audit::Author;
use authz::{Actor, Origin};
use jobs::{JobContext, JobError, Kind, Outcome};
use primitives::{Language, NodeId, TenantId, UserId};
use rest::RIGHTS_CHANGED;
use serde::{Deserialize, Serialize};

use super::batch::{self, BatchAct, BatchId};
use super::steps::{self, STEP};
use crate::purges::{self, delete_marked};
use crate::{Content, Error};

pub(super) const BATCH: &str = "batch";

/// Entries that something else is moving are tried again so often, each time a little later.
const PASSES: u32 = 6;
const AGAIN: Duration = Duration::from_millis(100);

/// The payload of the job.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Carrying {
    pub batch: BatchId,
    pub act: BatchAct,
    pub bg_action_id: String,
    pub users_id: UserId,
    /// Of the person who asked, for what is said at the end.
    pub language: Language,
}

pub fn kind(content: Content, activity: Activity) -> Kind {
    let kind = Kind::new(BATCH, move |context| {
        let (content, activity) = (content.clone(), activity.clone());
        async move { run(&content, &activity, context).await }
    });
    kind.in_half_the_places().on_abandoned(|tx, job| {
        let asked: Carrying =
            serde_json::from_str(&job.payload).map_err(|error| db::Error::Broken(error.to_string()))?;
        batch::stop(tx, asked.batch)?;
        activity::finish(tx, &asked.bg_action_id, Status::PartialError).map(|_| ())
    })
}

async fn run(content: &Content, activity: &Activity, context: JobContext) -> Result<Outcome, JobError> {
    let asked: Carrying = context.payload()?;
    let again = || Ok(Outcome::Again(content.clock.now()));
    if !take_steps(content, activity, &context, &asked).await? {
        return again();
    }
    let (batch, user) = (asked.batch, asked.users_id);
    let purge = content.db.read(move |c| batch::purge_of(c, batch)).await?;
    if let Some(purge) = purge {
        let author = Author::user(user, Origin::Job);
        if !delete_marked(content, activity, &context, (purge, &asked.bg_action_id), author).await? {
            return again();
        }
    }
    let ended = content.db.write(move |tx| {
        if let Some(purge) = purge {
            purges::end(tx, purge, &[])?;
        }
        batch::stop(tx, batch)?;
        let [_, _, stay] = batch::progress(tx, batch)?;
        let status = if stay > 0 { Status::PartialError } else { Status::Success };
        if stay > 0 {
            let text = rest::text(asked.language, "batch.stayed", &[("count", stay.to_string())]);
            let change = Change { text: Some(text), progress: Some(100), ..Change::default() };
            activity::update(tx, &asked.bg_action_id, &change)?;
        }
        activity::finish(tx, &asked.bg_action_id, status)?;
        context.complete(tx)
    });
    ended.await?;
    Ok(Outcome::Done)
}

/// Each step has the rights that the person has then, and each of its transactions asks whether they still have them.
/// False if the server stops meanwhile.
async fn take_steps(
    content: &Content,
    activity: &Activity,
    context: &JobContext,
    asked: &Carrying,
) -> Result<bool, JobError> {
    let (batch, act, user) = (asked.batch, asked.act, asked.users_id);
    for pass in 0..PASSES {
        if pass > 0 {
            tokio::time::sleep(AGAIN * pass).await;
        }
        let mut after = (TenantId(0), NodeId(0));
        let mut waited = false;
        while let Some((tenant, entries)) = content.db.read(move |c| batch::next(c, batch, after, STEP)).await? {
            if context.shutdown.is_cancelled() {
                return Ok(false);
            }
            let found = content.db.read(move |c| accounts::find_actor(c, user)).await;
            let Some(actor) = found.map_err(|error| JobError::Retry(error.to_string()))?.map(Arc::new) else {
                // For a person who was removed or switched off, nothing more is done.
                content.db.write(move |tx| batch::stop(tx, batch)).await?;
                return Ok(true);
            };
            waited = true;
            after = entries.last().map_or(after, |last| (tenant, *last));
            let step = Box::pin(steps::step(content, &actor, (batch, act), (tenant, entries)));
            match db::with_precondition(still_has_all_of(&actor), step).await {
                Ok(()) => {}
                // The next pass tries these entries with what is left of the rights.
                Err(error) if is_of_rights(&error) => {}
                Err(error) => return Err(retry(error)),
            }
            let [waits, done, stay] = content.db.read(move |c| batch::progress(c, batch)).await?;
            activity.progress(&asked.bg_action_id, percent(act, done + stay, waits + done + stay)).await?;
        }
        if !waited {
            break;
        }
    }
    Ok(true)
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

/// The last percent is reserved for the end. What is deleted for good is only marked here.
fn percent(act: BatchAct, over: i64, all: i64) -> u8 {
    if act == BatchAct::Purge {
        return 0;
    }
    u8::try_from((over.saturating_mul(100) / all.max(1)).min(99)).unwrap_or(99)
}

fn retry(error: Error) -> JobError {
    JobError::Retry(error.to_string())
}
