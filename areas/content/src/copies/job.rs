//! The job of a copy: steps of a hundred entries, the progress of its background action, and its end.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use activity::{Activity, Change, Status};
use authz::Actor;
use jobs::{Abandoned, JobContext, JobError, Kind, NewJob, Outcome};
use primitives::Seconds;
use rest::RIGHTS_CHANGED;
use storage::disk;

use super::asked::{COPY, Copying, OPEN};
use super::item::Naming;
use super::running::Running;
use super::step::Stepped;
use super::store::{self, CopyId};
use super::{failed, files, folders, forget, inside, take_away};
use crate::{Content, Error, Result};

/// Entries of one step.
const STEP: i64 = 100;
/// After so long others take their turn, unless an entry is being tried again.
const TURN: Duration = Duration::from_millis(700);
/// A turn has at most so many steps.
const STEPS: usize = 50;
/// An entry that something else is moving is tried so often, each time a little later.
const TRIES: u32 = 6;
const AGAIN: Duration = Duration::from_millis(100);
/// What is left of an earlier try is waited for so long, again and again.
const LEFT_OVERS: Seconds = 2;
/// So many names are told of what was not copied.
const TOLD: i64 = 3;

pub(crate) fn kinds(content: &Content, activity: &Activity) -> Vec<Kind> {
    let (running, reporting, ending) = (content.clone(), activity.clone(), content.clone());
    let kind = Kind::new(COPY, move |context| {
        let (content, activity) = (running.clone(), reporting.clone());
        async move { run(&content, &activity, context).await }
    });
    let kind = kind.in_half_the_places().on_abandoned(move |tx, job| abandoned(tx, job, ending.clock.now()));
    vec![kind, take_away::kind(content.clone()), forget::kind(content.clone())]
}

/// It was cancelled, or it failed: copies that are whole stay, and what is unfinished goes to the bin.
fn abandoned(tx: &mut db::Tx<'_>, job: &Abandoned, now: Seconds) -> db::Result<()> {
    let asked: Copying = serde_json::from_str(&job.payload).map_err(|error| db::Error::Broken(error.to_string()))?;
    store::end(tx, asked.copying, now)?;
    if !job.cancelled {
        failed::note_not_begun(tx, asked.copying)?;
    }
    // What a step finished when it was taken back was not seen then.
    if store::has_waiting(tx, asked.copying)? || store::is_undone(tx, asked.copying)? {
        enqueue(tx, take_away::TAKE_AWAY, &asked, now)?;
    } else {
        failed::offer_again(tx, &asked)?;
    }
    activity::finish(tx, &asked.bg_action_id, Status::PartialError).map(drop)
}

fn enqueue(tx: &mut db::Tx<'_>, kind: &'static str, asked: &Copying, now: Seconds) -> db::Result<()> {
    let payload = serde_json::to_value(asked).map_err(|error| db::Error::Broken(error.to_string()))?;
    jobs::enqueue(tx, &NewJob::due(kind, &payload, now)).map(drop)
}

async fn run(content: &Content, activity: &Activity, context: JobContext) -> Result<Outcome, JobError> {
    let asked: Copying = context.payload()?;
    let copying = asked.copying;
    if content.db.read(move |c| store::has_left_overs(c, copying)).await? {
        return Ok(Outcome::Again(content.clock.now() + LEFT_OVERS));
    }
    let [waiting, done, failed] = content.db.read(move |c| store::counts(c, copying)).await?;
    let mut sum = Stepped { done, failed, found: waiting + done + failed, waits: Vec::new() };
    let mut tried: HashMap<CopyId, u32> = HashMap::new();
    let naming = Naming { language: asked.language, keep_both: asked.keep_both, replace: asked.replace };
    let running = Running { copying, naming, context: context.clone() };
    let (begun, mut again) = (Instant::now(), false);
    for _ in 0..STEPS {
        if begun.elapsed() > TURN && !again {
            break;
        }
        let asking = context.clone();
        if context.cancel.is_cancelled() || content.db.read(move |c| asking.is_cancelled(c)).await? {
            return Ok(Outcome::Cancelled);
        }
        if context.shutdown.is_cancelled() {
            break;
        }
        let moving = running.clone();
        if content.db.read(move |c| moving.finds_closed(c)).await? {
            return Ok(Outcome::Again(content.clock.now() + LEFT_OVERS));
        }
        let found = content.db.read(move |c| accounts::find_actor(c, asked.users_id)).await;
        let Some(actor) = found.map_err(|error| JobError::Retry(error.to_string()))?.map(Arc::new) else {
            // For a person who was removed or switched off, nothing more is done.
            return end(content, &context, &asked).await;
        };
        let step = Box::pin(step(content, &actor, &running));
        let stepped = match db::with_precondition(still_has_all_of(&actor), step).await {
            Ok(Some(stepped)) => stepped,
            Ok(None) => return end(content, &context, &asked).await,
            // The next step has what is left of the rights.
            Err(error) if is_of_rights(&error) => continue,
            Err(error) => return Err(JobError::Retry(error.to_string())),
        };
        again = give_up(content, &stepped, &mut tried).await?;
        sum = sum.and(stepped);
        activity.progress(&asked.bg_action_id, percent(&sum)).await?;
    }
    Ok(Outcome::Again(content.clock.now()))
}

