//! The change on disk between the two transactions of an intent.

use std::future::Future;
use std::pin::Pin;
use std::time::{Duration, Instant};

use blobs::{Applied, Change, SharedStore, Store};
use db::{Db, Engine, params};
use nodes::NodeState;
use primitives::{Clock, NodeId};

use super::bytes;
use crate::blocking::{blocking, on_store};
use crate::owner::Active;
use crate::{ChangeError, Error, Owner, Result, Storage, disk, intents};

/// A noted intent, and its change on disk.
#[derive(Clone, Debug)]
pub struct Declared {
    pub intent: i64,
    pub node: NodeId,
    pub store: SharedStore,
    pub change: Change,
    /// When it was noted.
    pub noted: Instant,
}

impl Declared {
    pub fn new(intent: i64, node: NodeId, store: SharedStore, change: Change) -> Self {
        Self { intent, node, store, change, noted: Instant::now() }
    }
}

/// While something else moves, a change is tried again after this time, and a little later each time.
const AGAIN: Duration = Duration::from_millis(2);
const TRIES: u32 = 60;
/// It is not tried again after this time: under load, one try may take as long as many.
const LONGEST: Duration = Duration::from_secs(5);
/// A lease is renewed this often while its holder waits for the disk.
const RENEWED_EVERY: Duration = Duration::from_secs(15);
/// A change that has not begun after this time is noted again: another process may soon undo it.
const TOO_LATE: Duration = Duration::from_secs(30);

/// Tries `work` again as long as something else on its path moves.
pub async fn with_retries<T, E: ChangeError, F: Future<Output = Result<T, E>>>(
    mut work: impl FnMut() -> F,
) -> Result<T, E> {
    let begun = tokio::time::Instant::now();
    for tried in 0..TRIES {
        match work().await {
            Err(error) if error.is_moving() && begun.elapsed() < LONGEST => tokio::time::sleep(AGAIN * tried).await,
            other => return other,
        }
    }
    Err(Error::Moving.into())
}

/// Changes the disk and then runs `commit`, which completes the intent. If it fails, the disk is changed back. A disk that
/// does not answer in time is waited for by nobody: when it answers, the change is undone.
pub async fn carry_out<T, E: ChangeError>(
    storage: &Storage,
    declared: Declared,
    commit: impl Future<Output = Result<T, E>>,
) -> Result<T, E> {
    let Declared { intent, node, store, change, noted } = declared;
    let (db, owner) = (storage.db.clone(), storage.config.owner.clone());
    let (active, clock) = (owner.begin(intent), storage.clock.clone());
    let pending =
        PendingChange { db, owner, clock, intent, node, store: store.clone(), change: change.clone(), _active: active };
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
    let applied = match tokio::time::timeout(storage.config.disk_wait, &mut changing).await {
        Ok(applied) => applied,
        Err(_) => {
            tokio::spawn(db::without_precondition(pending.wait_and_undo(changing)));
            return Err(Error::Disk(blobs::Error::Slow).into());
        }
    };
    let applied = match applied {
        Ok(applied) => applied,
        Err(error) => {
            pending.end_refused(&error).await;
            return Err(error.into());
        }
    };
    let committed = commit.await;
    let Err(error) = &committed else { return committed };
    // PostgreSQL may have committed although its answer was lost.
    if error.may_have_committed() && storage.db.engine() == Engine::Postgres {
        tokio::spawn(db::without_precondition(pending.undo_once_known(applied)));
    } else {
        pending.undo_if_ours(applied).await;
    }
    committed
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
    /// This process's recovery leaves the intent alone.
    _active: Active,
}

impl PendingChange {
    /// Waits for a disk that does not answer, and renews the lease meanwhile.
    async fn wait_and_undo(self, changing: Changing) {
        match self.renewing(changing).await {
            Ok(applied) => self.undo_if_ours(applied).await,
            Err(error) => self.end_refused(&error).await,
        }
    }

    /// Waits for `work` and renews the lease meanwhile. The caller asks afterwards whether the intent is still ours.
    async fn renewing<T>(&self, work: impl Future<Output = T>) -> T {
        let mut work = std::pin::pin!(work);
        loop {
            match tokio::time::timeout(RENEWED_EVERY, &mut work).await {
                Ok(done) => return done,
                Err(_) => drop(db::without_precondition(self.renew()).await),
            }
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
        let (intent, owner, until) = (self.intent, self.owner.clone(), self.clock.now() + intents::LEASE);
        let sql = "UPDATE content_intent SET lease_until = $3 WHERE intent_id = $1 AND owner = $2";
        let renewed = self.db.write(move |tx| tx.run(sql, params![intent, owner.as_str(), until]));
        Ok(renewed.await? > 0)
    }

    /// Asks until the database says whether the change was committed.
    async fn undo_once_known(self, applied: Applied) {
        for _ in 0..TRIES {
            match self.renew().await {
                Ok(true) => return self.undo(applied).await,
                Ok(false) => return self.undo_late(applied).await,
                Err(_) => tokio::time::sleep(Duration::from_secs(1)).await,
            }
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
                if let Err(error) = blocking(move || applied.undo()).await {
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
                Change::Rename { to, .. } | Change::Put { to, .. } => {
                    found.state == NodeState::Ready && disk::place_anywhere(c, node)? == Some(to)
                }
                Change::Take { .. } => found.state == NodeState::Binned,
                Change::MakeFolder(_) => found.state == NodeState::Ready,
                Change::RemoveFolder(_) | Change::Nothing => true,
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
        let names = match &self.change {
            Change::Rename { from, to } => vec![from.name(), to.name()],
            Change::Put { to: place, .. } | Change::Take { from: place, .. } => vec![place.name()],
            _ => Vec::new(),
        };
        bytes::move_to_expected_place(&self.db, &self.store, &found, &names).await
    }

    /// Changes the disk back, and renews the lease meanwhile. If that fails, recovery does it.
    async fn undo(self, applied: Applied) {
        match self.renewing(blocking(move || applied.undo())).await {
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

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::time::Duration;

    use super::{LONGEST, with_retries};
    use crate::{Error, Result};

    #[tokio::test(start_paused = true)]
    async fn a_change_that_is_in_the_way_is_waited_for_some_seconds_however_long_a_try_takes() {
        let tries = AtomicU32::new(0);
        let try_slowly = || async {
            tries.fetch_add(1, Ordering::Relaxed);
            tokio::time::sleep(Duration::from_secs(1)).await; // time: the paused clock's
            Err::<(), _>(Error::Moving)
        };
        let refused: Result<()> = with_retries(try_slowly).await;
        assert!(matches!(refused, Err(Error::Moving)));
        assert_eq!(u64::from(tries.into_inner()), LONGEST.as_secs());
    }
}
