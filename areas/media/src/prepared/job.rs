//! The job that makes the pictures of an archive, one after the other. After a moment others take their turn: it goes on
//! behind the archives of other tenants and people that wait. What visitors of share links want is a job of another kind,
//! with few places.

use std::sync::Arc;
use std::time::{Duration, Instant};

use activity::{Activity, Change, Status};
use db::Tx;
use jobs::{Abandoned, JobContext, JobError, JobId, Kind, NewJob, Outcome};
use primitives::{Language, Seconds, TenantId, UserId};
use rest::text;
use serde::{Deserialize, Serialize};
use storage::disk;

use super::make_one::{Tried, make_one};
use super::store::{self, Prepared, PreparedId, Progress};
use crate::Media;
use crate::drawing::AWAY;

pub(super) const PREPARE: &str = "media.prepare_pictures";
pub(super) const PREPARE_FOR_VISITORS: &str = "media.prepare_for_visitors";

/// After so long others take their turn.
const TURN: Duration = Duration::from_millis(700);
/// The pictures of one archive have no more bytes.
const MOST_BYTES: i64 = 8 << 30;
/// Nor those of one for visitors.
const MOST_BYTES_OF_VISITORS: i64 = 2 << 30;
/// Other visitors have all places: it is tried again after so many seconds.
const WITHOUT_PLACE: Seconds = 2;

/// The payload.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Preparing {
    pub prepared: PreparedId,
    /// Visitors have none.
    pub bg_action_id: Option<String>,
    /// Of the person, for what is said at the end.
    pub language: Language,
}

pub(crate) fn kinds(media: &Media, activity: &Activity) -> [Kind; 2] {
    [PREPARE, PREPARE_FOR_VISITORS].map(|name| {
        let (media, activity) = (media.clone(), activity.clone());
        let kind = Kind::new(name, move |context| {
            let (media, activity) = (media.clone(), activity.clone());
            async move { run(&media, &activity, context).await }
        });
        kind.in_half_the_places().on_abandoned(abandoned)
    })
}

pub(super) fn enqueue(
    tx: &mut Tx<'_>,
    carried: &Preparing,
    (kind, tenant, user): (&'static str, TenantId, UserId),
    now: Seconds,
) -> db::Result<JobId> {
    let payload = serde_json::to_value(carried).map_err(|error| db::Error::Broken(error.to_string()))?;
    jobs::enqueue(tx, &NewJob::due(kind, &payload, now).of(tenant).for_user(Some(user)))
}

/// It was cancelled, or it failed: nothing of it is kept. Its files are deleted with the next tidying.
fn abandoned(tx: &mut Tx<'_>, job: &Abandoned) -> db::Result<()> {
    let asked: Preparing = serde_json::from_str(&job.payload).map_err(|error| db::Error::Broken(error.to_string()))?;
    store::delete(tx, asked.prepared)?;
    match asked.bg_action_id {
        Some(action) => activity::finish(tx, &action, Status::Error).map(drop),
        None => Ok(()),
    }
}

async fn run(media: &Media, activity: &Activity, context: JobContext) -> Result<Outcome, JobError> {
    let asked: Preparing = context.payload()?;
    let (id, begun) = (asked.prepared, Instant::now());
    while begun.elapsed() < TURN && !context.shutdown.is_cancelled() {
        let asking = context.clone();
        if context.cancel.is_cancelled() || media.db.read(move |c| asking.is_cancelled(c)).await? {
            return Ok(Outcome::Cancelled);
        }
        disk::refuse_without_room(&media.db).map_err(|error| JobError::Retry(error.to_string()))?;
        let found = media.db.read(move |c| {
            let Some(prepared) = store::find(c, id)? else { return Ok(None) };
            let actor = accounts::find_actor(c, prepared.user)?;
            Ok::<_, db::Error>(Some((prepared, store::next(c, id)?, store::progress(c, id)?, actor)))
        });
        // Its person, or their tenant, is gone.
        let Some((prepared, next, progress, actor)) = found.await? else { return end(media, &context, &asked).await };
        let (Some(waiting), Some(actor)) = (next, actor.map(Arc::new)) else {
            return end(media, &context, &asked).await;
        };
        if progress.bytes > most_bytes(&prepared) {
            return end(media, &context, &asked).await;
        }
        let place = prepared.is_for_visitors.then(|| media.visitors.place());
        if matches!(place, Some(None)) {
            return Ok(Outcome::Again(media.clock.now() + WITHOUT_PLACE));
        }
        let bytes = match make_one(media, &actor, (&prepared, &waiting)).await? {
            Tried::Made(bytes) => Some(bytes),
            Tried::Failed => None,
            Tried::Away => return Ok(Outcome::Again(media.clock.now() + AWAY)),
        };
        drop(place);
        let hash = waiting.hash;
        media.db.write(move |tx| store::note(tx, id, &hash, bytes)).await?;
        if let Some(action) = &asked.bg_action_id {
            activity.progress(action, percent(progress)).await?;
        }
    }
    Ok(Outcome::Again(media.clock.now()))
}

fn most_bytes(prepared: &Prepared) -> i64 {
    if prepared.is_for_visitors { MOST_BYTES_OF_VISITORS } else { MOST_BYTES }
}

/// After one more; the last percent is reserved for the end.
fn percent(before: Progress) -> u8 {
    let over = before.made + before.failed + 1;
    let all = before.waiting + before.made + before.failed;
    u8::try_from((over.saturating_mul(100) / all.max(1)).clamp(0, 99)).unwrap_or(99)
}

/// The archive can be fetched from now on, unless nothing was made, or too much is wanted.
async fn end(media: &Media, context: &JobContext, asked: &Preparing) -> Result<Outcome, JobError> {
    let (asked, context, now) = (asked.clone(), context.clone(), media.clock.now());
    let ended = media.db.write(move |tx| {
        if context.is_cancelled(tx)? {
            return Ok(Outcome::Cancelled);
        }
        let Progress { waiting, made, failed, bytes } = store::progress(tx, asked.prepared)?;
        let is_too_large = store::find(tx, asked.prepared)?.is_some_and(|prepared| bytes > most_bytes(&prepared));
        let said = |key| text(asked.language, key, &[("count", failed.to_string())]);
        let (status, words) = match (made, failed) {
            _ if is_too_large => (Status::Error, said("prepared.too_large")),
            _ if waiting > 0 || made == 0 => (Status::Error, said("prepared.nothing")),
            (_, 0) => (Status::Success, String::new()),
            (_, 1) => (Status::PartialError, said("prepared.left_out_one")),
            _ => (Status::PartialError, said("prepared.left_out")),
        };
        if status == Status::Error {
            store::delete(tx, asked.prepared)?;
        } else {
            store::set_ready(tx, asked.prepared, bytes, now)?;
        }
        if let Some(action) = &asked.bg_action_id {
            let change = Change { text: Some(words), progress: Some(100), ..Change::default() };
            activity::update(tx, action, &change)?;
            activity::finish(tx, action, status)?;
        }
        context.complete(tx)?;
        Ok::<_, db::Error>(Outcome::Done)
    });
    Ok(ended.await?)
}

#[cfg(test)]
mod tests {
    use super::{Progress, percent};

    #[test]
    fn the_last_percent_is_for_the_end() {
        let progress = |waiting, made| Progress { waiting, made, ..Progress::default() };
        assert_eq!([percent(progress(4, 0)), percent(progress(2, 2)), percent(progress(1, 3))], [25, 75, 99]);
    }
}
