//! The job of a move.

use std::sync::Arc;
use std::time::{Duration, Instant};

use activity::Activity;
use jobs::{Abandoned, JobContext, JobError, Kind, Outcome};
use primitives::Seconds;

use super::clear::Carried;
use super::copy::{self, Running};
use super::rows::{self, Move, State};
use super::step::{self, Next};
use super::{ending, obstacle, target};
use crate::file_servers::tenants_here;
use crate::repositories::RepositoryMoveObstacle as Obstacle;
use crate::{Error, Result, Storage, disk};

pub(super) const MOVE: &str = "repository_move";
/// After so long others take their turn, unless the repository is closed.
const TURN: Duration = Duration::from_secs(5);
/// Room at the other file server is waited for so long, and looked for so often.
const ROOM: Seconds = 7 * 86_400;
const LOOK_FOR_ROOM: Seconds = 600;
/// A move takes days, in which a file server may be away for an hour, and the server be killed.
const ATTEMPTS: i64 = 12;

pub(crate) fn moving(storage: &Storage, activity: &Activity) -> Kind {
    let (running, reporting, ending) = (storage.clone(), activity.clone(), storage.clone());
    let kind = Kind::new(MOVE, move |context| {
        let (storage, activity) = (running.clone(), reporting.clone());
        async move { run(&storage, &activity, context).await }
    });
    kind.attempts(ATTEMPTS).in_half_the_places().on_abandoned(move |tx, job| abandoned(tx, job, ending.clock.now()))
}

fn abandoned(tx: &mut db::Tx<'_>, job: &Abandoned, now: Seconds) -> db::Result<()> {
    let carried: Carried = serde_json::from_str(&job.payload).map_err(|error| db::Error::Broken(error.to_string()))?;
    let Some(of) = rows::find(tx, carried.move_id)? else { return Ok(()) };
    if job.cancelled { ending::give_up(tx, &of, now) } else { ending::interrupted(tx, &of) }
}

async fn run(storage: &Storage, activity: &Activity, context: JobContext) -> Result<Outcome, JobError> {
    let id = context.payload::<Carried>()?.move_id;
    let begun = Instant::now();
    let mut is_first = true;
    loop {
        let Some(of) = storage.db.read(move |c| rows::find(c, id)).await? else { return Ok(Outcome::Done) };
        let is_closed = of.state == State::Closed;
        if !is_closed && of.state != State::Copying {
            return Ok(Outcome::Done);
        }
        if is_first {
            refuse_without_rights(storage, &of).await?;
        }
        let running = begin(storage, &context, of).await.map_err(retry)?;
        if context.shutdown.is_cancelled() {
            ending::reopen(&running).await.map_err(retry)?;
            return Ok(Outcome::Again(storage.clock.now()));
        }
        if begun.elapsed() > TURN && !is_closed {
            return Ok(Outcome::Again(storage.clock.now()));
        }
        let stepped = take_step(&running, activity, (is_first, is_closed)).await;
        let asking = context.clone();
        if context.cancel.is_cancelled() || storage.db.read(move |c| asking.is_cancelled(c)).await? {
            // Also once it has ended.
            return Ok(if matches!(stepped, Ok(Next::End)) { Outcome::Done } else { Outcome::Cancelled });
        }
        match stepped {
            Ok(Next::Step) => is_first = false,
            Ok(Next::After(seconds)) => return Ok(Outcome::Again(storage.clock.now() + seconds)),
            Ok(Next::End) => return Ok(Outcome::Done),
            Err(error) => {
                // Nobody has to wait while it waits.
                ending::reopen(&running).await.map_err(retry)?;
                if !context.shutdown.is_cancelled() {
                    return wait(&running, error).await;
                }
            }
        }
    }
}

/// Something is in the way. Somebody may make room at any time; what else it is has to pass soon.
async fn wait(running: &Running, error: Error) -> Result<Outcome, JobError> {
    let stores = (Some(&running.source), &running.target);
    let noted = obstacle::note_error(&running.storage, running.of.id, &error, stores).await?;
    let now = running.storage.clock.now();
    match noted {
        Some((Obstacle::NoRoom, since)) if now < since + ROOM => Ok(Outcome::Again(now + LOOK_FOR_ROOM)),
        _ => Err(retry(error)),
    }
}

async fn take_step(running: &Running, activity: &Activity, (is_first, is_closed): (bool, bool)) -> Result<Next> {
    if is_first {
        copy::find_unsure(running).await?;
    }
    if is_closed { step::take_closed(running, activity).await } else { step::take_open(running, activity).await }
}

async fn begin(storage: &Storage, context: &JobContext, of: Move) -> Result<Running> {
    let (storage, context, of) = (storage.clone(), context.clone(), Arc::new(of));
    let asked = of.clone();
    let stores =
        storage.db.read(move |c| Ok::<_, Error>((disk::store(c, asked.repository)?, target::store(c, &asked)?)));
    let (source, target) = stores.await?;
    Ok(Running { storage, context, of, source, target })
}

/// Whoever asked for it must still administer the repository's tenant.
async fn refuse_without_rights(storage: &Storage, of: &Move) -> Result<(), JobError> {
    let (user, instance, tenant) = (of.user, of.instance, of.tenant);
    let may = storage.db.read(move |c| {
        let Some(actor) = accounts::find_actor(c, user)? else { return Ok(false) };
        Ok::<_, db::Error>(tenants_here(c, &actor, instance)?.contains(&tenant))
    });
    if may.await? { Ok(()) } else { Err(JobError::Fatal("its owner may not move the repository any more".to_owned())) }
}

fn retry(error: Error) -> JobError {
    JobError::Retry(error.to_string())
}