/// The last percent is reserved for the end.
fn percent(sum: &Stepped) -> u8 {
    let over = sum.done + sum.failed;
    u8::try_from((over.saturating_mul(100) / sum.found.max(1)).clamp(0, 99)).unwrap_or(99)
}

/// None if nothing is left to do.
async fn step(content: &Content, actor: &Arc<Actor>, running: &Running) -> Result<Option<Stepped>> {
    disk::refuse_without_room(&content.db)?;
    let copying = running.copying;
    if let Some(folder) = content.db.read(move |c| store::next_folder(c, copying)).await? {
        return Ok(Some(inside::note(content, actor, running, folder).await?));
    }
    let next = content.db.read(move |c| store::next(c, copying, STEP)).await?;
    if next.is_empty() {
        return Ok(None);
    }
    let (of_files, of_folders) = next.into_iter().partition(|item| item.is_file);
    // Folders count once their content is noted.
    let made = folders::make(content, actor, running, of_folders).await?;
    let copied = files::copy(content, actor, running, of_files).await?;
    Ok(Some(made.and(copied)))
}

/// Entries that have been tried often enough are not copied. Whether others are to be tried again.
async fn give_up(content: &Content, stepped: &Stepped, tried: &mut HashMap<CopyId, u32>) -> Result<bool, JobError> {
    let (mut stuck, mut again) = (Vec::new(), false);
    for item in &stepped.waits {
        let times = tried.entry(*item).or_default();
        *times += 1;
        if *times >= TRIES {
            stuck.push(*item);
        } else {
            again = true;
        }
    }
    if !stuck.is_empty() {
        let noted = content.db.write(move |tx| stuck.iter().try_for_each(|item| failed::note_stuck(tx, *item)));
        noted.await?;
    }
    if stepped.done == 0 && !stepped.waits.is_empty() {
        let most = stepped.waits.iter().filter_map(|item| tried.get(item)).max().copied().unwrap_or(1);
        tokio::time::sleep(AGAIN * most).await;
    }
    Ok(again)
}

/// Says what was not copied.
async fn end(content: &Content, context: &JobContext, asked: &Copying) -> Result<Outcome, JobError> {
    let (asked, context, now) = (asked.clone(), context.clone(), content.clock.now());
    let ended = content.db.write(move |tx| {
        if context.is_cancelled(tx)? {
            return Ok(Outcome::Cancelled);
        }
        store::end(tx, asked.copying, now)?;
        let [waiting, done, failed] = store::counts(tx, asked.copying)?;
        if waiting > 0 {
            enqueue(tx, forget::FORGET, &asked, now)?;
        }
        let retry_until = if waiting == 0 { failed::retry_until(tx, asked.copying)? } else { None };
        let failed = failed + waiting;
        let undo_until = store::begun_at(tx, asked.copying)?.filter(|_| done > 0).map(|begun_at| begun_at + OPEN);
        let is_one = done + failed == 1;
        let is_told = !is_one || failed > 0;
        let numbers = Change {
            items: (!is_one).then_some(done + failed),
            done: is_told.then_some(done),
            failed: is_told.then_some(failed),
            undo_until,
            retry_until,
            ..Change::default()
        };
        activity::update(tx, &asked.bg_action_id, &numbers)?;
        let status = if failed > 0 { Status::PartialError } else { Status::Success };
        if failed > 0 {
            let names = failed::names(tx, asked.copying, TOLD)?;
            let key = if names.is_empty() { "copy.failed" } else { "copy.failed_named" };
            let mut text =
                rest::text(asked.language, key, &[("count", failed.to_string()), ("names", names.join(", "))]);
            if failed::has_lost_access(tx, asked.copying)? {
                text = format!("{text}. {}", rest::text(asked.language, "copy.no_access", &[]));
            }
            let change = Change { text: Some(text), progress: Some(100), ..Change::default() };
            activity::update(tx, &asked.bg_action_id, &change)?;
        }
        activity::finish(tx, &asked.bg_action_id, status)?;
        context.complete(tx)?;
        Ok::<_, db::Error>(Outcome::Done)
    });
    Ok(ended.await?)
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
