//! Sizes that few people need are drawn when the first one asks: once, however many ask at that moment. Until it is
//! drawn, or where it cannot be, the large picture answers.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};

use jobs::{JobContext, JobError, NewJob, Outcome as JobOutcome};
use previews::{Failure, Worker};
use primitives::{NodeId, TenantId};
use serde::{Deserialize, Serialize};
use tokio::sync::{AcquireError, Mutex as Turn, OwnedMutexGuard, OwnedSemaphorePermit, Semaphore};

use crate::Media;
use crate::drawing::{AWAY, Source, draw_one};
use crate::size::Size;

/// The job that draws what a request did not wait for.
pub(crate) const LATER: &str = "media.draw_size";

/// So long a picture that is left to a job is not tried again here.
const LEFT: Duration = Duration::from_secs(600);

/// A content and a size of it.
type Picture = (String, Size);

/// Who draws what right now, in this process.
#[derive(Clone)]
pub(crate) struct Flights {
    turns: Arc<Mutex<HashMap<Picture, Weak<Turn<()>>>>>,
    /// Left to a job, and since when: it may run in another process.
    left: Arc<Mutex<HashMap<Picture, Instant>>>,
    places: Arc<Semaphore>,
}

/// The payload of the job.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Larger {
    node_id: NodeId,
    hash: String,
    edge: u32,
}

/// A file, of which a picture is wanted.
#[derive(Clone)]
pub(crate) struct Wanted {
    pub tenant: TenantId,
    pub node: NodeId,
    pub hash: String,
    pub size: Size,
}

impl Flights {
    pub fn new() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
        let places = Arc::new(Semaphore::new((cores / 2).max(2)));
        Self { turns: Arc::default(), left: Arc::default(), places }
    }

    async fn turn(&self, picture: &Picture) -> OwnedMutexGuard<()> {
        let turn = {
            let mut turns = self.turns.lock().unwrap_or_else(PoisonError::into_inner);
            turns.retain(|_, turn| turn.strong_count() > 0);
            let known = turns.get(picture).and_then(Weak::upgrade);
            known.unwrap_or_else(|| {
                let turn = Arc::default();
                turns.insert(picture.clone(), Arc::downgrade(&turn));
                turn
            })
        };
        turn.lock_owned().await
    }

    /// A place among those that draw while somebody waits.
    pub async fn place(&self) -> Result<OwnedSemaphorePermit, AcquireError> {
        self.places.clone().acquire_owned().await
    }

    fn is_left(&self, picture: &Picture) -> bool {
        let left = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        left.get(picture).is_some_and(|since| since.elapsed() < LEFT)
    }

    fn leave(&self, picture: Picture) -> bool {
        let mut left = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        left.retain(|_, since| since.elapsed() < LEFT);
        left.insert(picture, Instant::now()).is_none()
    }

    /// Nothing of this content is left to a job any more.
    pub fn settle(&self, hash: &str) {
        self.left.lock().unwrap_or_else(PoisonError::into_inner).retain(|(content, _), _| content != hash);
    }
}

/// The wanted picture, or the large one instead; None if even that is not as it was kept.
pub(crate) async fn take(media: &Media, wanted: &Wanted) -> Result<Option<(Size, Vec<u8>)>, String> {
    if let Some(bytes) = kept(media, &wanted.hash, wanted.size).await? {
        return Ok(Some((wanted.size, bytes)));
    }
    if Size::AT_ONCE.contains(&wanted.size) {
        return Ok(None);
    }
    let Some(large) = kept(media, &wanted.hash, Size::LARGE).await? else { return Ok(None) };
    if let Err(reason) = draw_once(media, wanted).await {
        tracing::warn!(node.id = %wanted.node, "A larger picture of node {} could not be tried: {reason}", wanted.node);
    }
    let drawn = kept(media, &wanted.hash, wanted.size).await?;
    Ok(Some(drawn.map_or((Size::LARGE, large), |bytes| (wanted.size, bytes))))
}

async fn kept(media: &Media, hash: &str, size: Size) -> Result<Option<Vec<u8>>, String> {
    let (renditions, hash) = (media.renditions.clone(), hash.to_owned());
    let taken = tokio::task::spawn_blocking(move || renditions.take(&hash, size)).await;
    Ok(taken.map_err(|error| error.to_string())?.ok())
}

