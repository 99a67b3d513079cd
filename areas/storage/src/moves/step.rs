//! One step of a move. Rounds over all files are repeated until there is little left to copy; then the repository is closed
//! for the rest.

use std::time::Duration;

use activity::Activity;
use db::Tx;
use primitives::Seconds;

use super::copy::{self, Running};
use super::settle::{settle, settle_closed};
use super::{ending, files, obstacle, rows, switch};
use crate::{Result, closed};

/// Files of one step.
const STEP: i64 = 32;
/// A file that cannot be copied is tried so often.
pub(super) const TRIES: i64 = 3;
/// A round that had to copy more files is followed by another one before the repository is closed.
const FEW: i64 = 100;
/// Files that could not be copied are tried again after this time.
const AGAIN: Duration = Duration::from_millis(200);
/// The end of uploads is waited for so long. Those that have not ended then begin anew at the new place.
const LONGEST_WAIT: Seconds = 600;
/// They are asked about so often.
const LOOK_AGAIN: Seconds = 5;
/// A change that is being made is waited for so often, and for this time.
const CLOSINGS: usize = 25;

/// How the job goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    Step,
    After(Seconds),
    End,
}

/// A step while people work.
pub(super) async fn take_open(running: &Running, activity: &Activity) -> Result<Next> {
    if copy_some(running, activity).await? {
        return Ok(Next::Step);
    }
    let (db, id, now) = (&running.storage.db, running.of.id, running.storage.clock.now());
    let (failed, given_up) = db.read(move |c| files::failures(c, id, TRIES)).await?;
    if failed > given_up || running.of.found > FEW {
        if failed > given_up {
            tokio::time::sleep(AGAIN).await;
        }
        db.write(move |tx| rows::begin_round(tx, id)).await?;
        return Ok(Next::Step);
    }
    if given_up > 0 {
        ending::end_failed(running, given_up).await?;
        return Ok(Next::End);
    }
    settle(running).await?;
    let repository = running.of.repository;
    let is_busy = db.read(move |c| files::has_unfinished(c, repository)).await?;
    if is_busy && running.of.ready_at.is_none_or(|ready| now < ready + LONGEST_WAIT) {
        db.write(move |tx| {
            rows::note_ready(tx, id, now)?;
            rows::begin_round(tx, id)
        })
        .await?;
        return Ok(Next::After(LOOK_AGAIN));
    }
    if close(running).await? {
        return Ok(Next::Step);
    }
    db.write(move |tx| rows::begin_round(tx, id)).await?;
    Ok(Next::After(LOOK_AGAIN))
}

/// False if something keeps the repository from being closed.
async fn close(running: &Running) -> Result<bool> {
    let (repository, mut away_at) = (running.of.repository, None);
    for _ in 0..CLOSINGS {
        let context = running.context.clone();
        let close = move |tx: &mut Tx<'_>| {
            if context.is_cancelled(tx)? { Ok(false) } else { closed::close(tx, repository, away_at) }
        };
        if running.storage.db.write(close).await? {
            return Ok(true);
        }
        if away_at.is_none() && obstacle::is_away(&running.source).await {
            away_at = Some(running.storage.clock.now());
        }
        tokio::time::sleep(AGAIN).await;
    }
    Ok(false)
}

/// A step while the repository is closed.
pub(super) async fn take_closed(running: &Running, activity: &Activity) -> Result<Next> {
    if copy_some(running, activity).await? {
        return Ok(Next::Step);
    }
    let (db, id) = (&running.storage.db, running.of.id);
    let (failed, _) = db.read(move |c| files::failures(c, id, TRIES)).await?;
    if failed > 0 {
        ending::reopen(running).await?;
        return Ok(Next::Step);
    }
    if running.of.found > 0 {
        db.write(move |tx| rows::begin_round(tx, id)).await?;
        return Ok(Next::Step);
    }
    settle_closed(running).await?;
    switch::switch(running).await?;
    Ok(Next::End)
}

/// False if this round has looked at all files.
async fn copy_some(running: &Running, activity: &Activity) -> Result<bool> {
    let of = running.of.clone();
    let next = running.storage.db.read_long(move |c| files::to_copy(c, &of, TRIES, STEP)).await?;
    if next.is_empty() {
        return Ok(false);
    }
    copy::copy(running, next).await?;
    let (id, bytes) = (running.of.id, running.of.bytes);
    let Some(now) = running.storage.db.read(move |c| rows::find(c, id)).await? else { return Ok(true) };
    activity.progress(&running.of.bg_action_id, percent(now.copied, bytes)).await?;
    Ok(true)
}

/// The last percent is reserved for the end.
fn percent(copied: i64, bytes: i64) -> u8 {
    u8::try_from((copied.saturating_mul(100) / bytes.max(1)).clamp(0, 99)).unwrap_or(99)
}

#[cfg(test)]
mod tests {
    use super::percent;

    #[test]
    fn the_last_percent_is_that_of_the_end() {
        assert_eq!([percent(0, 0), percent(1, 4), percent(4, 4), percent(9, 4)], [0, 25, 99, 99]);
    }
}
