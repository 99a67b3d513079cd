//! Reads all files again, slowly enough not to disturb other work. Those of a store that does not answer are read later.

use std::sync::Arc;
use std::time::{Duration, Instant};

use blobs::{Opened, SharedStore, Store, Written};
use db::Conn;
use jobs::{JobContext, JobError, Kind, NewJob, Outcome};
use nodes::Node;
use primitives::{NodeId, Seconds};
use serde_json::json;
use tokio_util::sync::CancellationToken;

use super::read;
use super::repaired::found_right;
use super::store::{self, Flaw};
use super::{alarm, is_settled};
use crate::blocking::{in_time, on_store};
use crate::disk::NodePath;
use crate::intents::{self, SubtreeLock};
use crate::{Answering, Error, Result, Storage, disk};

const KIND: &str = "scrub";
/// One run lasts about this long; then other jobs with its lock get a turn.
const BURST: Duration = Duration::from_secs(20);
/// If nothing is due, this many seconds pass until the next look.
const REST: Seconds = 600;
/// A disk that is not mounted, or does not answer, is tried again after this many seconds.
const AWAY: Seconds = 3600;
/// Files that are looked up, and recorded, in one transaction.
const STEP: i64 = 64;
/// What opening a file costs, in bytes read.
const OPENING: u64 = 64 * 1024;

/// The job that reads files again.
pub(crate) fn scrubbing(storage: &Storage) -> Kind {
    let storage = storage.clone();
    Kind::new(KIND, move |context| {
        let storage = storage.clone();
        async move { burst(&storage, &context).await }
    })
    .in_half_the_places()
}

/// Makes sure that there is one such job, if it is wanted.
pub async fn keep_scrubbing(storage: &Storage) -> db::Result<()> {
    if storage.config.scrub_pace == 0 {
        return Ok(());
    }
    let now = storage.clock.now();
    storage.db.write(move |tx| jobs::enqueue_once(tx, &NewJob::due(KIND, &json!({}), now)).map(|_| ())).await
}

async fn burst(storage: &Storage, context: &JobContext) -> Result<Outcome, JobError> {
    let (begun, pace) = (Instant::now(), storage.config.scrub_pace);
    if pace == 0 {
        return Ok(Outcome::Done);
    }
    let mut answering = Answering::default();
    while begun.elapsed() < BURST && !context.shutdown.is_cancelled() {
        let now = storage.clock.now();
        let before = now - storage.config.scrub_every;
        let due = storage.db.read(move |c| store::due(c, before, STEP)).await?;
        if due.is_empty() {
            return Ok(Outcome::Again(now + REST));
        }
        let mut right = Vec::new();
        for node in due {
            let read = look_again(storage, &mut answering, node, (pace, &context.shutdown)).await;
            match read.map_err(|error| JobError::Retry(error.to_string()))? {
                Read::Right { size, modified_ns } => {
                    right.push((node, modified_ns));
                    tokio::time::sleep(read::time_for(OPENING.min(size + OPENING / 4), pace)).await;
                }
                Read::Told => {}
                Read::Stopped => break,
            }
        }
        storage.db.write(move |tx| right.iter().try_for_each(|(node, at)| found_right(tx, *node, *at, now))).await?;
    }
    Ok(Outcome::Again(storage.clock.now()))
}

enum Read {
    Right {
        size: u64,
        modified_ns: i64,
    },
    /// Another problem of it was reported.
    Told,
    Stopped,
}

/// How fast a file is read, and what stops it.
type Pace<'p> = (u64, &'p CancellationToken);

async fn look_again(storage: &Storage, answering: &mut Answering, id: NodeId, pace: Pace<'_>) -> Result<Read> {
    let now = storage.clock.now();
    let found = storage.db.read(move |c| locate(c, id)).await?;
    let Some(found @ Located { place: Some(_), .. }) = found else {
        storage.db.write(move |tx| store::put_off(tx, id, now)).await?;
        return Ok(Read::Told);
    };
    let disk = found.store.clone();
    let read = if answering.is_there(&disk).await {
        read_again(storage, found, pace).await
    } else {
        Err(blobs::Error::NotMounted.into())
    };
    match read {
        Err(error) if is_away(&error) => {
            tracing::warn!("File {id} is read later: {error}");
            answering.leave_out(&disk);
            let again_soon = again_soon(storage);
            storage.db.write(move |tx| store::put_off(tx, id, again_soon)).await?;
            Ok(Read::Told)
        }
        other => other,
    }
}

