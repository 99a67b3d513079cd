//! An entry of a batch that goes into another repository. Its bytes are copied in turns, while people go on working with
//! it; then it is put there in two transactions, as any move.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use authz::Actor;
use db::{Db, Tx};
use jobs::JobContext;
use primitives::{NodeId, Seconds};
use security::{Access, See};
use storage::crossings::{self, Brought, Crossing, Joining, NewCrossing, Way};
use storage::{ChangeError as _, disk, intents};
use tokio_util::sync::{CancellationToken, DropGuard};

use super::batch::{self, BatchId, EntryState};
use super::moves;
use super::reason::reason;
use super::selection::is_refusal;
use crate::entries::relocate::{self, Moving, Target};
use crate::purges::holds_others;
use crate::{Content, Error, Result};

/// So long bytes are copied before it is the turn of others.
const TURN: Duration = Duration::from_millis(500);
/// Whether the act was stopped is asked this often.
const WATCH: Duration = Duration::from_millis(200);
/// If something keeps it from coming to its end so often, it stays where it is.
const TRIES: i64 = 20;

/// How far an entry has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Crossed {
    Over,
    GoesOn,
    /// For uploads that have not ended, or for the end of an earlier move.
    Waits,
}

/// Copies some of it, and once all of it is there, moves it.
pub(super) async fn carry_on(
    content: &Content,
    actor: &Arc<Actor>,
    (entry, target): ((BatchId, NodeId), &Target),
    context: &JobContext,
) -> Result<Crossed> {
    disk::refuse_without_room(&content.db)?;
    let crossing = begin(content, actor, (entry, target.clone())).await?;
    let (stop, _watched) = watch(&content.db, entry);
    let way = Way::new(&content.storage, context, crossing, stop).await?;
    let brought = crossings::bring(&way, TURN).await;
    let joined = match brought {
        Ok(Brought::Some) => return Ok(Crossed::GoesOn),
        Ok(Brought::Waits) => return Ok(Crossed::Waits),
        Ok(Brought::Failed(error)) => return Err(error.into()),
        Ok(Brought::All) => intents::with_retries(|| join_unless_stopped(content, actor, (entry, target), &way)).await,
        Err(error) => Err(error.into()),
    };
    match joined {
        Err(error) if error.is_moving() => {
            let id = way.of.id;
            let tries = db::without_precondition(content.db.write(move |tx| crossings::note_try(tx, id))).await?;
            if tries <= TRIES {
                return Ok(Crossed::GoesOn);
            }
            let (busy, now) = (reason(error), content.clock.now());
            content.db.write(move |tx| let_stay(tx, entry, busy, now)).await?;
            Ok(Crossed::Over)
        }
        joined => joined,
    }
}

async fn begin(
    content: &Content,
    actor: &Arc<Actor>,
    ((batch, node), target): ((BatchId, NodeId), Target),
) -> Result<Crossing> {
    let now = content.clock.now();
    let begun = security::write(&content.db, actor, move |tx, access| {
        let planned = relocate::plan(tx, access, node, &target)?;
        let asked_by = batch::action_of(tx, batch)?;
        let (tenant, source) = (planned.permit.tenant(), planned.permit.repository());
        // The act may have been stopped before.
        if !planned.crosses() || !batch::is_waiting(tx, batch, node)? {
            return Err(Error::from(storage::Error::Moving));
        }
        let new = NewCrossing { node, tenant, source, target: planned.into, asked_by: &asked_by };
        let begun = crossings::begin(tx, &new, |tx| holds_others(tx, access, tenant, node).map(|holds| !holds), now);
        match begun {
            Err(Error::Storage(storage::Error::MovingNearby(other))) if !sees(tx, access, other)? => {
                Err(Error::from(storage::Error::Moving))
            }
            begun => begun,
        }
    });
    begun.await
}

/// Whether the asker may be told that an entry is moving.
fn sees(tx: &mut Tx<'_>, access: &mut Access<'_>, node: NodeId) -> Result<bool> {
    match access.authorize::<See>(tx, node).map_err(Error::from) {
        Ok(_) => Ok(true),
        Err(error) if is_refusal(&error) => Ok(false),
        Err(error) => Err(error),
    }
}

/// It is not done, and what was copied of it is deleted.
pub(super) fn let_stay(
    tx: &mut Tx<'_>,
    (batch, node): (BatchId, NodeId),
    reason: &str,
    now: Seconds,
) -> db::Result<()> {
    batch::let_stay(tx, batch, node, reason)?;
    let asked_by = batch::action_of(tx, batch)?;
    crossings::drop_one(tx, (&asked_by, node), now)
}

/// Says when the act was stopped, or the entry is done otherwise.
fn watch(db: &Db, (batch, node): (BatchId, NodeId)) -> (CancellationToken, DropGuard) {
    let (stop, db) = (CancellationToken::new(), db.clone());
    let watching = stop.clone();
    tokio::spawn(async move {
        while !watching.is_cancelled() {
            tokio::select! {
                () = watching.cancelled() => return,
                () = tokio::time::sleep(WATCH) => {}
            }
            if matches!(db.read(move |c| batch::is_waiting(c, batch, node)).await, Ok(false)) {
                watching.cancel();
            }
        }
    });
    (stop.clone(), stop.drop_guard())
}

/// An entry that is about to be put there.
struct Ready {
    joining: Joining,
    moving: Moving,
}

async fn join_unless_stopped(
    content: &Content,
    actor: &Arc<Actor>,
    wanted: ((BatchId, NodeId), &Target),
    way: &Way,
) -> Result<Crossed> {
    if way.is_stopped() { Ok(Crossed::GoesOn) } else { join(content, actor, wanted, way).await }
}

async fn join(
    content: &Content,
    actor: &Arc<Actor>,
    ((batch, node), target): ((BatchId, NodeId), &Target),
    way: &Way,
) -> Result<Crossed> {
    let (owner, now, id) = (content.storage.config.owner.clone(), content.clock.now(), way.of.id);
    let wanted = target.clone();
    let declared = security::write(&content.db, actor, move |tx, access| {
        let planned = relocate::plan(tx, access, node, &wanted)?;
        let name = relocate::name_there(tx, access, &planned, (&wanted, &HashSet::new()))?;
        let joining = crossings::declare(tx, id, (wanted.folder, &name), (&owner, now))?;
        let moving = Moving::new(&planned, name, &wanted);
        Ok::<_, Error>(joining.map(|joining| Arc::new(Ready { joining, moving })))
    });
    let Some(ready) = declared.await? else { return Ok(Crossed::Waits) };
    let commit = commit(content, actor, ((batch, node), ready.clone()), (way.of.clone(), now));
    crossings::join(way, &ready.joining, commit).await?;
    Ok(Crossed::Over)
}

async fn commit(
    content: &Content,
    actor: &Arc<Actor>,
    ((batch, node), ready): ((BatchId, NodeId), Arc<Ready>),
    (of, now): (Arc<Crossing>, Seconds),
) -> Result<()> {
    let owner = content.storage.config.owner.clone();
    let committed = security::write(&content.db, actor, move |tx, access| {
        // The act was stopped before.
        if !batch::settle(tx, batch, node, EntryState::Done)? {
            return Err(Error::from(storage::Error::Moving));
        }
        let Ready { joining, moving } = &*ready;
        let kept = relocate::commit_elsewhere(tx, access, (&of, joining, moving), (&owner, now))?;
        Ok(moves::note(tx, batch, node, moving, &kept)?)
    });
    committed.await
}
