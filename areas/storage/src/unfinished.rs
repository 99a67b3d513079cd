//! Unfinished files in a repository's staging area: the room that receives them says what a crash leaves of them.

use std::pin::Pin;

use blobs::SharedStore;
use db::{Conn, Db, Tx};
use primitives::{NodeId, RepositoryId, Seconds};

use crate::Result;

/// The staging area of one repository, as recovery finds it.
#[derive(Clone)]
pub struct StagingArea {
    pub db: Db,
    pub repository: RepositoryId,
    pub store: SharedStore,
    /// The files whose bytes are in it.
    pub staged: Vec<NodeId>,
    pub now: Seconds,
}

type Reconciling = Pin<Box<dyn Future<Output = Result<()>> + Send>>;

/// What a room above gives that has files received.
#[derive(Clone, Copy)]
pub struct UnfinishedFiles {
    /// Finishes or undoes what a crash left half done of the files whose rows are in staging. Living processes may be at
    /// work there. By now, bytes that belong to no such row are gone.
    pub reconcile: fn(StagingArea) -> Reconciling,
    /// All processes but this one have ended: what they held until later is nobody's.
    pub forget_other_owners: fn(&mut Tx<'_>) -> db::Result<()>,
    /// Whether bytes of some of these files have come in the last minutes, or come now.
    pub still_come: fn(&mut Conn<'_>, &[NodeId], Seconds) -> db::Result<bool>,
}

pub(crate) fn unfinished_files(conn: &Conn<'_>) -> Vec<UnfinishedFiles> {
    room::contributed(conn).all::<UnfinishedFiles>().copied().collect()
}
