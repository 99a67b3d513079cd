//! The steps of a batch: some entries in one transaction, so that others can write in between.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use audit::Author;
use authz::{Actor, Denied};
use blobs::TreePath;
use db::Tx;
use primitives::{EntryName, NodeId, Seconds, TenantId};
use security::Access;
use storage::intents::{self, Declared};
use storage::{ChangeError as _, Owner};

use super::batch::{self, BatchAct, BatchId, EntryState};
use super::moves;
use super::selection::is_refusal;
use crate::entries::relocate::{self, Moving};
use crate::entries::{remove, restore};
use crate::{Content, Error, Result, purges};

/// Entries of one step.
pub(super) const STEP: i64 = 100;

/// Entries whose bytes are about to move, with what their second transaction needs.
type Moves = (Vec<Declared>, HashMap<NodeId, Prepared>);

/// What the second transaction of an entry needs.
enum Prepared {
    Remove,
    Restore(TreePath),
    Move(Moving),
}

/// Does `act` with these entries of one tenant. Those that something else is moving wait.
pub(super) async fn step(
    content: &Content,
    actor: &Arc<Actor>,
    (batch, act): (BatchId, BatchAct),
    (tenant, entries): (TenantId, Vec<NodeId>),
) -> Result<()> {
    match act {
        BatchAct::Remove | BatchAct::Restore | BatchAct::Move => move_some(content, actor, (batch, act), entries).await,
        BatchAct::Purge => mark_some(content, actor, batch, (tenant, entries)).await,
    }
}

async fn move_some(
    content: &Content,
    actor: &Arc<Actor>,
    (batch, act): (BatchId, BatchAct),
    entries: Vec<NodeId>,
) -> Result<()> {
    let (declared, next) = declare(content, actor, (batch, act), entries).await?;
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
                    Err(error) if is_refusal(&error) => batch::let_stay(tx, batch, node)?,
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
    let stay: Vec<NodeId> = refused.iter().filter(|(_, error)| gone(error)).map(|(node, _)| *node).collect();
    match refused.into_iter().find(|(_, error)| !gone(error) && !error.is_moving()) {
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
        None | Some(Prepared::Remove) => remove::commit(tx, access, (node, intent), (owner, now)).map(|_| ()),
        Some(Prepared::Restore(to)) => restore::commit(tx, access, (node, intent, to), (owner, now)),
        Some(Prepared::Move(moving)) => {
            let (_, kept) = relocate::commit(tx, access, (node, intent, moving), (owner, now))?;
            Ok(moves::note(tx, batch, node, moving, &kept)?)
        }
    }
}

/// Notes the intents of those entries that may be moved; the others stay as they are.
async fn declare(
    content: &Content,
    actor: &Arc<Actor>,
    (batch, act): (BatchId, BatchAct),
    entries: Vec<NodeId>,
) -> Result<Moves> {
    let (owner, now) = (content.storage.config.owner.clone(), content.clock.now());
    let declared = security::write(&content.db, actor, move |tx, access| {
        let (mut declared, mut next) = (Vec::new(), HashMap::new());
        let targets = if act == BatchAct::Move { moves::targets(tx, batch, &entries)? } else { HashMap::new() };
        // What entries of this step are about to be called: of a taken name, the next number is free.
        let mut given: HashMap<NodeId, HashSet<String>> = HashMap::new();
        for node in entries {
            let noted = match (act, targets.get(&node)) {
                (BatchAct::Restore, _) => {
                    restore::declare(tx, access, node, (&owner, now)).map(|(one, to)| (one, Prepared::Restore(to)))
                }
                (BatchAct::Move, Some(target)) => {
                    let given = given.entry(target.folder).or_default();
                    relocate::declare(tx, access, node, (target, given), (&owner, now)).map(|(one, moving)| {
                        given.insert(EntryName::key_of(moving.name()));
                        (one, Prepared::Move(moving))
                    })
                }
                // Where it was is not known any more.
                (BatchAct::Move, None) => Err(Denied::Invisible.into()),
                (BatchAct::Remove | BatchAct::Purge, _) => {
                    remove::declare(tx, access, node, (&owner, now)).map(|one| (one, Prepared::Remove))
                }
            };
            match noted {
                Ok((one, after)) => {
                    declared.push(one);
                    next.insert(node, after);
                }
                Err(error) if error.is_moving() => {}
                Err(error) if is_refusal(&error) => drop(batch::settle(tx, batch, node, EntryState::Stays)?),
                Err(error) => return Err(error),
            }
        }
        Ok::<_, Error>((declared, next))
    });
    declared.await
}

async fn let_stay(content: &Content, batch: BatchId, entries: Vec<NodeId>) -> db::Result<()> {
    if entries.is_empty() {
        return Ok(());
    }
    let noted = content.db.write(move |tx| {
        entries.into_iter().try_for_each(|node| batch::settle(tx, batch, node, EntryState::Stays).map(drop))
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
