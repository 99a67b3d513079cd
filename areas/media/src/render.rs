//! The job behind a preview: draw once per content, tell every node that has it, and everyone who looks at one.

use std::os::fd::AsRawFd;
use std::path::PathBuf;
use std::sync::Arc;

use activity::Status;
use db::params;
use jobs::{JobContext, JobError, NewJob, Outcome as JobOutcome};
use previews::{Failure, Rendered, Tool, Worker};
use primitives::Seconds;

use crate::Media;
use crate::draw::Draw;
use crate::fault::PreviewFault;
use crate::outcome::{Facts, Outcome, State};
use crate::{status, store};

/// The job that draws what a first try did not get done.
pub(crate) const SLOWLY: &str = "media.draw_slowly";

/// Seconds until a disk that was not there is looked for again.
const AWAY: Seconds = 60;

/// `kind` is the job's own: a first try that runs out of time hands over to `SLOWLY`.
pub(crate) async fn render(
    media: &Media,
    worker: &Arc<Worker>,
    kind: &'static str,
    context: &JobContext,
) -> Result<JobOutcome, JobError> {
    let stored: &Draw = &context.payload()?;
    let hash = stored.hash.clone();
    let known = media.db.read(move |c| store::find(c, &hash)).await?;
    let known = known.filter(|outcome| outcome.state.is_final());
    let drawn_before = known.filter(|outcome| outcome.state != State::Ready || media.renditions.has(&stored.hash));
    let outcome = match drawn_before {
        Some(outcome) => outcome,
        None => match draw(media, worker, stored).await? {
            Tried::Drawn(Err(Failure::TimedOut)) if kind != SLOWLY => {
                hand_over(media, context, stored).await?;
                return Ok(JobOutcome::Done);
            }
            Tried::Drawn(drawn) => judge(drawn)?,
            Tried::Gone => {
                let node = stored.node_id;
                let end = move |tx: &mut db::Tx<'_>| {
                    activity::restatus_node(tx, node, &Status::GeneratingPreview, &Status::Success)
                };
                media.db.write(end).await?;
                return Ok(JobOutcome::Done);
            }
            Tried::Away => return Ok(JobOutcome::Again(media.clock.now() + AWAY)),
            Tried::WrongBytes => {
                tell_wrong_bytes(media, stored).await?;
                return Ok(JobOutcome::Done);
            }
        },
    };
    tell(media, stored, outcome).await?;
    Ok(JobOutcome::Done)
}

/// Ends this job and enqueues the slow one, in one commit.
async fn hand_over(media: &Media, context: &JobContext, stored: &Draw) -> Result<(), JobError> {
    let (context, node, now) = (context.clone(), stored.node_id, media.clock.now());
    let payload = serde_json::to_value(stored).map_err(|error| JobError::Fatal(error.to_string()))?;
    let handed = media.db.write(move |tx| {
        let sql = "SELECT tenant_id FROM nodes_node WHERE node_id = $1";
        let tenant = tx.find(sql, params![node], |row| row.get(0))?;
        jobs::enqueue(tx, &NewJob { tenant, ..NewJob::due(SLOWLY, &payload, now) })?;
        context.complete(tx)
    });
    Ok(handed.await?)
}

type Drawn = Result<Rendered, Failure>;

/// What came of a try.
enum Tried {
    Drawn(Drawn),
    /// The file is gone, or changed since, and its own job will come.
    Gone,
    /// The disk of its repository is not there.
    Away,
    /// Every file that has this content by its row is damaged, or has lost its bytes.
    WrongBytes,
}

/// Draws in the child process.
async fn draw(media: &Media, worker: &Arc<Worker>, stored: &Draw) -> Result<Tried, JobError> {
    let (file, mime) =
        match storage::integrity::right_bytes(&media.db, stored.node_id, &stored.hash, media.clock.now()).await {
            Ok(Some((node, file))) => (file, node.facts.mime.unwrap_or_default()),
            Ok(None) => return Ok(Tried::Gone),
            Err(storage::Error::Damaged | storage::Error::BytesMissing) => return Ok(Tried::WrongBytes),
            Err(error) if error.is_of_an_absent_disk() => return Ok(Tried::Away),
            Err(error) => return Err(retry(error)),
        };
    let (worker, renditions, hash) = (worker.clone(), media.renditions.clone(), stored.hash.clone());
    let begun = std::time::Instant::now();
    let drawn = tokio::task::spawn_blocking(move || {
        std::fs::create_dir_all(renditions.folder()).map_err(retry)?;
        let bench = tempfile::Builder::new().prefix(".drawing").tempdir_in(renditions.folder()).map_err(retry)?;
        // The open file is handed over by its descriptor: whatever is renamed meanwhile, these are its bytes.
        let input = PathBuf::from(format!("/proc/self/fd/{}", file.local().as_raw_fd()));
        let drawn = previews::render(&worker, &input, &mime, bench.path());
        if let Ok(rendered) = &drawn {
            renditions.keep(&hash, rendered).map_err(retry)?;
        }
        Ok::<_, JobError>(drawn)
    });
    let drawn = drawn.await.map_err(retry)??;
    metrics::histogram!("preview_seconds").record(begun.elapsed().as_secs_f64());
    metrics::counter!("previews_total", "result" => result_of(&drawn)).increment(1);
    Ok(Tried::Drawn(drawn))
}

