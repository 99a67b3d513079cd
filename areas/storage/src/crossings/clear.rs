//! Deletes what a crossing has left: in the source once the entry is in the target, or in the target if it was given up.
//! Only what was copied is deleted.

use std::time::{Duration, Instant};

use blobs::{Area, SharedStore, Store, TreePath};
use db::Tx;
use jobs::{Abandoned, JobContext, JobError, Kind, NewJob, Outcome};
use primitives::{NodeId, Seconds};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::files::{self, FOLDER};
use super::leave;
use super::rows::{self, Crossing, CrossingId, State};
use crate::blocking::on_store;
use crate::moves::files::Moved;
use crate::moves::target;
use crate::{Error, Result, Storage, disk};

pub(super) const CLEAR: &str = "crossing_clear";
/// What is left is read for so long by who has begun to read it there.
const GRACE: Seconds = 3600;
/// Files of one step.
const STEP: i64 = 100;
/// After this time it goes on.
const SOON: Seconds = 5;
/// So long files are deleted before it is the turn of others.
const TURN: Duration = Duration::from_millis(500);
/// A file server that is away is tried again after this time. After so many tries that is an error.
const LATER: Seconds = 3600;
const TRIES: u32 = 48;

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Carried {
    crossing_id: CrossingId,
    /// How often a file server was away.
    #[serde(default)]
    tries: u32,
}

pub(super) fn carried(id: CrossingId) -> Value {
    json!({ "crossing_id": id })
}

/// After a while, for an entry that is in the target.
pub(super) fn enqueue(tx: &mut Tx<'_>, id: CrossingId, now: Seconds) -> db::Result<()> {
    let Some(of) = rows::find(tx, id)? else { return Ok(()) };
    jobs::enqueue(tx, &NewJob::due(CLEAR, &carried(id), now + GRACE).of(of.tenant)).map(drop)
}

pub(crate) fn clearing(storage: &Storage) -> Kind {
    let (running, ending) = (storage.clone(), storage.clone());
    let kind = Kind::new(CLEAR, move |context| {
        let storage = running.clone();
        async move { run(&storage, &context).await }
    });
    kind.in_half_the_places().on_abandoned(move |tx, job| again_later(tx, job, ending.clock.now()))
}

fn again_later(tx: &mut Tx<'_>, job: &Abandoned, now: Seconds) -> db::Result<()> {
    let broken = |error: serde_json::Error| db::Error::Broken(error.to_string());
    let Carried { crossing_id, tries } = serde_json::from_str(&job.payload).map_err(broken)?;
    let Some(of) = rows::find(tx, crossing_id)? else { return Ok(()) };
    if tries >= TRIES {
        tracing::error!("What entry {} has left in repository {} is not deleted yet", of.node, of.at);
    }
    let payload = json!({ "crossing_id": of.id, "tries": tries.saturating_add(1) });
    jobs::enqueue(tx, &NewJob::due(CLEAR, &payload, now + LATER).of(of.tenant)).map(drop)
}

async fn run(storage: &Storage, context: &JobContext) -> Result<Outcome, JobError> {
    let id = context.payload::<Carried>()?.crossing_id;
    let found = storage.db.read(move |c| {
        let Some(of) = rows::find(c, id)?.filter(|of| of.state != State::Copying) else { return Ok(None) };
        if leave::is_intended(c, id)? {
            return Err(Error::Moving);
        }
        let store = disk::store(c, of.at)?;
        Ok(Some((of, store)))
    });
    let Some((of, store)) = found.await.map_err(retry)? else { return Ok(Outcome::Done) };
    match clear(storage, context, (&of, &store)).await {
        Ok(Cleared::All) => Ok(Outcome::Done),
        Ok(Cleared::Turn) => Ok(Outcome::Again(storage.clock.now())),
        Ok(Cleared::Waits) => Ok(Outcome::Again(storage.clock.now() + SOON)),
        Err(error) => Err(retry(error)),
    }
}

fn retry(error: Error) -> JobError {
    JobError::Retry(error.to_string())
}

/// How far it has come.
enum Cleared {
    All,
    /// It is the turn of others.
    Turn,
    /// The server stops, or others are at what is left.
    Waits,
}

async fn clear(storage: &Storage, context: &JobContext, (of, store): (&Crossing, &SharedStore)) -> Result<Cleared> {
    let (id, at) = (of.id, of.at);
    // Without its disk, missing files prove nothing.
    on_store(store, |store| if store.is_there() { Ok(()) } else { Err(blobs::Error::NotMounted) }).await?;
    let begun = Instant::now();
    loop {
        if context.shutdown.is_cancelled() {
            return Ok(Cleared::Waits);
        }
        let (going, own) = storage.db.write(move |tx| files::begin_deleting(tx, (id, at), STEP)).await?;
        if going.is_empty() && own.is_empty() {
            break;
        }
        let nodes: Vec<NodeId> = going.iter().map(|file| file.node).chain(own).collect();
        let deleted = on_store(store, move |store| {
            // What is in a folder of the bin goes before it.
            let (folders, files): (Vec<_>, Vec<_>) = going.iter().partition(|file| file.hash == FOLDER);
            files.into_iter().chain(folders).try_for_each(|file| delete(store, file))
        });
        deleted.await?;
        storage.db.write(move |tx| files::forget(tx, id, &nodes)).await?;
        if begun.elapsed() > TURN {
            return Ok(Cleared::Turn);
        }
    }
    let folder = TreePath::moving(id.0, &[]).map(|place| place.to_string()).unwrap_or_default();
    if storage.db.read(move |c| files::is_in_use(c, (id, at), &folder)).await? {
        return Ok(Cleared::Waits);
    }
    on_store(store, move |store| store.end_moving(id.0)).await?;
    let context = context.clone();
    let ended = storage.db.write(move |tx| {
        rows::delete(tx, id)?;
        context.complete(tx)
    });
    ended.await?;
    Ok(Cleared::All)
}

fn delete(store: &dyn Store, file: &Moved) -> blobs::Result<()> {
    if file.hash == FOLDER {
        return store.discard(Area::Bin, file.node);
    }
    target::delete(store, file)
}
