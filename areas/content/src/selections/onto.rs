//! Entries of a batch that are taken one by one: a file that moves onto another one becomes its next version, and its own
//! entry goes to the bin; taken back, the file has again what it had, and the entry is where it was.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use authz::{Actor, Denied};
use blobs::TreePath;
use db::{Conn, Tx, params};
use jobs::JobContext;
use nodes::Node;
use primitives::{NodeId, Seconds};
use security::Access;
use storage::intents::{self, Declared};
use storage::{ChangeError as _, Owner, disk};
use tokio_util::sync::CancellationToken;

use super::batch::{self, BatchId, EntryState};
use super::cross::{self, Crossed};
use super::moves::{self, TakenBack};
use super::reason::reason;
use super::selection::is_refusal;
use crate::copies::{self, Alongside};
use crate::entries::relocate::{Target, may_move};
use crate::entries::widening::Widening;
use crate::entries::{remove, restore};
use crate::versions::{self, LeftBytes, Replaced, Restoring};
use crate::{Content, Error, Result};

/// After so long others take their turn.
pub(super) const TURN: Duration = Duration::from_millis(700);

/// What carries a batch out.
#[derive(Clone, Copy)]
pub(super) struct Work<'j> {
    pub batch: BatchId,
    pub context: &'j JobContext,
    /// Of a move that takes marks away knowingly.
    pub widens: Option<&'j Widening>,
    /// Entries go into other repositories, too.
    pub crosses: bool,
}

/// What was done of them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Taken {
    /// Bytes of some were copied.
    pub worked: bool,
    /// Some are not done with yet.
    pub goes_on: bool,
    /// Some wait for what others are doing.
    pub waits: bool,
    /// So many go into other repositories, which is the work of another job.
    pub left: i64,
}

/// What is done with one of them.
#[derive(Clone, Debug)]
pub(super) enum Apart {
    /// Its content becomes that of a file of the folder that has its name.
    Replace {
        file: NodeId,
        folder: NodeId,
    },
    TakeBack(TakenBack),
    /// It goes into a folder of another repository.
    Cross(Box<Target>),
}

/// The file of `folder` that `node` is to replace: it has its name, and the batch has neither brought nor replaced it.
pub(super) fn to_replace(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    (batch, node): (BatchId, NodeId),
    folder: NodeId,
) -> Result<Option<NodeId>> {
    let source = access.find_visible(conn, node)?.node;
    let into = nodes::find(conn, folder)?.ok_or(Denied::Invisible)?;
    if source.parent == Some(folder) || source.tenant != into.tenant {
        return Ok(None);
    }
    let Some(file) = copies::namesake(conn, access, &source, (source.tenant, folder))? else { return Ok(None) };
    // Of several with one name, the first takes it.
    if is_of_batch(conn, batch, file)? {
        return Err(Error::NameTaken(source.name));
    }
    Ok(Some(file))
}

fn is_of_batch(conn: &mut Conn<'_>, batch: BatchId, file: NodeId) -> db::Result<bool> {
    let sql = "SELECT 1 FROM content_batch_entry WHERE batch_id = $1 AND node_id = $2
               UNION ALL
               SELECT 1 FROM content_batch_entry WHERE batch_id = $1 AND onto_id = $2
               LIMIT 1";
    conn.exists(sql, params![batch, file])
}

/// Carries them out, one after the other, until it is the turn of others.
pub(super) async fn carry_out(
    content: &Content,
    actor: &Arc<Actor>,
    work: Work<'_>,
    entries: Vec<(NodeId, Apart)>,
) -> Result<Taken> {
    let Work { batch, context, crosses, .. } = work;
    let (mut taken, begun, stop) = (Taken::default(), Instant::now(), &context.shutdown);
    for (node, apart) in entries {
        if taken.worked && begun.elapsed() > TURN {
            break;
        }
        let goes_on = content.db.read(move |c| batch::is_waiting(c, batch, node)).await?;
        if stop.is_cancelled() || !goes_on {
            continue;
        }
        let done = match apart {
            Apart::Replace { file, folder } => {
                let found = (OneMove { batch, node, folder }, file);
                replace(content, actor, found, stop).await.map(|()| Crossed::Over)
            }
            Apart::TakeBack(taken_back) => {
                let back = intents::with_retries(|| take_back(content, actor, (batch, node), taken_back));
                back.await.map(|()| Crossed::Over)
            }
            Apart::Cross(_) if !crosses => {
                taken.left += 1;
                continue;
            }
            Apart::Cross(target) => cross::carry_on(content, actor, ((batch, node), &target), context).await,
        };
        match done {
            Ok(Crossed::Over) => taken.worked = true,
            Ok(Crossed::GoesOn) => (taken.worked, taken.goes_on) = (true, true),
            Ok(Crossed::Waits) => taken.waits = true,
            Err(_) if stop.is_cancelled() => {}
            Err(error) if error.is_moving() => {
                let reason = reason(error);
                content.db.write(move |tx| batch::note_reason(tx, batch, node, reason)).await?;
            }
            Err(error) if is_refusal(&error) || is_of_one_file(&error) => {
                let (reason, now) = (reason(error), content.clock.now());
                content.db.write(move |tx| cross::let_stay(tx, (batch, node), reason, now)).await?;
                taken.worked = true;
            }
            Err(error) => return Err(error),
        }
    }
    Ok(taken)
}

/// Whether only this file cannot be read or put there.
fn is_of_one_file(error: &Error) -> bool {
    use blobs::Error as Disk;
    use storage::Error as At;
    let of_disk = |error: &Disk| matches!(error, Disk::Missing | Disk::Exists | Disk::Full);
    match error {
        Error::Storage(At::Disk(error)) => of_disk(error),
        Error::Storage(error) => matches!(error, At::Damaged | At::BytesMissing | At::HasMoved),
        _ => false,
    }
}

