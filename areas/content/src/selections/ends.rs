//! How batches end: what their background actions say then, and what their owners may still do with them for a day.

use activity::{Change, Status};
use db::{Conn, Tx, params};
use primitives::{NodeId, Seconds, UserId};
use storage::crossings;

use super::batch::{self, BatchAct, BatchId, EntryState};
use crate::copies::CopyingId;
use crate::purges::NOT_MARKED;
use crate::{Error, Result};

/// So long a batch can be taken back, and what failed of it tried again.
pub(super) const OPEN: Seconds = 86_400;
/// So long its entries are known: what takes it back, or tries again, may need them for a while.
pub(crate) const KEPT: Seconds = 2 * OPEN;

/// A batch that somebody asks to go on with.
#[derive(Clone, Copy, Debug)]
pub(super) struct Batch {
    pub id: BatchId,
    pub act: BatchAct,
    pub begun_at: Seconds,
    /// The folder that entries move into, and whether an entry with a taken name gets a number.
    pub target: Option<NodeId>,
    pub keep_both: bool,
    /// A file that has the name of one gets its content.
    pub replaces: bool,
    /// The batch that it takes back.
    pub undoes: Option<BatchId>,
    /// The act of copying that it takes back.
    pub copying: Option<CopyingId>,
}

impl Batch {
    /// Refuses what comes later than a day.
    pub fn refuse_late(&self, now: Seconds) -> Result<()> {
        if now < self.begun_at + OPEN { Ok(()) } else { Err(Error::UndoOver) }
    }

    /// Whether it can be taken back: what takes something back cannot.
    pub fn is_undoable(&self) -> bool {
        let takes_away = matches!(self.act, BatchAct::Remove | BatchAct::Move | BatchAct::Rename);
        takes_away && self.undoes.is_none() && self.copying.is_none()
    }
}

/// The batch of one's own action.
pub(super) fn find(conn: &mut Conn<'_>, user: UserId, bg_action_id: &str) -> db::Result<Option<Batch>> {
    let sql = "SELECT batch_id, act, begun_at, target_id, keep_both, undoes, copying_id, replaces FROM content_batch
               WHERE bg_action_id = $1 AND users_id = $2";
    conn.find(sql, params![bg_action_id, user], |row| {
        let (target, keep_both, undoes, copying) = (row.get(3)?, row.get(4)?, row.get(5)?, row.get(6)?);
        let (id, act, begun_at, replaces) = (row.get(0)?, row.get(1)?, row.get(2)?, row.get(7)?);
        Ok(Batch { id, act, begun_at, target, keep_both, replaces, undoes, copying })
    })
}

/// The batch takes back what this act has copied.
pub(super) fn note_copying(tx: &mut Tx<'_>, batch: BatchId, copying: CopyingId) -> db::Result<()> {
    tx.run("UPDATE content_batch SET copying_id = $2 WHERE batch_id = $1", params![batch, copying]).map(drop)
}

/// The act of copying that the batch takes back.
pub(super) fn copying_of(conn: &mut Conn<'_>, batch: BatchId) -> db::Result<Option<CopyingId>> {
    Ok(conn
        .find("SELECT copying_id FROM content_batch WHERE batch_id = $1", params![batch], |row| row.get(0))?
        .flatten())
}

/// False if it was taken back before.
pub(super) fn mark_undone(tx: &mut Tx<'_>, batch: BatchId, now: Seconds) -> db::Result<bool> {
    let sql = "UPDATE content_batch SET undone_at = $2 WHERE batch_id = $1 AND undone_at IS NULL";
    Ok(tx.run(sql, params![batch, now])? > 0)
}

/// False if what failed was tried again before.
pub(super) fn mark_retried(tx: &mut Tx<'_>, batch: BatchId, now: Seconds) -> db::Result<bool> {
    let sql = "UPDATE content_batch SET retried_at = $2 WHERE batch_id = $1 AND retried_at IS NULL";
    Ok(tx.run(sql, params![batch, now])? > 0)
}

/// Begins nothing more. What is done stays done, and the action says with how many entries. What is being copied into
/// another repository is given up at once: its job may have to wait for a place.
pub(super) fn stop(tx: &mut Tx<'_>, found: &Batch, bg_action_id: &str, now: Seconds) -> db::Result<()> {
    let sql = "UPDATE content_batch SET stopped_at = $2 WHERE batch_id = $1 AND stopped_at IS NULL";
    tx.run(sql, params![found.id, now])?;
    batch::leave(tx, found.id, EntryState::NotBegun)?;
    crossings::drop_all(tx, bg_action_id, now)?;
    tell(tx, found, bg_action_id, Status::Stopped)
}

/// Says how a batch has ended of which nothing waits any more, unless its owner has stopped it.
pub(super) fn end(tx: &mut Tx<'_>, user: UserId, bg_action_id: &str) -> db::Result<()> {
    let Some(found) = find(tx, user, bg_action_id)? else { return Ok(()) };
    batch::leave(tx, found.id, EntryState::Stays)?;
    let is_stopped = "SELECT 1 FROM content_batch WHERE batch_id = $1 AND stopped_at IS NOT NULL";
    if tx.exists(is_stopped, params![found.id])? {
        return Ok(());
    }
    let [_, _, stay, _] = batch::progress(tx, found.id)?;
    let status = if stay > 0 { Status::PartialError } else { Status::Success };
    tell(tx, &found, bg_action_id, status)
}

fn tell(tx: &mut Tx<'_>, found: &Batch, bg_action_id: &str, status: Status) -> db::Result<()> {
    let [_, done, stay, _] = batch::progress(tx, found.id)?;
    let until = found.begun_at + OPEN;
    let change = Change {
        progress: (status == Status::PartialError).then_some(100),
        done: Some(done),
        failed: Some(stay),
        undo_until: (found.is_undoable() && done > 0).then_some(until),
        retry_until: (stay > 0 && may_be_done_yet(tx, found.id)?).then_some(until),
        ..Change::default()
    };
    activity::update(tx, bg_action_id, &change)?;
    activity::finish(tx, bg_action_id, status).map(|_| ())
}

/// Whether something that stays still exists: what was deleted for good meanwhile would fail again.
fn may_be_done_yet(tx: &mut Tx<'_>, batch: BatchId) -> db::Result<bool> {
    let sql = format!(
        "SELECT 1 FROM content_batch_entry e
         JOIN nodes_node n ON n.node_id = e.node_id
         WHERE e.batch_id = $1 AND e.state = $2 AND {NOT_MARKED}
         LIMIT 1"
    );
    tx.exists(&sql, params![batch, EntryState::Stays.code()])
}
