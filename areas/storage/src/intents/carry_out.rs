//! The change on disk between the two transactions of an intent.

use std::collections::HashSet;
use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use blobs::{Applied, Change, SharedStore, Store};
use db::{Db, Engine};
use nodes::NodeState;
use primitives::{Clock, NodeId};

use super::bytes::{self, Elsewhere};
use super::declared::Declared;
use crate::blocking::{on_store, undo};
use crate::lease::{once_known, while_renewed};
use crate::owner::Active;
use crate::{ChangeError, Error, Owner, Result, Storage, disk, intents};

/// A database that does not answer is asked so often, once a second.
const TRIES: u32 = 60;
/// A change that has not begun after this time is noted again: another process may soon undo it.
const TOO_LATE: Duration = Duration::from_secs(30);

/// Changes the disk and then runs `commit`, which completes the intent. If it fails, the disk is changed back. A disk that
/// does not answer in time is waited for by nobody: when it answers, the change is undone.
pub async fn carry_out<T, E: ChangeError>(
    storage: &Storage,
    declared: Declared,
    commit: impl Future<Output = Result<T, E>>,
) -> Result<T, E> {
    let (pending, applied) = change(storage, declared).await?;
    let committed = commit.await;
    if let Err(error) = &committed {
        pending.change_back(applied, error).await;
    }
    committed
}

/// As `carry_out`, for many entries and one transaction. `commit` is told whose bytes have moved, and says which of these
/// it completed; the others are changed back. Returns them, and the entries that the disk refused with its error.
pub async fn carry_out_many<E: ChangeError, F: Future<Output = Result<HashSet<NodeId>, E>>>(
    storage: &Storage,
    declared: Vec<Declared>,
    commit: impl FnOnce(Vec<NodeId>) -> F,
) -> Result<(HashSet<NodeId>, Vec<(NodeId, Error)>), E> {
    let (mut changed, mut refused) = (Vec::new(), Vec::new());
    for one in declared {
        let node = one.node;
        if refused.iter().any(|(_, error)| matches!(error, Error::Disk(blobs::Error::Slow))) {
            // The others would wait as long.
            forget_unbegun(storage, one.intent).await;
            refused.push((node, Error::Disk(blobs::Error::Slow)));
            continue;
        }
        match change(storage, one).await {
            Ok(pending) => changed.push(pending),
            Err(error) => refused.push((node, error)),
        }
    }
    let committed = commit(changed.iter().map(|(pending, _)| pending.node).collect()).await;
    for (pending, applied) in changed {
        match &committed {
            Ok(completed) if completed.contains(&pending.node) => {}
            Ok(_) => pending.undo_if_ours(applied).await,
            Err(error) => pending.change_back(applied, error).await,
        }
    }
    committed.map(|completed| (completed, refused))
}

/// If the database cannot do it now, recovery does it.
async fn forget_unbegun(storage: &Storage, intent: i64) {
    let owner = storage.config.owner.clone();
    let forgotten = storage.db.write(move |tx| intents::forget(tx, intent, owner.as_str()));
    if let Err(error) = db::without_precondition(forgotten).await {
        tracing::warn!("The intent {intent} is deleted later: {error}");
    }
}

/// Changes the disk. A change that it refuses is ended here.
async fn change(storage: &Storage, declared: Declared) -> Result<(PendingChange, Applied)> {
    let Declared { intent, node, store, change, folders, noted, is_long } = declared;
    let (db, owner) = (storage.db.clone(), storage.config.owner.clone());
    let (active, clock) = (owner.begin(intent), storage.clock.clone());
    let pending = PendingChange {
        db,
        owner,
        clock,
        intent,
        node,
        store: store.clone(),
        change: change.clone(),
        folders,
        _active: active,
    };
    let changing = async move {
        let work = move |store: &dyn Store| {
            if noted.elapsed() > TOO_LATE {
                return Err(Error::Moving);
            }
            Ok(store.commit(node, &change)?)
        };
        on_store(&store, work).await
    };
    let mut changing: Changing = Box::pin(changing);
    if is_long {
        return match while_renewed(|| pending.renew(), changing).await {
            Ok(applied) => Ok((pending, applied)),
            Err(error) => {
                pending.end_refused(&error).await;
                Err(error)
            }
        };
    }
    match tokio::time::timeout(storage.config.disk_wait, &mut changing).await {
        Ok(Ok(applied)) => Ok((pending, applied)),
        Ok(Err(error)) => {
            pending.end_refused(&error).await;
            Err(error)
        }
        Err(_) => {
            tokio::spawn(db::without_precondition(pending.wait_and_undo(changing)));
            Err(Error::Disk(blobs::Error::Slow))
        }
    }
}

/// A change that the disk is making.
type Changing = Pin<Box<dyn Future<Output = Result<Applied>> + Send>>;

/// Ends an intent that was not completed.
struct PendingChange {
    db: Db,
    owner: Owner,
    clock: Clock,
    intent: i64,
    node: NodeId,
    store: SharedStore,
    change: Change,
    folders: Vec<NodeId>,
    /// This process's recovery leaves the intent alone.
    _active: Active,
}

impl PendingChange {
    /// The commit failed with `error`.
    async fn change_back(self, applied: Applied, error: &impl ChangeError) {
        // PostgreSQL may have committed although its answer was lost.
        if error.may_have_committed() && self.db.engine() == Engine::Postgres {
            tokio::spawn(db::without_precondition(self.undo_once_known(applied)));
        } else {
            self.undo_if_ours(applied).await;
        }
    }