/// Whether other files of the store cannot be read now, either.
fn is_away(error: &Error) -> bool {
    error.is_of_an_absent_disk() || matches!(error, Error::Disk(blobs::Error::Slow))
}

/// A file that was read then is due in an hour.
fn again_soon(storage: &Storage) -> Seconds {
    storage.clock.now() - storage.config.scrub_every + AWAY
}

async fn read_again(storage: &Storage, found: Located, (pace, stop): Pace<'_>) -> Result<Read> {
    let Located { node, store: disk, way, place } = found;
    let (id, now, again_soon) = (node.id, storage.clock.now(), again_soon(storage));
    let place = place.ok_or(blobs::Error::Missing)?;
    let file = match in_time(on_store(&disk, move |disk| disk.open(&place))).await {
        Ok(file) => Arc::new(file),
        Err(Error::Disk(blobs::Error::Missing)) => return reconcile_missing(storage, id).await,
        Err(error) => return unreadable(storage, id, error).await,
    };
    let written = state_of(&disk, &file).await?;
    let hash = match read::hash_slowly(&disk, &file, pace, stop).await {
        Ok(Some(hash)) => hash,
        Ok(None) => return Ok(Read::Stopped),
        Err(error) => return unreadable(storage, id, error).await,
    };
    if node.facts.hash.as_ref() == Some(&hash) {
        return Ok(Read::Right { size: written.size, modified_ns: written.modified_ns });
    }
    let written_now = state_of(&disk, &file).await?;
    let noted = storage.db.write(move |tx| {
        // It may have other bytes meanwhile, and be right with them; or the path may be another file's.
        let is_same = nodes::find(tx, id)?.is_some_and(|now| now.facts.hash == node.facts.hash);
        if !is_same || written_now != written || !is_settled(tx, &way)? {
            return Ok(store::put_off(tx, id, again_soon)?);
        }
        alarm::note(tx, id, Flaw::OtherBytes, Some(written.modified_ns), now)
    });
    noted.await?;
    Ok(Read::Told)
}

/// A bad sector, or rights, that make one file unreadable do not affect the others.
async fn unreadable(storage: &Storage, id: NodeId, error: Error) -> Result<Read> {
    if is_away(&error) {
        return Err(error);
    }
    let again_soon = again_soon(storage);
    tracing::error!("File {id} cannot be read: {error}");
    metrics::counter!("files_found_wrong_total", "flaw" => "unreadable").increment(1);
    storage.db.write(move |tx| store::put_off(tx, id, again_soon)).await?;
    Ok(Read::Told)
}

async fn state_of(disk: &SharedStore, file: &Arc<Opened>) -> Result<Written> {
    let file = file.clone();
    in_time(on_store(disk, move |_| file.written())).await
}

/// Nothing moves while it is looked for again.
async fn reconcile_missing(storage: &Storage, id: NodeId) -> Result<Read> {
    let (db, now, again_soon) = (&storage.db, storage.clock.now(), again_soon(storage));
    let Some(node) = db.read(move |c| nodes::find(c, id)).await? else { return Ok(Read::Told) };
    let looked = intents::while_locked(db, SubtreeLock::of(&node), async || {
        let Some(Located { store: disk, place, .. }) = db.read(move |c| locate(c, id)).await? else { return Ok(()) };
        // Something else in its place is not a file of ours.
        let look = move |disk: &dyn Store| Ok::<_, Error>(place.is_some_and(|place| !is_missing(&disk.open(&place))));
        if in_time(on_store(&disk, look)).await? {
            return Ok(db.write(move |tx| store::put_off(tx, id, again_soon)).await?);
        }
        db.write(move |tx| alarm::note(tx, id, Flaw::Missing, None, now)).await
    });
    match looked.await {
        Err(Error::Moving) => storage.db.write(move |tx| store::put_off(tx, id, again_soon)).await?,
        other => other?,
    }
    Ok(Read::Told)
}

fn is_missing(opened: &blobs::Result<Opened>) -> bool {
    matches!(opened, Err(blobs::Error::Missing))
}

struct Located {
    node: Node,
    store: SharedStore,
    way: NodePath,
    /// None if it is neither in the tree nor in the bin.
    place: Option<blobs::TreePath>,
}

/// The path of a file, also in the bin.
fn locate(conn: &mut Conn<'_>, id: NodeId) -> Result<Option<Located>, Error> {
    let Some(node) = nodes::find(conn, id)? else { return Ok(None) };
    let place = disk::place_anywhere(conn, id)?;
    let store = disk::store(conn, node.repository)?;
    Ok(Some(Located { node, store, way: NodePath::of(conn, id)?, place }))
}
