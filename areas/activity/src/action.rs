//! Starts and updates background actions, in the transaction of their work. Each change is published.

use db::{Error, Result, Tx};
use primitives::{NodeId, Seconds, random_id};

use crate::model::{BgAction, Change, NewAction, Status};
use crate::rooms::tell_user;
use crate::store::{self, Owned};

pub fn start(tx: &mut Tx<'_>, new: &NewAction, now: Seconds) -> Result<BgAction> {
    let chosen = new.group.clone().filter(|group| (9..=64).contains(&group.chars().count()));
    let group = chosen.unwrap_or_else(random_id);
    let owned = store::insert(tx, &random_id(), &group, new, now)?;
    tell(tx, owned)
}

/// Changes the fields that `change` names; None if the action no longer exists.
pub fn update(tx: &mut Tx<'_>, bg_action_id: &str, change: &Change) -> Result<Option<BgAction>> {
    let changed = store::change(tx, bg_action_id, change)?;
    changed.map(|owned| tell(tx, owned)).transpose()
}

/// Ends an action; a successful one has 100 percent. None if it no longer exists, for instance because it was
/// cancelled.
pub fn finish(tx: &mut Tx<'_>, bg_action_id: &str, status: Status) -> Result<Option<BgAction>> {
    let progress = status.went_well().then_some(100);
    let change = Change { progress, status: Some(status), cancellable: Some(false), ..Change::default() };
    update(tx, bg_action_id, &change)
}

/// Removes an action without notifying its owner, because its work no longer concerns them.
pub fn forget(tx: &mut Tx<'_>, bg_action_id: &str) -> Result<()> {
    store::remove(tx, bg_action_id).map(|_| ())
}

/// Sets the actions of `node` with the state `from` to `to`, when its preview begins or is ready.
pub fn restatus_node(tx: &mut Tx<'_>, node: NodeId, from: &Status, to: &Status) -> Result<()> {
    for owned in store::restatus(tx, node, from, to)? {
        tell(tx, owned)?;
    }
    Ok(())
}

/// What the action was begun for is done: it has 100 percent, and its state `from` becomes `to`. Another state stays: a
/// room goes on with it.
pub fn settle(tx: &mut Tx<'_>, bg_action_id: &str, from: &Status, to: &Status) -> Result<()> {
    if let Some(owned) = store::settle(tx, bg_action_id, from, to)? {
        tell(tx, owned)?;
    }
    Ok(())
}

/// Moves an action forward.
pub(crate) fn advance(tx: &mut Tx<'_>, bg_action_id: &str, percent: u8) -> Result<()> {
    if let Some(owned) = store::advance(tx, bg_action_id, percent)? {
        tell(tx, owned)?;
    }
    Ok(())
}

/// Publishes the current state of an action to its owner.
pub(crate) fn tell(tx: &mut Tx<'_>, owned: Owned) -> Result<BgAction> {
    let body = serde_json::to_value(&owned.action).map_err(|error| Error::Broken(error.to_string()))?;
    tell_user(tx, owned.user, &body)?;
    Ok(owned.action)
}
