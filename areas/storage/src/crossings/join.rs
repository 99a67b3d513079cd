//! The end of a crossing: while an intent keeps everything in the entry as it is, what is missing is copied; one rename
//! gives it its path, and one transaction makes it visible there.

use blobs::{Applied, Area, Change, TreePath};
use db::{Engine, Tx};
use primitives::{EntryName, NodeId, Seconds};

use super::leave::{self, Old};
use super::rows::{self, CrossingId};
use super::settle::settle;
use super::subtree;
use super::way::{Way, refuse_elsewhere};
use crate::blocking::{on_store, undo};
use crate::intents::{self, CROSS, Kind, LEAVE, Plan};
use crate::lease::while_renewed;
use crate::{ChangeError, Error, Owner, Result, Storage, closed, disk};

/// A noted intent to put an entry into a folder of another repository.
#[derive(Clone, Debug)]
pub struct Joining {
    intent: i64,
    node: NodeId,
    old: Old,
    place: TreePath,
}

impl Joining {
    /// The folder that it leaves.
    pub fn from(&self) -> NodeId {
        self.old.folder
    }

    /// What it was called.
    pub fn old_name(&self) -> &str {
        &self.old.name
    }
}

/// Notes the intent to put the entry into `folder`, where it is called `name`. None if uploads below it are waited for.
pub fn declare(
    tx: &mut Tx<'_>,
    id: CrossingId,
    (folder, name): (NodeId, &EntryName),
    (owner, now): (&Owner, Seconds),
) -> Result<Option<Joining>> {
    let of = rows::find(tx, id)?.filter(|of| of.state == rows::State::Copying).ok_or(Error::Moving)?;
    nodes::hold_tree(tx, of.tenant)?;
    refuse_elsewhere(tx, &of)?;
    if subtree::waits_for_uploads(tx, id, now)? {
        rows::note_ready(tx, id, now)?;
        return Ok(None);
    }
    let found = nodes::find(tx, of.node)?.filter(|found| found.repository == of.source).ok_or(Error::Moving)?;
    let duplicate = nodes::is_duplicate_in(tx, folder, name, of.node)?;
    let disk_name = primitives::DiskName::parse(&primitives::DiskName::of(name.as_str(), of.node, duplicate));
    let disk_name = disk_name.ok_or(blobs::Error::Missing)?;
    let place = disk::place_in(tx, folder, &disk_name)?.ok_or(db::Error::Missing)?.of_node(of.node);
    let plan = Plan {
        kind: Kind::Cross(id.0),
        node: of.node,
        tenant: of.tenant,
        repository: of.target,
        source: &found.name,
        target: Some((folder, name.as_str())),
        disk_name: place.name(),
    };
    let intent = intents::declare(tx, &plan, owner, now)?;
    let old = Old {
        folder: found.parent.ok_or(db::Error::Missing)?,
        disk_name: disk::place(tx, of.node)?.name().to_owned(),
        name: found.name,
    };
    Ok(Some(Joining { intent, node: of.node, old, place }))
}

/// What a room above gives for the transaction.
impl Joining {
    /// Before the rows change: what is in the source is what was copied, and stays so until this transaction ends. From then
    /// on, the old path is left. The caller holds the tenant's tree.
    pub fn begin_commit(&self, tx: &mut Tx<'_>, id: CrossingId, by: (&Owner, Seconds)) -> Result<()> {
        let of = rows::find(tx, id)?.ok_or(Error::Moving)?;
        closed::hold_changes(tx, of.source)?;
        closed::require_open(tx, of.target)?;
        refuse_elsewhere(tx, &of)?;
        if subtree::differs(tx, &of)? || !rows::note_left(tx, id)? {
            return Err(Error::Moving);
        }
        if leave::intend(tx, &of, (self.intent, &self.old), by)? {
            Ok(())
        } else {
            Err(db::Error::Unavailable("the change took too long and is undone".to_owned()).into())
        }
    }

    /// After the rows have changed: its path is the one that its bytes have, and what is left is deleted in a while.
    pub fn end_commit(&self, tx: &mut Tx<'_>, id: CrossingId, now: Seconds) -> Result<()> {
        // A hidden entry of that name may have come or gone: then the name on disk is another one.
        if disk::place(tx, self.node)? != self.place {
            return Err(Error::Moving);
        }
        Ok(super::clear::enqueue(tx, id, now)?)
    }
}