async fn draw_once(media: &Media, wanted: &Wanted) -> Result<(), String> {
    let picture = (wanted.hash.clone(), wanted.size);
    let turn = media.flights.turn(&picture).await;
    if media.flights.is_left(&picture) || kept(media, &wanted.hash, wanted.size).await?.is_some() {
        return Ok(());
    }
    let place = media.flights.place().await.map_err(|error| error.to_string())?;
    // A task of its own: what has begun is finished, even if nobody waits for the answer any more.
    let (media, wanted) = (media.clone(), wanted.clone());
    tokio::spawn(async move { draw_hastily(&media, wanted, (turn, place)).await })
        .await
        .map_err(|error| error.to_string())?
}

async fn draw_hastily(
    media: &Media,
    wanted: Wanted,
    _held: (OwnedMutexGuard<()>, OwnedSemaphorePermit),
) -> Result<(), String> {
    let mut hasty = Worker::clone(&media.worker);
    hasty.limits = media.worker.limits.hasty();
    let Wanted { tenant, node, hash, size } = wanted;
    if draw(media, &Arc::new(hasty), node, &hash, size).await? == Ended::Settled {
        return Ok(());
    }
    let payload = Larger { node_id: node, hash: hash.clone(), edge: size.edge() };
    let (payload, now) = (serde_json::to_value(payload).map_err(|error| error.to_string())?, media.clock.now());
    if media.flights.leave((hash, size)) {
        let job = NewJob { priority: 10, ..NewJob::due(LATER, &payload, now).of(tenant) };
        let left = media.db.write(move |tx| jobs::enqueue(tx, &job));
        left.await.map_err(|error: db::Error| error.to_string())?;
    }
    Ok(())
}

#[derive(Debug, PartialEq, Eq)]
enum Ended {
    /// There is a picture of this size, or will be none for now.
    Settled,
    OutOfTime,
    /// The disk of its repository is not there, or not on this host.
    Away,
}

/// Draws one size with these limits. A size that the file cannot be drawn in has the large picture from now on.
async fn draw(media: &Media, worker: &Arc<Worker>, node: NodeId, hash: &str, size: Size) -> Result<Ended, String> {
    let source = if size < Size::SMALL {
        Source::kept(media.renditions.path(hash, Size::LARGE))
    } else {
        match storage::integrity::right_bytes(&media.db, node, hash, media.clock.now()).await {
            Ok(Some((found, file))) => Source::file(file, found.facts.mime.unwrap_or_default()),
            // A reader of the file itself learns what is wrong with it.
            Ok(None) | Err(storage::Error::Damaged | storage::Error::BytesMissing) => return Ok(Ended::Settled),
            Err(error) if error.is_of_an_absent_disk() => return Ok(Ended::Away),
            Err(error) => return Err(error.to_string()),
        }
    };
    match draw_one(&media.renditions, worker, (hash, size), source).await? {
        Ok(_) => Ok(Ended::Settled),
        Err(Failure::TimedOut) => Ok(Ended::OutOfTime),
        Err(Failure::Unavailable(reason)) => Err(reason),
        Err(failure) => {
            tracing::info!(node.id = %node, "No picture of {} pixels can be drawn of node {node}: {failure}", size.edge());
            keep_large(media, hash, size).await
        }
    }
}

async fn keep_large(media: &Media, hash: &str, size: Size) -> Result<Ended, String> {
    let (renditions, hash) = (media.renditions.clone(), hash.to_owned());
    let kept = tokio::task::spawn_blocking(move || renditions.keep_large_as(&hash, size)).await;
    kept.map_err(|error| error.to_string())?.map_err(|error| error.to_string())?;
    Ok(Ended::Settled)
}

/// The job: with all the time that a picture may take.
pub(crate) async fn draw_later(
    media: &Media,
    worker: &Arc<Worker>,
    context: &JobContext,
) -> Result<JobOutcome, JobError> {
    let Larger { node_id, hash, edge } = context.payload()?;
    let Some(size) = Size::of_edge(edge) else { return Ok(JobOutcome::Done) };
    if kept(media, &hash, size).await.map_err(JobError::Retry)?.is_none() {
        match draw(media, worker, node_id, &hash, size).await.map_err(JobError::Retry)? {
            Ended::Settled => {}
            Ended::OutOfTime => {
                keep_large(media, &hash, size).await.map_err(JobError::Retry)?;
            }
            Ended::Away => return Ok(JobOutcome::Again(media.clock.now() + AWAY)),
        }
    }
    media.flights.settle(&hash);
    Ok(JobOutcome::Done)
}