async fn replace(
    content: &Content,
    actor: &Arc<Actor>,
    (one, file): (OneMove, NodeId),
    stop: &CancellationToken,
) -> Result<()> {
    // A copy needs room.
    disk::refuse_without_room(&content.db)?;
    let begun = intents::with_retries(|| {
        let (owner, now) = (content.storage.config.owner.clone(), content.clock.now());
        security::write(&content.db, actor, move |tx, access| {
            if is_of_batch(tx, one.batch, file)? {
                return Err(Error::NameTaken(String::new()));
            }
            let source = one.source(tx, access)?;
            copies::begin_onto(tx, access, (source, file, one.folder), (&owner, now))
        })
    });
    copies::carry_out_onto(content, actor, begun.await?, (&one, stop)).await.map(drop)
}

/// The move of one file onto another. Its own entry goes to the bin.
#[derive(Clone, Copy)]
struct OneMove {
    batch: BatchId,
    node: NodeId,
    folder: NodeId,
}

impl Alongside for OneMove {
    fn source(&self, tx: &mut Tx<'_>, access: &mut Access<'_>) -> Result<Node> {
        may_move(tx, access, self.node)?;
        Ok(access.find_visible(tx, self.node)?.node)
    }

    fn declare(&self, tx: &mut Tx<'_>, access: &mut Access<'_>, by: (&Owner, Seconds)) -> Result<Vec<Declared>> {
        Ok(vec![remove::declare(tx, access, self.node, by)?])
    }

    fn settle(&self, tx: &mut Tx<'_>) -> Result<bool> {
        Ok(batch::settle(tx, self.batch, self.node, EntryState::Done)?)
    }

    fn commit(
        &self,
        tx: &mut Tx<'_>,
        access: &mut Access<'_>,
        (replaced, intents): (&Replaced, &HashMap<NodeId, i64>),
        (owner, now): (&Owner, Seconds),
    ) -> Result<()> {
        let intent = *intents.get(&self.node).ok_or(db::Error::Missing)?;
        remove::commit(tx, access, (self.node, intent), (owner, now))?;
        Ok(moves::note_replaced(tx, (self.batch, self.node), replaced, now)?)
    }
}

/// What the second transaction of taking one back needs.
#[derive(Clone)]
struct Returning {
    version: Restoring,
    /// Where the entry goes that comes back from the bin.
    to: Option<TreePath>,
}

/// The file takes up again what it had, and the entry comes back from the bin: both, or neither.
async fn take_back(
    content: &Content,
    actor: &Arc<Actor>,
    (batch, node): (BatchId, NodeId),
    taken_back: TakenBack,
) -> Result<()> {
    let (owner, now) = (content.storage.config.owner.clone(), content.clock.now());
    let declared = security::write(&content.db, actor, move |tx, access| {
        declare_return(tx, access, (node, &taken_back), (&owner, now))
    });
    let (declared, returning) = declared.await?;
    let intents: HashMap<NodeId, i64> = declared.iter().map(|one| (one.node, one.intent)).collect();
    let (file, mut left) = (taken_back.replaced.file, [None, None]);
    let told = &mut left;
    let commit = |moved: Vec<NodeId>| async move {
        if moved.len() < intents.len() {
            return Ok(HashSet::new());
        }
        let (owner, now) = (content.storage.config.owner.clone(), content.clock.now());
        let done = security::write(&content.db, actor, move |tx, access| {
            if !batch::settle(tx, batch, node, EntryState::Done)? {
                return Ok(None);
            }
            commit_return(tx, access, ((node, file), &returning, &intents), (&owner, now)).map(Some)
        });
        let Some(bytes) = done.await? else { return Ok(HashSet::new()) };
        *told = bytes;
        Ok::<_, Error>(moved.into_iter().collect())
    };
    let (_, refused) = intents::carry_out_many(&content.storage, declared, commit).await?;
    if let Some((_, error)) = refused.into_iter().next() {
        return Err(error.into());
    }
    for one in left {
        versions::discard_left(&content.db, one).await;
    }
    Ok(())
}

fn declare_return(
    tx: &mut Tx<'_>,
    access: &mut Access<'_>,
    (node, TakenBack { replaced, binned_at }): (NodeId, &TakenBack),
    (owner, now): (&Owner, Seconds),
) -> Result<(Vec<Declared>, Returning)> {
    let (declared, version) = versions::declare_return(tx, access, replaced, (owner, now))?;
    let mut all = vec![declared];
    let mut to = None;
    if binned_at.is_some() {
        if nodes::find(tx, node)?.ok_or(Denied::Invisible)?.binned_at != *binned_at {
            return Err(Error::ChangedSince);
        }
        let (declared, place) = restore::declare(tx, access, node, (owner, now))?;
        all.push(declared);
        to = Some(place);
    }
    Ok((all, Returning { version, to }))
}

fn commit_return(
    tx: &mut Tx<'_>,
    access: &mut Access<'_>,
    ((node, file), returning, intents): ((NodeId, NodeId), &Returning, &HashMap<NodeId, i64>),
    (owner, now): (&Owner, Seconds),
) -> Result<[Option<LeftBytes>; 2]> {
    let intent_of = |node: NodeId| intents.get(&node).copied().ok_or(db::Error::Missing);
    let left = versions::commit_return(tx, access, (intent_of(file)?, &returning.version), (owner, now))?;
    if let Some(to) = &returning.to {
        restore::commit(tx, access, (node, intent_of(node)?, to), (owner, now))?;
    }
    Ok(left)
}
