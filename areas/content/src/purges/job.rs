//! A purge in the background: its job, and the progress of its background action.

use std::sync::Arc;

use activity::{Activity, Status};
use audit::Author;
use authz::Origin;
use db::{Tx, params};
use jobs::{JobContext, JobError, Kind, Outcome};
use primitives::Seconds;

use super::bin::{Place, mark_page};
use super::delete::{Carrier, end, step};
use super::in_background::{PURGE, Purging};
use super::marks::PurgeId;
use crate::{Content, Error};

/// The part of an action's percents that a deletion is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span(pub u8, pub u8);

impl Span {
    fn percent(self, (gone, entries): (i64, Option<i64>)) -> u8 {
        let Self(from, to) = self;
        let part = gone.saturating_mul(i64::from(to.saturating_sub(from))) / entries.unwrap_or(gone).max(1);
        from.saturating_add(u8::try_from(part).unwrap_or(0)).min(to)
    }
}

/// Of a deletion that is all of its action; the last percent is reserved for the end.
const ALL: Span = Span(0, 99);

/// Marked entries are in no bin and cannot be restored, so the job is tried until it is done.
const ATTEMPTS: i64 = 100_000;

pub fn kind(content: Content, activity: Activity) -> Kind {
    let kind = Kind::new(PURGE, move |context| {
        let (content, activity) = (content.clone(), activity.clone());
        async move { run(&content, &activity, context).await }
    });
    kind.attempts(ATTEMPTS).in_half_the_places().on_abandoned(|tx, job| {
        let asked: Purging =
            serde_json::from_str(&job.payload).map_err(|error| db::Error::Broken(error.to_string()))?;
        activity::finish(tx, &asked.bg_action_id, Status::Error).map(|_| ())
    })
}

async fn run(content: &Content, activity: &Activity, context: JobContext) -> Result<Outcome, JobError> {
    let asked: Purging = context.payload()?;
    let again = || Ok(Outcome::Again(content.clock.now()));
    if let Some(before) = asked.binned_before {
        let marked = mark_rest(content, &context, &asked, before).await.map_err(retry)?;
        if !marked {
            return again();
        }
    }
    let author = Author::user(asked.users_id, Origin::Job);
    if !delete_marked(content, activity, &context, (asked.purge, &asked.bg_action_id, ALL), author).await? {
        return again();
    }
    let ended = content.db.write(move |tx| {
        end(tx, asked.purge, &[])?;
        activity::finish(tx, &asked.bg_action_id, Status::Success)?;
        context.complete(tx)
    });
    ended.await?;
    Ok(Outcome::Done)
}

/// Deletes what is marked, and reports how far it has come; false if the server stops meanwhile. The caller ends the
/// purge.
pub(crate) async fn delete_marked(
    content: &Content,
    activity: &Activity,
    context: &JobContext,
    (purge, bg_action_id, span): (PurgeId, &str, Span),
    author: Author,
) -> Result<bool, JobError> {
    count(content, purge).await?;
    let mut discarded = Vec::new();
    let carrier = || Carrier { author, now: content.clock.now() };
    while let Some(step) = step(&content.db, purge, discarded, carrier()).await.map_err(retry)? {
        activity.progress(bg_action_id, span.percent(step.progress)).await?;
        if context.shutdown.is_cancelled() {
            return Ok(false);
        }
        discarded = step.discarded;
    }
    Ok(true)
}

/// Marks with the rights that the person has now; false if the server stops meanwhile. For a person who was removed,
/// nothing more is marked.
async fn mark_rest(content: &Content, context: &JobContext, asked: &Purging, before: Seconds) -> crate::Result<bool> {
    let user = asked.users_id;
    let found = content.db.read(move |c| accounts::find_actor(c, user));
    let found = found.await.map_err(|error| db::Error::Broken(error.to_string()))?;
    let Some(actor) = found.map(Arc::new) else { return Ok(true) };
    let mut place = Place::before(before);
    while !place.is_end {
        if context.shutdown.is_cancelled() {
            return Ok(false);
        }
        (place, _) = mark_page(content, &actor, Author::from(&*actor), Some(asked.purge), place).await?;
    }
    Ok(true)
}

/// What is marked from now on is counted by itself.
pub(crate) fn count_anew(tx: &mut Tx<'_>, purge: PurgeId) -> db::Result<()> {
    tx.run("UPDATE content_purge SET gone = 0, entries = NULL WHERE purge_id = $1", params![purge]).map(|_| ())
}

/// Counts the rows to delete, once.
async fn count(content: &Content, purge: PurgeId) -> db::Result<()> {
    let counted = content.db.read_long(move |c| {
        let sql = "SELECT 1 FROM content_purge WHERE purge_id = $1 AND entries IS NULL";
        if !c.exists(sql, params![purge])? {
            return Ok(None);
        }
        let sql = format!(
            "WITH RECURSIVE below (node_id) AS (
               SELECT n.node_id FROM content_purging p JOIN nodes_node n ON n.node_id = p.node_id
               WHERE p.purge_id = $1
               UNION
               SELECT n.node_id FROM below {}
             )
             SELECT COUNT(*) FROM below",
            db::seek(c.engine(), "nodes_node", "n", "n.parent_id = below.node_id")
        );
        c.get(&sql, params![purge], |row| row.get::<i64>(0)).map(Some)
    });
    let Some(entries) = counted.await? else { return Ok(()) };
    let sql = "UPDATE content_purge SET entries = gone + $2 WHERE purge_id = $1";
    content.db.write(move |tx| tx.run(sql, params![purge, entries]).map(|_| ())).await
}

fn retry(error: Error) -> JobError {
    JobError::Retry(error.to_string())
}
