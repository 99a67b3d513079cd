//! The place at the other file server, as a move writes to it.

use std::time::{Duration, SystemTime};

use blobs::{Area, Change, Opened, SharedStore, Store, TreePath, Within};
use db::Conn;
use primitives::NodeId;

use super::files::Moved;
use super::rows::{Move, State};
use crate::disk;
use crate::file_server::FileServerType;

/// The store at the other file server: the new one, or the old one once the repository is at the new one.
pub(super) fn store(conn: &mut Conn<'_>, of: &Move) -> db::Result<SharedStore> {
    // While it is a bucket's, the folder for what is received is in use.
    let is_left = of.state == State::Clearing && disk::kind(conn, of.repository)? != FileServerType::S3;
    let staging = if is_left { of.repository.to_string() } else { format!("move-{}", of.repository) };
    disk::store_at(conn, (of.file_server, &of.folder), &staging)
}

/// Stages the bytes of a file, with the time at which they were written: what is known of them stays true. Returns their
/// hash.
pub(crate) fn stage(
    store: &dyn Store,
    node: NodeId,
    from: &Opened,
    goes_on: &dyn Fn() -> bool,
) -> blobs::Result<String> {
    let written = from.written()?;
    let copied = store.stage_copy(node, from, goes_on)?;
    // Another process may have taken it away, which carries the move on by now.
    let file = store.stage(node)?;
    if file.metadata()?.len() != copied.written.size {
        return Err(blobs::Error::Missing);
    }
    let since = Duration::from_nanos(u64::try_from(written.modified_ns).unwrap_or(0));
    file.set_modified(SystemTime::UNIX_EPOCH + since)?;
    file.sync_all()?;
    Ok(copied.hash)
}

/// What has become of a staged file that was to get its path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Placing {
    Done,
    /// Something else has the path.
    Taken,
    /// It is not staged.
    Gone,
}

/// Gives a staged file its path, and makes the folders on the way.
pub(crate) fn place(store: &dyn Store, node: NodeId, to: &TreePath) -> blobs::Result<Placing> {
    let change = Change::MoveIn { area: Area::Staging, to: to.clone() };
    let placed = match store.commit(node, &change) {
        Err(blobs::Error::Missing) => {
            match make_folders(store, node, to.folder()) {
                // A file is where a folder belongs: it has moved, too.
                Err(blobs::Error::Exists | blobs::Error::Missing) => return Ok(Placing::Taken),
                made => made?,
            }
            store.commit(node, &change)
        }
        other => other,
    };
    match placed {
        Ok(_) => Ok(Placing::Done),
        Err(blobs::Error::Exists) => Ok(Placing::Taken),
        Err(blobs::Error::Missing) => Ok(Placing::Gone),
        Err(error) => Err(error),
    }
}

/// Makes a folder, with those above it.
pub(crate) fn make_folders(store: &dyn Store, node: NodeId, folder: Option<TreePath>) -> blobs::Result<()> {
    let Some(folder) = folder.filter(|folder| !is_ours(folder)) else { return Ok(()) };
    make_folders(store, node, folder.folder())?;
    store.commit(node, &Change::MakeFolder(folder)).map(drop)
}

/// The folders that every repository has.
fn is_ours(folder: &TreePath) -> bool {
    [".vitrine", ".vitrine/bin"].contains(&folder.to_string().as_str())
}

/// Takes a file back from its path to staging. It may be there already.
pub(crate) fn take_back(store: &dyn Store, file: &Moved) -> blobs::Result<()> {
    let Some(from) = file.path() else { return Ok(()) };
    match store.commit(file.node, &Change::MoveOut { from: from.clone(), area: Area::Staging }) {
        Ok(_) | Err(blobs::Error::Missing) => Ok(()),
        Err(blobs::Error::Exists) => store.erase(&from),
        Err(error) => Err(error),
    }
}

/// How many bytes are at the path of a file; none if it has no path, or nothing is there.
pub(crate) fn size_there(store: &dyn Store, file: &Moved) -> blobs::Result<Option<i64>> {
    let Some(at) = file.path() else { return Ok(None) };
    Ok(store.stat(&at)?.and_then(|found| i64::try_from(found.size).ok()))
}

/// The files that are in staging.
pub(crate) fn staged(store: &dyn Store) -> blobs::Result<Vec<NodeId>> {
    Ok(store.walk(Within::Area(Area::Staging))?.iter().filter_map(blobs::Found::node).collect())
}

/// Deletes a file, wherever it is.
pub(crate) fn delete(store: &dyn Store, file: &Moved) -> blobs::Result<()> {
    store.discard(Area::Staging, file.node)?;
    if store.names_by_node() {
        return store.discard(Area::Bin, file.node);
    }
    file.path().map_or(Ok(()), |at| store.erase(&at))
}
