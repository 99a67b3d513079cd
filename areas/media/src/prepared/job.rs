//! The job that makes the pictures of an archive, one after the other. After a moment others take their turn: it goes on
//! behind the archives of other tenants and people that wait.

use std::sync::Arc;
use std::time::{Duration, Instant};

use activity::{Activity, Change, Status};
use jobs::{Abandoned, JobContext, JobError, Kind, Outcome};
use primitives::Language;
use rest::text;
use serde::{Deserialize, Serialize};
use storage::disk;

use super::make_one::{Tried, make_one};
use super::store::{self, PreparedId, Progress};
use crate::Media;
use crate::drawing::AWAY;

pub(super) const PREPARE: &str = "media.prepare_pictures";

/// After so long others take their turn.
const TURN: Duration = Duration::from_millis(700);
/// The pictures of one archive have no more bytes.
const MOST_BYTES: i64 = 8 << 30;

/// The payload.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Preparing {
    pub prepared: PreparedId,
    pub bg_action_id: String,
    /// Of the person, for what is said at the end.
    pub language: Language,
}

pub(crate) fn kind(media: Media, activity: Activity) -> Kind {
    let kind = Kind::new(PREPARE, move |context| {
        let (media, activity) = (media.clone(), activity.clone());
        async move { run(&media, &activity, context).await }
    });
    kind.in_half_the_places().on_abandoned(abandoned)
}

/// It was cancelled, or it failed: nothing of it is kept. Its files are deleted with the next tidying.
fn abandoned(tx: &mut db::Tx<'_>, job: &Abandoned) -> db::Result<()> {
    let asked: Preparing = serde_json::from_str(&job.payload).map_err(|error| db::Error::Broken(error.to_string()))?;
    store::delete(tx, asked.prepared)?;
    activity::finish(tx, &asked.bg_action_id, Status::Error).map(drop)
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
        if progress.bytes > MOST_BYTES {
            return end(media, &context, &asked).await;
        }
        let bytes = match make_one(media, &actor, (&prepared, &waiting)).await? {
            Tried::Made(bytes) => Some(bytes),
            Tried::Failed => None,
            Tried::Away => return Ok(Outcome::Again(media.clock.now() + AWAY)),
        };
        let hash = waiting.hash;
        media.db.write(move |tx| store::note(tx, id, &hash, bytes)).await?;
        activity.progress(&asked.bg_action_id, percent(progress)).await?;
    }
    Ok(Outcome::Again(media.clock.now()))
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
        let said = |key| text(asked.language, key, &[("count", failed.to_string())]);
        let (status, words) = match (made, failed) {
            _ if bytes > MOST_BYTES => (Status::Error, said("prepared.too_large")),
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
        let change = Change { text: Some(words), progress: Some(100), ..Change::default() };
        activity::update(tx, &asked.bg_action_id, &change)?;
        activity::finish(tx, &asked.bg_action_id, status)?;
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
