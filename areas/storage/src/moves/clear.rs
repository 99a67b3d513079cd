//! Deletes what a move has left: at the old place once the repository is at the new one, or at the new place if the move was
//! given up. Only files that were copied are deleted, and what every repository has.

use blobs::SharedStore;
use jobs::{Abandoned, JobContext, JobError, Kind, NewJob, Outcome};
use primitives::{NodeId, Seconds};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::files;
use super::rows::{self, MoveId, State};
use super::{obstacle, target};
use crate::blocking::on_store;
use crate::{Result, Storage};

pub(super) const CLEAR: &str = "repository_clear";
/// Files of one step.
const STEP: i64 = 100;
/// A file server that is away is tried again after this time, and so often.
const LATER: Seconds = 3600;
const TRIES: u32 = 48;

/// What the jobs of a move carry.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct Carried {
    pub move_id: MoveId,
    /// How often a file server was away.
    #[serde(default)]
    pub tries: u32,
}

pub(super) fn carried(id: MoveId) -> Value {
    json!({ "move_id": id })
}

pub(crate) fn clearing(storage: &Storage) -> Kind {
    let (running, ending) = (storage.clone(), storage.clone());
    let kind = Kind::new(CLEAR, move |context| {
        let storage = running.clone();
        async move { run(&storage, &context).await }
    });
    kind.in_half_the_places().on_abandoned(move |tx, job| again_later(tx, job, ending.clock.now()))
}

fn again_later(tx: &mut db::Tx<'_>, job: &Abandoned, now: Seconds) -> db::Result<()> {
    let broken = |error: serde_json::Error| db::Error::Broken(error.to_string());
    let Carried { move_id, tries } = serde_json::from_str(&job.payload).map_err(broken)?;
    let Some(of) = rows::find(tx, move_id)? else { return Ok(()) };
    if tries >= TRIES {
        let (repository, folder) = (of.repository, &of.folder);
        tracing::error!(
            "What repository {repository} has left in {folder} of file server {} stays there",
            of.file_server
        );
        return rows::delete(tx, of.id);
    }
    let payload = json!({ "move_id": of.id, "tries": tries + 1 });
    jobs::enqueue(tx, &NewJob::due(CLEAR, &payload, now + LATER).of(of.tenant)).map(drop)
}

async fn run(storage: &Storage, context: &JobContext) -> Result<Outcome, JobError> {
    let id = context.payload::<Carried>()?.move_id;
    let found = storage.db.read(move |c| {
        let Some(of) = rows::find(c, id)? else { return Ok(None) };
        let is_left = matches!(of.state, State::Undoing | State::Clearing);
        let store = target::store(c, &of)?;
        Ok::<_, db::Error>(Some(store).filter(|_| is_left))
    });
    let Some(store) = found.await? else { return Ok(Outcome::Done) };
    match clear(storage, context, (id, &store)).await {
        Ok(true) => Ok(Outcome::Done),
        Ok(false) => Ok(Outcome::Again(storage.clock.now())),
        Err(error) => {
            // People see why it stays, and may leave it there.
            obstacle::note_error(storage, id, &error, (None, &store)).await?;
            Err(JobError::Retry(error.to_string()))
        }
    }
}

/// False if the server stops meanwhile.
async fn clear(storage: &Storage, context: &JobContext, (id, store): (MoveId, &SharedStore)) -> Result<bool> {
    loop {
        if context.shutdown.is_cancelled() {
            return Ok(false);
        }
        let some = storage.db.read(move |c| files::moved_after(c, id, NodeId(0), STEP)).await?;
        if some.is_empty() {
            break;
        }
        let nodes: Vec<NodeId> = some.iter().map(|file| file.node).collect();
        on_store(store, move |store| some.iter().try_for_each(|file| target::delete(store, file))).await?;
        let gone = storage.db.write(move |tx| {
            obstacle::forget(tx, id)?;
            files::forget(tx, id, &nodes)
        });
        gone.await?;
    }
    // Once it is left there, another repository may have its place.
    if storage.db.read(move |c| rows::find(c, id)).await?.is_none() {
        return Ok(true);
    }
    on_store(store, |store| store.dissolve()).await?;
    let context = context.clone();
    let ended = storage.db.write(move |tx| {
        rows::delete(tx, id)?;
        context.complete(tx)
    });
    ended.await?;
    Ok(true)
}
