//! An act on one entry that is over at once: a batch of one, so that it can be taken back like others.

use std::collections::HashMap;

use activity::{BgAction, Change, NewAction};
use db::Tx;
use primitives::Seconds;

use super::batch::{self, BatchAct, BatchId, EntryState, NewBatch};
use super::ends::OPEN;
use crate::Result;

/// Notes what was done, and tells its background action, which has ended.
pub(super) fn note(tx: &mut Tx<'_>, new: &NewAction, act: BatchAct, now: Seconds) -> Result<(BgAction, BatchId)> {
    let begun = activity::start(tx, new, now)?;
    let node = new.node.ok_or(db::Error::Missing)?;
    let target = if act == BatchAct::Move { new.parent } else { None };
    let (user, tenant, bg_action_id) = (new.user, new.tenant, &begun.bg_action_id);
    let new = NewBatch { act, user, tenant, bg_action_id, target, keep_both: false, replaces: false, undoes: None };
    let batch = batch::insert(tx, &new, now)?;
    batch::add(tx, batch, &[(tenant, node)], &HashMap::new())?;
    batch::settle(tx, batch, node, EntryState::Done)?;
    let change = Change { progress: Some(100), undo_until: Some(now + OPEN), ..Change::default() };
    let told = activity::update(tx, bg_action_id, &change)?;
    Ok((told.unwrap_or(begun), batch))
}
