//! Whether a file's bytes are those that were stored.
//!
//! For each file the modification time is kept at which it was last read whole and was right. A file with that time is
//! served as it is. A file that was written to since, by whatever tool, is read whole first, and is not served if its
//! content differs. A disk that loses data silently changes no times: so everything is read again from time to time
//! (`scrub`).

mod alarm;
mod file_lock;
mod healed;
mod read;
mod scrub;
mod store;

use std::fs::File;
use std::sync::Arc;

use blobs::Tree;
use db::{Conn, Db, params};
use nodes::{Node, NodeState};
use primitives::{NodeId, RepositoryId, Seconds};
use tokio::sync::Semaphore;

use crate::blocking::{blocking, ended};
use crate::{Error, Result, disk};
use store::Known;

pub(crate) use alarm::note;
pub(crate) use healed::given_back;
pub(crate) use read::Written;
pub use scrub::keep_scrubbing;
pub(crate) use scrub::scrubbing;
pub(crate) use store::note_right;
pub use store::{Flaw, Standing, standing};

/// Files that are read whole at once while a request waits.
static READERS: Semaphore = Semaphore::const_new(4);

/// A file's bytes on disk, and the stored state of them.
pub(crate) struct Bytes {
    tree: Tree,
    file: Option<Arc<File>>,
    known: Known,
}

pub(crate) fn look(conn: &mut Conn<'_>, repository: RepositoryId, node: &Node) -> Result<Bytes> {
    let (tree, known) = store::tree_and_known(conn, repository, node.id)?;
    let file = match tree.open(&disk::place(conn, node.id)?) {
        Ok(file) => Some(Arc::new(file)),
        Err(blobs::Error::Missing) => None,
        Err(error) => return Err(error.into()),
    };
    Ok(Bytes { tree, file, known })
}

/// Returns the bytes if they are the right ones.
pub(crate) async fn right(db: &Db, node: &Node, bytes: Bytes, now: Seconds) -> Result<Arc<File>> {
    let file = match bytes.file {
        Some(file) => file,
        None if bytes.known.flaw == Some(Flaw::Missing) => return Err(Error::BytesMissing),
        None => Arc::new(found_after_all(db, node, bytes.tree, now).await?),
    };
    let written = Written::of(&file)?;
    match known_state(node, bytes.known, written) {
        Some(true) => Ok(file),
        Some(false) if bytes.known.flaw == Some(Flaw::OtherBytes) => Err(Error::Damaged),
        Some(false) => Err(damaged(db, node, written, now).await),
        None => read_first(db, node, file, written, now).await,
    }
}

/// The bytes of `hash`, for work that needs a content: from `first`, or from another file that has them. None if no
/// file has this content any more; an error if all such files have wrong bytes.
pub async fn right_bytes(db: &Db, first: NodeId, hash: &str, now: Seconds) -> Result<Option<(Node, Arc<File>)>> {
    let wanted = hash.to_owned();
    let sql = "SELECT node_id FROM nodes_node WHERE content_hash = $1 AND state = 1
               ORDER BY CASE WHEN node_id = $2 THEN 0 ELSE 1 END, node_id
               LIMIT 8";
    let holders = db.read(move |c| c.rows(sql, params![&wanted, first], |row| row.get::<NodeId>(0))).await?;
    let mut wrong = None;
    for holder in holders {
        match right_bytes_of(db, holder, now).await {
            Ok(Some(found)) => return Ok(Some(found)),
            Ok(None) => {}
            Err(error @ (Error::Damaged | Error::BytesMissing)) => wrong = Some(error),
            Err(error) => return Err(error),
        }
    }
    wrong.map_or(Ok(None), Err)
}

