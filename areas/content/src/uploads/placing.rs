//! From staging to the path: the bytes are moved first, outside any transaction, and then one transaction turns the row
//! to ready. The row in staging says that the upload is on its way, so nobody sees the file before.
//!
//! Folders above may be renamed meanwhile. The transaction finds that out: the path has the same numbers of moves as
//! when it was read. Otherwise the bytes go back by the folders that were opened, wherever those are now, and it is
//! tried again.

use std::time::Duration;

use blobs::{Applied, Area, Change, SharedStore, Store};
use db::Engine;
use primitives::NodeId;
use storage::ChangeError;
use storage::blocking::on_store;
use storage::disk::NodePath;
use storage::lease::once_known;

use super::lease::Lease;
use super::pending::{self, Pending};
use crate::{Content, Error, Result};

/// An upload is tried so often while folders above it are renamed; between two tries it waits a little longer each time.
const TRIES: u32 = 40;

/// Runs `first` on the bytes, moves them to their path, and calls `commit`; they go back to staging unless it
/// succeeds. `commit` may be called again with another path.
pub(super) async fn place<F, T, C>(
    content: &Content,
    upload: &Pending,
    lease: &Lease,
    way: NodePath,
    first: impl FnOnce() -> Result<F> + Send + 'static,
    commit: impl Fn(&F, NodePath) -> C,
) -> Result<(F, T)>
where
    F: Send + 'static,
    C: Future<Output = Result<T>>,
{
    let (node, waits) = (upload.node.id, upload.waits);
    lease.check().await?;
    let change = put_to(&way)?;
    let ours = lease.clone();
    let begun = on_store(&upload.store, move |store| {
        let found = first()?;
        Ok::<_, Error>((found, put(store, node, &change, &ours)))
    });
    let (found, mut moved) = lease.during(begun).await?;
    let mut way = way;
    for attempt in 0..TRIES {
        let tried = match moved {
            Ok(moved) => end(content, upload, lease, moved, commit(&found, way).await).await,
            Err(error) => Err(error),
        };
        match tried {
            Ok(done) => return Ok((found, done)),
            Err(error) if is_missing(&error) && !lease.is_ours().await? => return Err(Error::UploadBusy),
            Err(error) if (error.is_moving() || is_missing(&error)) && attempt + 1 < TRIES => {}
            Err(error) => return Err(error),
        }
        tokio::time::sleep(Duration::from_millis(u64::from(attempt) * 5)).await;
        way = content.db.read(move |c| pending::destination(c, node, waits)).await?;
        let change = put_to(&way)?;
        lease.check().await?;
        let ours = lease.clone();
        let again = on_store(&upload.store, move |store| Ok::<_, Error>(put(store, node, &change, &ours)));
        moved = lease.during(again).await?;
    }
    Err(storage::Error::Moving.into())
}

fn is_missing(error: &Error) -> bool {
    matches!(error, Error::Storage(storage::Error::Disk(blobs::Error::Missing)))
}

fn put_to(way: &NodePath) -> Result<Change> {
    Ok(Change::MoveIn { area: Area::Staging, to: way.place()? })
}

/// Moves the bytes, unless so much time has passed that they may be another process's.
fn put(store: &dyn Store, node: NodeId, change: &Change, lease: &Lease) -> Result<Applied> {
    if lease.may_be_over() { Err(Error::UploadBusy) } else { Ok(store.commit(node, change)?) }
}

/// Bytes that were moved to their path.
struct Placed {
    node: NodeId,
    store: SharedStore,
    moved: Applied,
}

/// Moves the bytes back if the transaction did not happen.
async fn end<T>(content: &Content, upload: &Pending, lease: &Lease, moved: Applied, committed: Result<T>) -> Result<T> {
    let Err(error) = committed else { return committed };
    let placed = Placed { node: upload.node.id, store: upload.store.clone(), moved };
    // PostgreSQL may have committed although its answer was lost.
    if error.may_have_committed() && content.db.engine() == Engine::Postgres {
        let lease = lease.clone();
        tokio::spawn(async move {
            if once_known(|| lease.is_ours()).await == Some(true) {
                undo(&lease, placed).await;
                lease.release().await;
            }
        });
    } else {
        match lease.is_ours().await {
            Ok(false) => tracing::warn!("Upload {} was taken over while its bytes were put into place", placed.node),
            // A database that cannot be written takes nothing over.
            Ok(true) | Err(_) => undo(lease, placed).await,
        }
    }
    Err(error)
}

async fn undo(lease: &Lease, Placed { node, store, moved }: Placed) {
    if let Err(error) = lease.during(storage::blocking::undo(&store, moved)).await {
        tracing::warn!("The bytes of upload {node} are in place without their row until the next start: {error}");
    }
}
