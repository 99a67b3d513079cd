//! Whether a file's bytes are those that were stored.
//!
//! Of each file it is kept when the disk says that it was last written to, as of when it was last read whole and was
//! right. A file that was not written to since is served as it is. One that was, by whatever tool, is read whole first,
//! and what turns out to be something else is not served. A disk that forgets in silence changes no times: so everything
//! is read again now and then (`scrub`).

mod alarm;
mod read;
mod scrub;
mod store;

use std::fs::File;
use std::sync::Arc;

use blobs::Tree;
use db::Conn;
use nodes::Node;
use primitives::RepositoryId;
use tokio::sync::Semaphore;

use crate::blocking::blocking;
use crate::{Content, Error, Result, disk};
use store::Known;

pub(crate) use read::Written;
pub use scrub::keep_scrubbing;
pub(crate) use scrub::scrubbing;
pub use store::{Flaw, Standing, standing};
pub(crate) use store::{forget_flaw, note_right};

/// Files that are read whole at once because somebody waits for them.
static READERS: Semaphore = Semaphore::const_new(4);

/// A file's bytes as they lie on disk, and what is known of them.
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

/// The bytes, where they are the right ones.
pub(crate) async fn right(content: &Content, node: &Node, bytes: Bytes) -> Result<Arc<File>> {
    let file = match bytes.file {
        Some(file) => file,
        None if bytes.known.flaw == Some(Flaw::Missing) => return Err(Error::BytesMissing),
        None => Arc::new(found_after_all(content, node, bytes.tree).await?),
    };
    let written = Written::of(&file)?;
    match judge(node, bytes.known, written) {
        Some(true) => Ok(file),
        Some(false) if bytes.known.flaw == Some(Flaw::OtherBytes) => Err(Error::Damaged),
        Some(false) => Err(damaged(content, node, written).await),
        None => read_first(content, node, file, written).await,
    }
}

/// What can be said without reading: None where the bytes have to be read.
fn judge(node: &Node, known: Known, written: Written) -> Option<bool> {
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

/// While it is renamed or moved, a file is for a moment in neither place: nothing moves while this looks again.
async fn found_after_all(content: &Content, node: &Node, tree: Tree) -> Result<File> {
    let (id, tenant, now) = (node.id, node.tenant, content.clock.now());
    let found = content.db.write(move |tx| {
        disk::hold(tx, tenant)?;
        match tree.open(&disk::place(tx, id)?) {
            Ok(file) => Ok(Some(file)),
            Err(blobs::Error::Missing) => {
                alarm::note(tx, id, Flaw::Missing, None, now)?;
                Ok(None)
            }
            Err(error) => Err(Error::from(error)),
        }
    });
    found.await?.ok_or(Error::BytesMissing)
}

/// Reads the file whole; nobody reads the same one beside this for nothing.
async fn read_first(content: &Content, node: &Node, file: Arc<File>, written: Written) -> Result<Arc<File>> {
    let _turn = READERS.acquire().await;
    let id = node.id;
    let known = content.db.read(move |c| store::known(c, id)).await?;
    match judge(node, known, written) {
        Some(true) => return Ok(file),
        Some(false) => return Err(Error::Damaged),
        None => {}
    }
    let reading = file.clone();
    let hash = blocking(move || read::hash(&reading)).await?;
    if node.facts.hash.as_deref() != Some(hash.as_str()) {
        return Err(damaged(content, node, written).await);
    }
    let now = content.clock.now();
    let noted = content.db.write(move |tx| note_right(tx, id, written.modified_ns, now)).await;
    if let Err(error) = noted {
        tracing::warn!("That file {id} was read is not kept: {error}");
    }
    Ok(file)
}

/// Tells that a file has other bytes than were stored.
async fn damaged(content: &Content, node: &Node, written: Written) -> Error {
    let (id, now) = (node.id, content.clock.now());
    let told = content.db.write(move |tx| alarm::note(tx, id, Flaw::OtherBytes, Some(written.modified_ns), now)).await;
    if let Err(error) = told {
        tracing::error!("File {id} has other bytes than were stored, which could not be noted: {error}");
    }
    Error::Damaged
}
