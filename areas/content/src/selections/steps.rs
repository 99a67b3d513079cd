//! The steps of a batch: some entries in one transaction, so that others can write in between.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use audit::Author;
use authz::{Actor, Denied};
use blobs::TreePath;
use db::{Conn, Tx};
use primitives::{EntryName, NodeId, Seconds, TenantId};
use rest::Problem;
use security::Access;
use storage::intents::{self, Declared};
use storage::{ChangeError as _, Owner};

use super::batch::{self, BatchAct, BatchId, EntryState};
use super::selection::is_refusal;
use super::wanted_names::{self, WantedName};
use super::{ends, moves};
use crate::copies::{self, CopyingId};
use crate::entries::relocate::{self, Moving, Target};
use crate::entries::rename::{self, Renaming};
use crate::entries::{remove, restore};
use crate::{Content, Error, Rename, Result, names, purges};

/// Entries of one step.
pub(super) const STEP: i64 = 100;

/// Entries whose bytes are about to move, with what their second transaction needs.
type Moves = (Vec<Declared>, HashMap<NodeId, Prepared>);

/// What the second transaction of an entry needs.
enum Prepared {
    Remove,
    Restore(TreePath),
    Move(Moving),
    Rename(Renaming),
}

/// Does `act` with these entries of one tenant. Those that something else is moving wait.
pub(super) async fn step(
    content: &Content,
    actor: &Arc<Actor>,
    (batch, act): (BatchId, BatchAct),
    (tenant, entries): (TenantId, Vec<NodeId>),
) -> Result<()> {
    match act {
        BatchAct::Remove | BatchAct::Restore | BatchAct::Move | BatchAct::Rename => {
            move_some(content, actor, (batch, act), entries).await
        }
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
    (batch, act): (BatchId, BatchAct),
    entries: Vec<NodeId>,
) -> Result<Moves> {
    let (owner, now) = (content.storage.config.owner.clone(), content.clock.now());
    let declared = security::write(&content.db, actor, move |tx, access| {
        let (mut declared, mut next) = (Vec::new(), HashMap::new());
        let mut known = Known::of(tx, (batch, act), &entries)?;
        for node in entries {
            match known.declare(tx, access, (act, node), (&owner, now)) {
                Ok((one, after)) => {
                    declared.push(one);
                    next.insert(node, after);
                }
                Err(error) if error.is_moving() => {}
                Err(error) if is_refusal(&error) => batch::let_stay(tx, batch, node, reason(error))?,
                Err(error) => return Err(error),
            }
        }
        Ok::<_, Error>((declared, next))
    });
    declared.await
}

/// What is known of the entries of a step before it begins.
#[derive(Default)]
struct Known {
    targets: HashMap<NodeId, Target>,
    names: HashMap<NodeId, WantedName>,
    /// An entry whose new name is taken gets a number.
    keep_both: bool,
    binned_at: HashMap<NodeId, Seconds>,
    /// The act of copying that is taken back.
    copying: Option<CopyingId>,
    /// What entries of this step are about to be called: of a taken name, the next number is free.
    given: HashMap<NodeId, HashSet<String>>,
}

impl Known {
    fn of(conn: &mut Conn<'_>, (batch, act): (BatchId, BatchAct), entries: &[NodeId]) -> db::Result<Self> {
        let mut known = Self::default();
        match act {
            BatchAct::Move => known.targets = moves::targets(conn, batch, entries)?,
            BatchAct::Rename => {
                known.names = wanted_names::known(conn, batch, entries)?;
                known.keep_both = batch::keeps_both(conn, batch)?;
            }
            BatchAct::Restore => known.binned_at = moves::binned_at(conn, batch, entries)?,
            BatchAct::Remove => known.copying = ends::copying_of(conn, batch)?,
            BatchAct::Purge => {}
        }
        Ok(known)
    }

    fn declare(
        &mut self,
        tx: &mut Tx<'_>,
        access: &mut Access<'_>,
        (act, node): (BatchAct, NodeId),
        (owner, now): (&Owner, Seconds),
    ) -> Result<(Declared, Prepared)> {
        match act {
            BatchAct::Restore => {
                let wanted = self.binned_at.get(&node);
                if wanted.is_some() && nodes::find(tx, node)?.and_then(|found| found.binned_at) != wanted.copied() {
                    return Err(Error::ChangedSince);
                }
                restore::declare(tx, access, node, (owner, now)).map(|(one, to)| (one, Prepared::Restore(to)))
            }
            BatchAct::Move => {
                // Where it was is not known any more.
                let target = self.targets.get(&node).ok_or(Denied::Invisible)?;
                let given = self.given.entry(target.folder).or_default();
                let (one, moving) = relocate::declare(tx, access, node, (target, given), (owner, now))?;
                given.insert(EntryName::key_of(moving.name()));
                Ok((one, Prepared::Move(moving)))
            }
            BatchAct::Rename => {
                let (one, renaming) = self.rename(tx, access, node, (owner, now))?;
                Ok((one, Prepared::Rename(renaming)))
            }
            BatchAct::Remove | BatchAct::Purge => {
                if let Some(copying) = self.copying {
                    copies::refuse_changed(tx, copying, node)?;
                }
                remove::declare(tx, access, node, (owner, now)).map(|one| (one, Prepared::Remove))
            }
        }
    }

    fn rename(
        &mut self,
        tx: &mut Tx<'_>,
        access: &mut Access<'_>,
        node: NodeId,
        (owner, now): (&Owner, Seconds),
    ) -> Result<(Declared, Renaming)> {
        let wanted = self.names.get(&node).ok_or(Denied::Invisible)?;
        let permit = access.authorize::<Rename>(tx, node)?;
        wanted.refuse_changed(tx, node)?;
        let folder = permit.parent().ok_or(Denied::WrongKind)?;
        let given = self.given.entry(folder).or_default();
        let declared = match rename::declare(tx, access, node, &wanted.name, (owner, now)) {
            Err(Error::NameTaken(_)) if self.keep_both => {
                let free = names::free(tx, access, (permit.tenant(), folder), &wanted.name, given)?;
                rename::declare(tx, access, node, &free, (owner, now))?
            }
            declared => declared?,
        };
        let (one, renaming) = declared.ok_or(Error::ChangedSince)?;
        given.insert(EntryName::key_of(renaming.name()));
        Ok((one, renaming))
    }
}

/// Why an entry stays: the code of the problem.
pub(super) fn reason(error: Error) -> &'static str {
    Problem::from(error).code()
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