/// Brings the entry to its place, and runs `commit`. If that fails, the entry is where it was.
pub async fn join<T, E: ChangeError>(
    way: &Way,
    joining: &Joining,
    commit: impl Future<Output = Result<T, E>>,
) -> Result<T, E> {
    let _active = way.storage.config.owner.begin(joining.intent);
    let unfinished = unfinished(way).await;
    let prepared = while_renewed(|| renew(&way.storage, joining.intent), prepare(way, joining)).await;
    let applied = match prepared {
        Ok(applied) => applied,
        Err(error) => {
            db::without_precondition(give_up(way, joining, None)).await;
            return Err(error.into());
        }
    };
    let committed = commit.await;
    match &committed {
        Ok(_) => db::without_precondition(leave(way, joining, unfinished)).await,
        Err(error) => {
            let is_unknown = error.may_have_committed() && way.storage.db.engine() == Engine::Postgres;
            if is_unknown && db::without_precondition(has_committed(way, joining)).await {
                db::without_precondition(leave(way, joining, unfinished)).await;
            } else {
                db::without_precondition(give_up(way, joining, Some(applied))).await;
            }
        }
    }
    committed
}

async fn unfinished(way: &Way) -> Vec<NodeId> {
    let node = way.of.node;
    way.storage.db.read(move |c| subtree::unfinished(c, node)).await.unwrap_or_default()
}

async fn renew(storage: &Storage, intent: i64) -> db::Result<bool> {
    intents::renew(&storage.db, intent, storage.config.owner.as_str(), storage.clock.now()).await
}

/// Its bytes are made whole, and get their path.
async fn prepare(way: &Way, joining: &Joining) -> Result<Applied> {
    settle(way).await?;
    // This may have taken so long that another process has undone it.
    if !renew(&way.storage, joining.intent).await? {
        return Err(Error::Moving);
    }
    let (node, to) = (joining.node, joining.place.clone());
    let from = TreePath::moving(way.of.id.0, &[]).ok_or(blobs::Error::Missing)?.of_node(node);
    on_store(&way.target, move |store| store.commit(node, &Change::Rename { from, to })).await
}

/// The entry stays where it is, and its bytes go back to where nobody sees them. If that cannot be done now, recovery does
/// it.
async fn give_up(way: &Way, joining: &Joining, applied: Option<Applied>) {
    let undone = match applied {
        Some(applied) => undo(&way.target, applied).await,
        // The disk may have changed half way.
        None => intents::reconcile_crossing(&way.storage.db, &way.target, joining.intent).await.map(drop),
    };
    let forgotten = match undone {
        Ok(()) => forget(way, joining.intent, CROSS).await.map_err(Error::from),
        Err(error) => Err(error),
    };
    if let Err(error) = forgotten {
        tracing::warn!("The change {} is undone later: {error}", joining.intent);
    }
}

/// The database is asked until it says so.
async fn has_committed(way: &Way, joining: &Joining) -> bool {
    let (intent, storage) = (joining.intent, way.storage.clone());
    let asked = crate::lease::once_known(|| {
        let owner = storage.config.owner.clone();
        let sql =
            "UPDATE content_intent SET lease_until = lease_until WHERE intent_id = $1 AND owner = $2 AND act = $3";
        let values = move |tx: &mut Tx<'_>| tx.run(sql, db::params![intent, owner.as_str(), LEAVE]);
        let db = storage.db.clone();
        async move { Ok(db.write(values).await? > 0) }
    });
    asked.await.unwrap_or(false)
}

/// What it has left in the source leaves its path. If that cannot be done now, recovery does it.
async fn leave(way: &Way, joining: &Joining, unfinished: Vec<NodeId>) {
    let left = async {
        drop(intents::reconcile_crossing(&way.storage.db, &way.source, joining.intent).await?);
        // Uploads that have not ended begin anew in the target.
        let discard = on_store(&way.source, move |store| {
            unfinished.iter().try_for_each(|node| store.discard(Area::Staging, *node))
        });
        discard.await?;
        Ok::<_, Error>(forget(way, joining.intent, LEAVE).await?)
    };
    if let Err(error) = left.await {
        tracing::warn!("What {} has left leaves its path later: {error}", joining.node);
    }
}

async fn forget(way: &Way, intent: i64, act: &'static str) -> db::Result<()> {
    let owner = way.storage.config.owner.clone();
    let sql = "DELETE FROM content_intent WHERE intent_id = $1 AND owner = $2 AND act = $3";
    way.storage.db.write(move |tx| tx.run(sql, db::params![intent, owner.as_str(), act]).map(drop)).await
}