async fn right_bytes_of(db: &Db, id: NodeId, now: Seconds) -> Result<Option<(Node, Arc<File>)>> {
    let found = db.read(move |c| {
        let Some(node) = nodes::find(c, id)?.filter(|node| node.state == NodeState::Ready) else { return Ok(None) };
        let bytes = look(c, node.repository, &node)?;
        Ok::<_, Error>(Some((node, bytes)))
    });
    let Some((node, bytes)) = found.await? else { return Ok(None) };
    match right(db, &node, bytes, now).await {
        Ok(file) => Ok(Some((node, file))),
        // It went to the bin with a folder.
        Err(Error::Disk(blobs::Error::Missing)) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The state as far as it is known without reading: None if the bytes must be read.
fn known_state(node: &Node, known: Known, written: Written) -> Option<bool> {
    if i64::try_from(written.size) != Ok(node.size) {
        return Some(false);
    }
    let as_read = known.modified_ns == Some(written.modified_ns);
    match known.flaw {
        None => as_read.then_some(true),
        Some(Flaw::OtherBytes) => as_read.then_some(false),
        Some(Flaw::Missing) => None,
    }
}

/// A file that is being renamed or moved is for a moment at neither path, and it may have gone to the bin with a
/// folder: this looks again while nothing can move.
async fn found_after_all(db: &Db, node: &Node, tree: Tree, now: Seconds) -> Result<File> {
    let (id, tenant) = (node.id, node.tenant);
    let found = db.write(move |tx| {
        disk::hold(tx, tenant)?;
        let Some(place) = disk::place_anywhere(tx, id)? else { return Ok(Err(blobs::Error::Missing.into())) };
        match tree.open(&place) {
            Ok(file) if place == disk::place(tx, id)? => Ok(Ok(file)),
            // It is in the bin.
            Ok(_) => Ok(Err(blobs::Error::Missing.into())),
            Err(blobs::Error::Missing) if !tree.is_mounted() => Err(blobs::Error::NotMounted.into()),
            Err(blobs::Error::Missing) => {
                alarm::note(tx, id, Flaw::Missing, None, now)?;
                Ok(Err(Error::BytesMissing))
            }
            Err(error) => Err(Error::from(error)),
        }
    });
    found.await?
}

/// Reads the whole file, once for all who wait for it. A caller that goes away does not stop it: the next one finds the
/// result.
async fn read_first(db: &Db, node: &Node, file: Arc<File>, written: Written, now: Seconds) -> Result<Arc<File>> {
    let (db, node, reading) = (db.clone(), node.clone(), file.clone());
    let read = tokio::spawn(async move {
        let alone = file_lock::of(node.id);
        let _alone = alone.lock().await;
        let _reader = READERS.acquire().await;
        read_whole(&db, &node, reading, written, now).await
    });
    ended(read).await.map(|()| file)
}

async fn read_whole(db: &Db, node: &Node, file: Arc<File>, written: Written, now: Seconds) -> Result<()> {
    let id = node.id;
    let known = db.read(move |c| store::known(c, id)).await?;
    match known_state(node, known, written) {
        Some(true) => return Ok(()),
        Some(false) => return Err(Error::Damaged),
        None => {}
    }
    let hash = blocking(move || blobs::hash(&file)).await?;
    if node.facts.hash.as_deref() != Some(hash.as_str()) {
        return Err(damaged(db, node, written, now).await);
    }
    let noted = db.write(move |tx| healed::found_right(tx, id, written.modified_ns, now)).await;
    if let Err(error) = noted {
        tracing::warn!("The check of file {id} could not be recorded: {error}");
    }
    Ok(())
}

/// Reports that a file has other bytes than were stored.
async fn damaged(db: &Db, node: &Node, written: Written, now: Seconds) -> Error {
    let id = node.id;
    let told = db.write(move |tx| alarm::note(tx, id, Flaw::OtherBytes, Some(written.modified_ns), now)).await;
    if let Err(error) = told {
        tracing::error!("File {id} has other bytes than were stored, and that could not be recorded: {error}");
    }
    Error::Damaged
}