    /// Waits for a disk that does not answer, and renews the lease meanwhile.
    async fn wait_and_undo(self, changing: Changing) {
        match while_renewed(|| self.renew(), changing).await {
            Ok(applied) => self.undo_if_ours(applied).await,
            Err(error) => self.end_refused(&error).await,
        }
    }

    /// The disk has refused the change, or has failed half way: then the bytes may be at the new path.
    async fn end_refused(self, error: &Error) {
        let did_nothing = matches!(
            error,
            Error::Moving | Error::Disk(blobs::Error::Missing | blobs::Error::Exists | blobs::Error::Slow)
        );
        if !did_nothing {
            let looked = bytes::reconcile_intent(&self.db, self.store.clone(), self.intent);
            if let Err(error) = db::without_precondition(looked).await {
                tracing::warn!("The change {} is undone later: {error}", self.intent);
                return;
            }
        }
        self.forget().await;
    }

    /// Whether the intent still exists and is ours. Waits for a commit that is still being carried out.
    async fn renew(&self) -> db::Result<bool> {
        intents::renew(&self.db, self.intent, self.owner.as_str(), self.clock.now()).await
    }

    /// The database may have committed: it is asked until it says so.
    async fn undo_once_known(self, applied: Applied) {
        match once_known(|| self.renew()).await {
            Some(true) => self.undo(applied).await,
            Some(false) => self.undo_late(applied).await,
            None => {}
        }
    }

    async fn undo_if_ours(self, applied: Applied) {
        match db::without_precondition(self.renew()).await {
            Ok(false) => drop(tokio::spawn(db::without_precondition(self.undo_late(applied)))),
            // A database that cannot be written takes nothing over.
            Ok(true) | Err(_) => self.undo(applied).await,
        }
    }

    /// The intent is gone: it was completed, or another process undid it and the disk changed late. Then the change may have
    /// moved what others have put to that path meanwhile: that goes back, and then the bytes go where the row says.
    async fn undo_late(self, applied: Applied) {
        match self.was_completed().await {
            Ok(true) => {}
            Ok(false) => {
                if let Err(error) = undo(&self.store, applied).await {
                    tracing::warn!("A late change of {} is not undone: {error}", self.node);
                }
            }
            Err(error) => tracing::warn!("A late change of {} is not undone: {error}", self.node),
        }
        self.move_to_expected_place().await;
    }

    /// Whether the row says what the change was made for.
    async fn was_completed(&self) -> Result<bool> {
        let (node, change) = (self.node, self.change.clone());
        let asked = self.db.read(move |c| {
            let Some(found) = nodes::find(c, node)? else { return Ok(false) };
            Ok(match change {
                Change::Rename { to, .. } | Change::MoveIn { to, .. } => {
                    found.state == NodeState::Ready && disk::place_anywhere(c, node)? == Some(to)
                }
                Change::MoveOut { .. } => found.state == NodeState::Binned,
                Change::MakeFolder(_) => found.state == NodeState::Ready,
                Change::Replace(how) => nodes::find(c, how.kept)?.is_some_and(|kept| kept.state == NodeState::Binned),
                Change::RemoveFolder(_) | Change::TakeBack(_) | Change::Nothing => true,
            })
        });
        asked.await
    }

    async fn move_to_expected_place(self) {
        for _ in 0..TRIES {
            match self.try_to_reconcile().await {
                Ok(()) => return,
                Err(error) => tracing::warn!("The bytes of {} are brought to their place later: {error}", self.node),
            }
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
        tracing::error!("The bytes of {} may lie where its row does not say", self.node);
    }

    async fn try_to_reconcile(&self) -> Result<()> {
        let node = self.node;
        let Some(found) = self.db.read(move |c| nodes::find(c, node)).await? else { return Ok(()) };
        if let Change::Replace(how) = &self.change {
            return bytes::take_back_unless_kept(&self.db, &self.store, &found, how).await;
        }
        let names = match &self.change {
            Change::Rename { from, to } => vec![from.name(), to.name()],
            Change::MoveIn { to: place, .. } | Change::MoveOut { from: place, .. } => vec![place.name()],
            _ => Vec::new(),
        };
        let elsewhere = Elsewhere::named(&names).or_in(&self.folders);
        bytes::move_to_expected_place(&self.db, &self.store, &found, elsewhere).await
    }

    /// Changes the disk back, and renews the lease meanwhile. If that fails, recovery does it.
    async fn undo(self, applied: Applied) {
        match while_renewed(|| self.renew(), undo(&self.store, applied)).await {
            // Another process may have taken it over before the disk answered.
            Ok(()) => match db::without_precondition(self.renew()).await {
                Ok(false) => self.move_to_expected_place().await,
                Ok(true) | Err(_) => self.forget().await,
            },
            Err(error) => tracing::warn!("The change {} is undone later: {error}", self.intent),
        }
    }

    /// Deletes the intent. If the database cannot do it now, on a full disk for example, whoever needs the place does it.
    async fn forget(self) {
        let (intent, owner) = (self.intent, self.owner.clone());
        let forgotten = self.db.write(move |tx| intents::forget(tx, intent, owner.as_str()));
        if let Err(error) = db::without_precondition(forgotten).await {
            tracing::warn!("The intent {intent} is deleted later: {error}");
            self.owner.note_undone(intent);
            tokio::spawn(db::without_precondition(self.keep_forgetting()));
        }
    }

    async fn keep_forgetting(self) {
        for _ in 0..TRIES {
            tokio::time::sleep(Duration::from_secs(1)).await;
            let (intent, owner) = (self.intent, self.owner.clone());
            if self.db.write(move |tx| intents::forget(tx, intent, owner.as_str())).await.is_ok() {
                break;
            }
        }
        self.owner.forget_undone(self.intent);
    }
}
