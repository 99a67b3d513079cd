//! The job behind a preview: draw once per content, tell every node that has it, and everyone who looks at one.

use std::sync::Arc;

use activity::Status;
use db::params;
use jobs::{JobContext, JobError, NewJob, Outcome as JobOutcome};
use previews::{Failure, Rendered, Tool, Worker};
use primitives::Seconds;

use crate::Media;
use crate::draw::Draw;
use crate::drawing::{AWAY, Drawn, Source, draw_both};
use crate::fault::PreviewFault;
use crate::outcome::{Facts, Outcome, State, leading, likeness_of};
use crate::{redraw, status, store};

/// The job that draws what a first try did not get done.
pub(crate) const SLOWLY: &str = "media.draw_slowly";

/// Seconds until what took too long is tried again: the machine may have been busy. After the last it stays as it is.
const PAUSES: [Seconds; 3] = [600, 3600, 6 * 3600];

/// `kind` is the job's own: a first try that runs out of time hands over to `SLOWLY`.
pub(crate) async fn render(
    media: &Media,
    worker: &Arc<Worker>,
    kind: &'static str,
    context: &JobContext,
) -> Result<JobOutcome, JobError> {
    let stored: &Draw = &context.payload()?;
    let outcome = match drawn_before(media, stored).await? {
        Some(outcome) => outcome,
        None => match draw(media, worker, stored).await? {
            Tried::Drawn(Err(Failure::TimedOut)) if kind != SLOWLY => {
                hand_over(media, context, stored).await?;
                return Ok(JobOutcome::Done);
            }
            Tried::Drawn(Err(Failure::TimedOut)) => return give_up_for_now(media, context, stored).await,
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

/// What became of the content, if this job has nothing to add. For a try that was announced, people are told that it
/// has begun.
async fn drawn_before(media: &Media, stored: &Draw) -> Result<Option<Outcome>, JobError> {
    let (hash, due, now) = (stored.hash.clone(), stored.due, media.clock.now());
    let known = media.db.read(move |c| store::find(c, &hash)).await?;
    let known = known.filter(|outcome| outcome.state.is_final());
    let Some(known) = known.filter(|it| it.state != State::Ready || media.renditions.has_both(&stored.hash)) else {
        return Ok(None);
    };
    if due.is_none() || known.retry_at != due {
        return Ok(Some(known));
    }
    let hash = stored.hash.clone();
    media.db.write(move |tx| redraw::wait(tx, &hash, now)).await?;
    Ok(None)
}

/// Ends this job; the next try is a job too, in the same commit, unless this was the last.
async fn give_up_for_now(media: &Media, context: &JobContext, stored: &Draw) -> Result<JobOutcome, JobError> {
    let now = media.clock.now();
    let retry_at = PAUSES.get(stored.tries).map(|pause| now + pause);
    let outcome = Outcome { retry_at, ..judge(Err(Failure::TimedOut))? };
    let next = Draw { tries: stored.tries + 1, due: retry_at, ..stored.clone() };
    let next = retry_at.map(|at| next.job(SLOWLY, at)).transpose();
    let next = next.map_err(|error| JobError::Fatal(error.to_string()))?;
    let (context, node, hash) = (context.clone(), stored.node_id, stored.hash.clone());
    let ended = media.db.write(move |tx| {
        record(tx, &hash, &outcome, now)?;
        if let Some(job) = next {
            let tenant = tenant_of(tx, node)?;
            jobs::enqueue(tx, &NewJob { tenant, ..job })?;
        }
        context.complete(tx)
    });
    ended.await?;
    Ok(JobOutcome::Done)
}

fn tenant_of(tx: &mut db::Tx<'_>, node: primitives::NodeId) -> db::Result<Option<primitives::TenantId>> {
    tx.find("SELECT tenant_id FROM nodes_node WHERE node_id = $1", params![node], |row| row.get(0))
}

/// Ends this job and enqueues the slow one, in one commit.
async fn hand_over(media: &Media, context: &JobContext, stored: &Draw) -> Result<(), JobError> {
    let (context, node) = (context.clone(), stored.node_id);
    let job = stored.job(SLOWLY, media.clock.now()).map_err(|error| JobError::Fatal(error.to_string()))?;
    let handed = media.db.write(move |tx| {
        let tenant = tenant_of(tx, node)?;
        jobs::enqueue(tx, &NewJob { tenant, ..job })?;
        context.complete(tx)
    });
    Ok(handed.await?)
}

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
    let source = match storage::integrity::right_bytes(&media.db, stored.node_id, &stored.hash, media.clock.now()).await
    {
        Ok(Some((node, file))) => Source::file(file, node.facts.mime.unwrap_or_default()),
        Ok(None) => return Ok(Tried::Gone),
        Err(storage::Error::Damaged | storage::Error::BytesMissing) => return Ok(Tried::WrongBytes),
        Err(error) if error.is_of_an_absent_disk() => return Ok(Tried::Away),
        Err(error) => return Err(retry(error)),
    };
    let drawn = draw_both(&media.renditions, worker, &stored.hash, source).await;
    drawn.map(Tried::Drawn).map_err(JobError::Retry)
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
    Ok(Outcome { state, fault: Some(fault), reason: Some(failure.to_string()), ..Outcome::waiting() })
}

fn ready(rendered: Rendered) -> Outcome {
    Outcome {
        state: State::Ready,
        facts: Facts {
            placeholder: Some(rendered.placeholder),
            width: Some(i64::from(rendered.width)),
            height: Some(i64::from(rendered.height)),
            pages: rendered.pages.map(i64::from),
            taken_at: rendered.taken_at,
            scales: rendered.scales,
            colours: Some(leading(rendered.colours, rendered.scales)),
            likeness: Some(likeness_of(rendered.likeness, rendered.scales)),
        },
        ..Outcome::waiting()
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
