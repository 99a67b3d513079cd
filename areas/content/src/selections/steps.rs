//! The steps of a batch: some entries in one transaction, so that others can write in between.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use audit::Author;
use authz::Actor;
use db::Tx;
use primitives::{NodeId, Seconds, TenantId};
use security::Access;
use storage::intents::{self, Declared};
use storage::{ChangeError as _, Owner};

use super::batch::{self, BatchAct, BatchId, EntryState};
use super::cross;
use super::known::{Known, Next, Prepared};
use super::moves;
use super::onto::{self, Apart, Taken, Work};
use super::reason::reason;
use super::selection::is_refusal;
use crate::entries::widening::Widening;
use crate::entries::{relocate, remove, rename, restore};
use crate::{Content, Error, Result, purges};

/// Entries of one step.
pub(super) const STEP: i64 = 100;

/// What the entries of a step are about to meet.
#[derive(Default)]
struct Moves {
    /// Their bytes move together.
    declared: Vec<Declared>,
    /// What their second transaction needs.
    next: HashMap<NodeId, Prepared>,
    /// These are taken one by one: bytes are copied.
    apart: Vec<(NodeId, Apart)>,
}

/// Does `act` with these entries of one tenant. Those that something else is moving wait. Returns what was done of those that
/// are taken one by one.
pub(super) async fn step(
    content: &Content,
    actor: &Arc<Actor>,
    (work, act): (Work<'_>, BatchAct),
    (tenant, entries): (TenantId, Vec<NodeId>),
) -> Result<Taken> {
    let (batch, widens) = (work.batch, work.widens.cloned());
    match act {
        BatchAct::Remove | BatchAct::Restore | BatchAct::Move | BatchAct::Rename => {
            let Moves { declared, next, apart } = declare(content, actor, (batch, act, widens), entries).await?;
            move_together(content, actor, batch, (declared, next)).await?;
            onto::carry_out(content, actor, work, apart).await
        }
        BatchAct::Purge => mark_some(content, actor, batch, (tenant, entries)).await.map(|()| Taken::default()),
    }
}

async fn move_together(
    content: &Content,
    actor: &Arc<Actor>,
    batch: BatchId,
    (declared, next): (Vec<Declared>, HashMap<NodeId, Prepared>),
) -> Result<()> {
    if declared.is_empty() {
        return Ok(());
    }
    let intents: HashMap<NodeId, i64> = declared.iter().map(|one| (one.node, one.intent)).collect();
    let commit = |moved: Vec<NodeId>| async move {
        let (owner, now) = (content.storage.config.owner.clone(), content.clock.now());
        let done = security::write(&content.db, actor, move |tx, access| {
            let mut done = HashSet::new();
            for node in moved {
                let Some(intent) = intents.get(&node).copied() else { continue };
                if !batch::settle(tx, batch, node, EntryState::Done)? {
                    continue;
                }
                match commit(tx, access, (node, intent), (batch, &next), (&owner, now)) {
                    Ok(()) => drop(done.insert(node)),
                    // Refused before it wrote anything.
                    Err(error) if is_refusal(&error) => batch::let_stay(tx, batch, node, reason(error))?,
                    Err(error) => return Err(error),
                }
            }
            Ok::<_, Error>(done)
        });
        done.await
    };
    let (_, refused) = intents::carry_out_many(&content.storage, declared, commit).await?;
    let gone =
        |error: &storage::Error| matches!(error, storage::Error::Disk(blobs::Error::Missing | blobs::Error::Exists));
    let (stay, others): (Vec<_>, Vec<_>) = refused.into_iter().partition(|(_, error)| gone(error));
    match others.into_iter().find(|(_, error)| !error.is_moving()) {
        Some((_, error)) => Err(error.into()),
        None => Ok(let_stay(content, batch, stay).await?),
    }
}

fn commit(
    tx: &mut Tx<'_>,
    access: &mut Access<'_>,
    (node, intent): (NodeId, i64),
    (batch, next): (BatchId, &HashMap<NodeId, Prepared>),
    (owner, now): (&Owner, Seconds),
) -> Result<()> {
    match next.get(&node) {
        None | Some(Prepared::Remove) => {
            remove::commit(tx, access, (node, intent), (owner, now))?;
            Ok(moves::note_binned(tx, batch, node, now)?)
        }
        Some(Prepared::Restore(to)) => restore::commit(tx, access, (node, intent, to), (owner, now)),
        Some(Prepared::Move(moving)) => {
            let (_, kept) = relocate::commit(tx, access, (node, intent, moving), (owner, now))?;
            Ok(moves::note(tx, batch, node, moving, &kept)?)
        }
        Some(Prepared::Rename(renaming)) => {
            rename::commit(tx, access, (node, intent, renaming), (owner, now))?;
            Ok(moves::note_names(tx, batch, node, renaming)?)
        }
    }
}

/// Notes the intents of those entries that may be moved; the others stay as they are.
async fn declare(
    content: &Content,
    actor: &Arc<Actor>,
    (batch, act, widens): (BatchId, BatchAct, Option<Widening>),
    entries: Vec<NodeId>,
) -> Result<Moves> {
    let (owner, now) = (content.storage.config.owner.clone(), content.clock.now());
    let declared = security::write(&content.db, actor, move |tx, access| {
        let mut moves = Moves::default();
        let mut known = Known::of(tx, (batch, act, widens.as_ref()), &entries)?;
        for node in entries {
            match known.declare(tx, access, (act, node), (&owner, now)) {
                Ok(Next::Together(both)) => {
                    let (one, after) = *both;
                    moves.declared.push(one);
                    moves.next.insert(node, after);
                }
                Ok(Next::Apart(apart)) => moves.apart.push((node, apart)),
                Err(error) if error.is_moving() => batch::note_reason(tx, batch, node, reason(error))?,
                // Some of it may have been copied before.
                Err(error) if is_refusal(&error) => cross::let_stay(tx, (batch, node), reason(error), now)?,
                Err(error) => return Err(error),
            }
        }
        Ok::<_, Error>(moves)
    });
    declared.await
}

async fn let_stay(content: &Content, batch: BatchId, entries: Vec<(NodeId, storage::Error)>) -> db::Result<()> {
    if entries.is_empty() {
        return Ok(());
    }
    let noted = content.db.write(move |tx| {
        for (node, error) in entries {
            batch::let_stay(tx, batch, node, reason(error.into()))?;
        }
        Ok(())
    });
    noted.await
}

/// Marks entries of the bin, which are deleted after the last step.
async fn mark_some(
    content: &Content,
    actor: &Arc<Actor>,
    batch: BatchId,
    (tenant, entries): (TenantId, Vec<NodeId>),
) -> Result<()> {
    let now = content.clock.now();
    let marked = security::write(&content.db, actor, move |tx, access| {
        let before = batch::purge_of(tx, batch)?;
        let author = Author::from(access.actor());
        let (purge, marked) = purges::mark_these(tx, access, tenant, &entries, (before, author, now))?;
        if let Some(purge) = purge.filter(|_| before.is_none()) {
            purges::hand_over(tx, purge)?;
            batch::set_purge(tx, batch, purge)?;
        }
        let marked: HashSet<NodeId> = marked.into_iter().collect();
        for node in entries {
            let state = if marked.contains(&node) { EntryState::Done } else { EntryState::Stays };
            batch::settle(tx, batch, node, state)?;
        }
        Ok::<_, Error>(())
    });
    marked.await
}