/// As metrics tell it.
fn result_of(drawn: &Drawn) -> &'static str {
    match drawn {
        Ok(_) => "ready",
        Err(Failure::Unsupported | Failure::NeedsTool(_)) => "unsupported",
        Err(Failure::TimedOut) => "too_slow",
        Err(Failure::Unavailable(_)) => "unavailable",
        Err(Failure::Malformed(_) | Failure::Protected | Failure::TooLarge | Failure::Crashed) => "failed",
    }
}

fn retry(error: impl std::fmt::Display) -> JobError {
    JobError::Retry(error.to_string())
}

/// A broken file is a recorded failure and not tried again; a machine in trouble is.
fn judge(drawn: Drawn) -> Result<Outcome, JobError> {
    let failure = match drawn {
        Ok(rendered) => return Ok(ready(rendered)),
        Err(failure) => failure,
    };
    let (state, fault) = match &failure {
        Failure::Unavailable(reason) => return Err(JobError::Retry(reason.clone())),
        Failure::Unsupported => (State::Unsupported, PreviewFault::Unsupported),
        Failure::NeedsTool(Tool::Ghostscript) => (State::Unsupported, PreviewFault::NeedsGhostscript),
        Failure::Protected => (State::Failed, PreviewFault::Password),
        Failure::TooLarge => (State::Failed, PreviewFault::TooLarge),
        Failure::TimedOut => (State::Failed, PreviewFault::TooSlow),
        Failure::Malformed(_) | Failure::Crashed => (State::Failed, PreviewFault::Unreadable),
    };
    Ok(Outcome { state, fault: Some(fault), reason: Some(failure.to_string()), facts: Facts::default() })
}

fn ready(rendered: Rendered) -> Outcome {
    Outcome {
        state: State::Ready,
        fault: None,
        reason: None,
        facts: Facts {
            placeholder: Some(rendered.placeholder),
            width: Some(i64::from(rendered.width)),
            height: Some(i64::from(rendered.height)),
            pages: rendered.pages.map(i64::from),
            taken_at: rendered.taken_at,
        },
    }
}

/// The rendition's row, every node with this content, the upload's action and the pages that look: one commit.
async fn tell(media: &Media, stored: &Draw, outcome: Outcome) -> Result<(), JobError> {
    let (hash, now) = (stored.hash.clone(), media.clock.now());
    let told = media.db.write(move |tx| record(tx, &hash, &outcome, now));
    Ok(told.await?)
}

/// Nothing is learnt of the content from bytes that are not it: once the right bytes are there, they are drawn.
async fn tell_wrong_bytes(media: &Media, stored: &Draw) -> Result<(), JobError> {
    let (hash, now) = (stored.hash.clone(), media.clock.now());
    let told = media.db.write(move |tx| {
        // Another job found the right bytes meanwhile.
        if store::find(tx, &hash)?.is_some_and(|known| known.state == State::Ready) {
            return Ok(());
        }
        let fault = Some(PreviewFault::Unreadable);
        record(tx, &hash, &Outcome { state: State::Undrawn, fault, ..Outcome::waiting() }, now)
    });
    Ok(told.await?)
}

/// A job that failed for good leaves nobody waiting: another occasion is to ask for the picture, or to send the file again.
pub(crate) fn abandoned(tx: &mut db::Tx<'_>, stored: &Draw, now: Seconds) -> db::Result<()> {
    if store::find(tx, &stored.hash)?.is_none_or(|known| known.state == State::Waiting) {
        record(tx, &stored.hash, &Outcome { state: State::Undrawn, ..Outcome::waiting() }, now)?;
    }
    Ok(())
}

fn record(tx: &mut db::Tx<'_>, hash: &str, outcome: &Outcome, now: Seconds) -> db::Result<()> {
    store::save(tx, hash, outcome, now)?;
    let files = nodes::of_content(tx, hash)?;
    let nodes: Vec<_> = files.iter().map(|(node, _)| *node).collect();
    nodes::set_properties(tx, &nodes, &outcome.facts.properties())?;
    for (node, folder) in files {
        status::tell(tx, (node, folder), hash, outcome)?;
        activity::restatus_node(tx, node, &Status::GeneratingPreview, &Status::Success)?;
    }
    Ok(())
}
