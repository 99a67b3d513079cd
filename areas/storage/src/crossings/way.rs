//! A crossing, as its job carries it out.

use std::sync::Arc;

use blobs::SharedStore;
use db::Tx;
use jobs::JobContext;
use tokio_util::sync::CancellationToken;

use super::rows::{self, Crossing, State};
use super::subtree;
use crate::{Error, Result, Storage, disk};

/// A crossing, as its job carries it out.
#[derive(Clone)]
pub struct Way {
    pub(super) storage: Storage,
    pub(super) context: JobContext,
    pub of: Arc<Crossing>,
    pub(super) source: SharedStore,
    pub(super) target: SharedStore,
    /// Nothing more is copied.
    stop: CancellationToken,
}

impl Way {
    pub async fn new(storage: &Storage, context: &JobContext, of: Crossing, stop: CancellationToken) -> Result<Self> {
        let (source, target) = (of.source, of.target);
        let stores = storage.db.read(move |c| Ok::<_, Error>((disk::store(c, source)?, disk::store(c, target)?)));
        let (source, target) = stores.await?;
        Ok(Self { storage: storage.clone(), context: context.clone(), of: Arc::new(of), source, target, stop })
    }

    /// Refuses to write for a crossing that was given up, that another process carries on, or whose repository has its
    /// bytes elsewhere by now.
    pub(super) fn refuse_stopped(&self, tx: &mut Tx<'_>) -> Result<()> {
        let now = rows::find(tx, self.of.id)?;
        if self.context.is_cancelled(tx)? || now.is_none_or(|now| now.state != State::Copying) {
            return Err(Error::Moving);
        }
        refuse_elsewhere(tx, &self.of)
    }

    /// As `refuse_stopped`, before the disk is changed.
    pub(super) async fn refuse_stopped_now(&self) -> Result<()> {
        let (context, id) = (self.context.clone(), self.of.id);
        let goes_on = self.storage.db.read(move |c| {
            let now = rows::find(c, id)?;
            Ok::<_, db::Error>(!context.is_cancelled(c)? && now.is_some_and(|now| now.state == State::Copying))
        });
        if goes_on.await? && self.goes_on()() { Ok(()) } else { Err(Error::Moving) }
    }

    /// Whether what this process has staged is nobody else's: no other one carries the crossing on.
    pub(super) async fn owns_staged(&self) -> Result<bool> {
        let (context, id) = (self.context.clone(), self.of.id);
        let owns = self.storage.db.read(move |c| {
            let is_given_up = rows::find(c, id)?.is_none_or(|now| now.state != State::Copying);
            Ok::<_, db::Error>(is_given_up || !context.is_cancelled(c)?)
        });
        Ok(owns.await?)
    }

    /// Nothing more is to be done.
    pub fn is_stopped(&self) -> bool {
        !self.goes_on()()
    }

    pub(super) fn goes_on(&self) -> impl Fn() -> bool + use<> {
        let (stop, shutdown) = (self.stop.clone(), self.context.shutdown.clone());
        move || !stop.is_cancelled() && !shutdown.is_cancelled()
    }
}

/// Refuses a crossing between repositories of which one has moved to another file server since it began.
pub(super) fn refuse_elsewhere(tx: &mut Tx<'_>, of: &Crossing) -> Result<()> {
    for (repository, moves) in [(of.source, of.moves.0), (of.target, of.moves.1)] {
        if subtree::moves_of(tx, repository)? != moves {
            return Err(Error::HasMoved);
        }
    }
    Ok(())
}
