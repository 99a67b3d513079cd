//! Whether a file's bytes are those that were stored.
//!
//! For each file the modification time is kept at which it was last read whole and was right. A file with that time is
//! served as it is. A file that was written to since, by whatever tool, is read whole first, and is not served if its
//! content differs. A disk that loses data silently changes no times: so everything is read again from time to time
//! (`scrub`).

mod alarm;
mod file_lock;
mod read;
mod repaired;
mod scrub;
mod store;

use std::sync::Arc;

use blobs::{Opened, SharedStore, TreePath, Written};
use db::{Conn, Db, params};
use nodes::{Node, NodeState};
use primitives::{NodeId, RepositoryId, Seconds};

use crate::blocking::{Turns, ended, in_time, on_store};
use crate::disk::NodePath;
use crate::intents::{self, SubtreeLock};
use crate::{Error, Result, disk};
use store::Known;

pub(crate) use alarm::note;
pub(crate) use repaired::given_back;
pub use scrub::keep_scrubbing;
pub(crate) use scrub::scrubbing;
pub use store::{Flaw, Standing, has_flaw, known_time, note_replaced, note_right, standing};

/// Files of one store that are read whole at once while a request waits.
static READERS: Turns = Turns::of(4);

/// Where a file's bytes are, and the stored state of them.
pub struct Bytes {
    store: SharedStore,
    way: NodePath,
    known: Known,
}

impl Bytes {
    pub fn store(&self) -> SharedStore {
        self.store.clone()
    }
}

/// An open file, and its state on disk.
type Found = (Arc<Opened>, Written);

/// Where to find a file's bytes, for `right`.
pub fn look(conn: &mut Conn<'_>, repository: RepositoryId, node: &Node) -> Result<Bytes> {
    let (store, known) = store::store_and_known(conn, repository, node.id)?;
    Ok(Bytes { store, way: NodePath::of(conn, node.id)?, known })
}

/// Returns the bytes if they are the right ones.
pub async fn right(db: &Db, node: &Node, bytes: Bytes, now: Seconds) -> Result<Arc<Opened>> {
    let Bytes { store, way, known } = bytes;
    let (file, written) = match open(store.clone(), way.place()?).await? {
        Some((file, written)) if known_state(node, known, written) == Some(true) => return Ok(file),
        // Another file may have got the path since it was read, or this one other bytes.
        Some(opened) if db.read(move |c| is_settled(c, &way)).await? => opened,
        None if known.flaw == Some(Flaw::Missing) => return Err(Error::BytesMissing),
        _ => found_after_all(db, node, now).await?,
    };
    match known_state(node, known, written) {
        Some(true) => Ok(file),
        Some(false) if known.flaw == Some(Flaw::OtherBytes) => Err(Error::Damaged),
        Some(false) => Err(damaged(db, node, written, now).await),
        None => read_first(db, node, (store, file), written, now).await,
    }
}

/// Whether a path is still that of the same bytes, and no change of it is under way.
fn is_settled(conn: &mut Conn<'_>, way: &NodePath) -> Result<bool> {
    Ok(way.is_still(conn)? && intents::other_place(conn, way.steps())?.is_none())
}

/// The file at `place`; None if there is none.
async fn open(store: SharedStore, place: TreePath) -> Result<Option<Found>> {
    // A turn on another thread costs more than most downloads.
    if let Some(file) = store.open_cached(&place) {
        let written = file.written()?;
        return Ok(Some((Arc::new(file), written)));
    }
    let opened = on_store(&store, move |store| match store.open(&place) {
        Ok(file) => {
            let written = file.written()?;
            Ok(Some((Arc::new(file), written)))
        }
        Err(blobs::Error::Missing) => Ok(None),
        Err(error) => Err(Error::from(error)),
    });
    in_time(opened).await
}

/// The bytes of `hash`, for work that needs a content: from `first`, or from another file that has them. None if no
/// file has this content any more; an error if all such files have wrong bytes.
pub async fn right_bytes(db: &Db, first: NodeId, hash: &str, now: Seconds) -> Result<Option<(Node, Arc<Opened>)>> {
    let wanted = hash.to_owned();
    let sql =
        "SELECT node_id FROM nodes_node WHERE content_hash = $1 AND (state = 1 OR state = 2 AND binned_at IS NULL)
               ORDER BY CASE WHEN node_id = $2 THEN 0 ELSE 1 END, node_id
               LIMIT 8";
    let holders = db.read(move |c| c.rows(sql, params![&wanted, first], |row| row.get::<NodeId>(0))).await?;
    let mut wrong = None;
    for holder in holders {
        match intents::with_retries(|| right_bytes_of(db, holder, now)).await {
            Ok(Some(found)) => return Ok(Some(found)),
            Ok(None) => {}
            Err(error @ (Error::Damaged | Error::BytesMissing)) => wrong = Some(error),
            Err(error) => return Err(error),
        }
    }
    wrong.map_or(Ok(None), Err)
}

/// Reads a file's bytes whatever is known of them. If they are wrong, that is reported, and they are not served.
pub(crate) async fn look_again(db: &Db, id: NodeId, now: Seconds) -> Result<()> {
    db.write(move |tx| store::forget_flaw(tx, id)).await?;
    match right_bytes_of(db, id, now).await {
        Ok(_) | Err(Error::Damaged | Error::BytesMissing | Error::Moving) => Ok(()),
        Err(error) => Err(error),
    }
}

async fn right_bytes_of(db: &Db, id: NodeId, now: Seconds) -> Result<Option<(Node, Arc<Opened>)>> {
    let found = db.read(move |c| {
        let found = nodes::find(c, id)?.filter(|node| node.state == NodeState::Ready || node.is_apart());
        let Some(node) = found else { return Ok(None) };
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

/// Looks again for a file that is not at its path: at the path that it is about to get, and then while nothing moves.
/// Only then it is called missing.
async fn found_after_all(db: &Db, node: &Node, now: Seconds) -> Result<Found> {
    if let Some(found) = elsewhere(db, node).await? {
        return Ok(found);
    }
    let id = node.id;
    let looked = intents::while_locked(db, SubtreeLock::of(node), async || {
        let (store, place, bin) = db
            .read(move |c| {
                let found = nodes::find(c, id)?.ok_or(blobs::Error::Missing)?;
                let place = NodePath::of(c, id)?.place()?;
                Ok::<_, Error>((disk::store(c, found.repository)?, place, disk::place_anywhere(c, id)?))
            })
            .await?;
        if bin.as_ref() != Some(&place) {
            return Err(blobs::Error::Missing.into());
        }
        if let Some(found) = open(store, place).await? {
            return Ok(found);
        }
        db.write(move |tx| alarm::note(tx, id, Flaw::Missing, None, now)).await?;
        Err(Error::BytesMissing)
    });
    match looked.await {
        // Its disk takes so long to move it.
        Err(Error::Moving) => Err(blobs::Error::Slow.into()),
        other => other,
    }
}

/// A file that is being moved or replaced, or has just been moved or replaced.
async fn elsewhere(db: &Db, node: &Node) -> Result<Option<Found>> {
    let (id, hash) = (node.id, node.facts.hash.clone());
    for _ in 0..TRIES {
        let hash = hash.clone();
        let found = db.read(move |c| {
            let Some(node) = nodes::find(c, id)?.filter(|node| node.state == NodeState::Ready) else { return Ok(None) };
            let way = NodePath::of(c, id)?;
            let places = if node.facts.hash == hash {
                [intents::other_place(c, way.steps())?, way.place().ok()]
            } else {
                // It was replaced since its row was read. Without a version that keeps its content, it is read anew.
                let kept = nodes::kept_with(c, id, hash.as_deref())?.ok_or(Error::Moving)?;
                [TreePath::in_bin(kept, &[]), None]
            };
            let places: Vec<_> = places.into_iter().flatten().collect();
            Ok::<_, Error>(Some((disk::store(c, node.repository)?, way, places)))
        });
        let Some((store, way, places)) = found.await? else { return Ok(None) };
        let mut opened = None;
        for place in places {
            if opened.is_none() {
                opened = open(store.clone(), place).await?;
            }
        }
        if opened.is_some() && db.read(move |c| way.is_still(c)).await? {
            return Ok(opened);
        }
    }
    Ok(None)
}

/// A moving file is looked for so often without stopping its move.
const TRIES: usize = 4;

/// Reads the whole file, once for all who wait for it. A caller that goes away does not stop it: the next one finds the
/// result.
async fn read_first(
    db: &Db,
    node: &Node,
    (store, file): (SharedStore, Arc<Opened>),
    written: Written,
    now: Seconds,
) -> Result<Arc<Opened>> {
    let (db, node, reading) = (db.clone(), node.clone(), file.clone());
    let read = tokio::spawn(async move {
        let alone = file_lock::of(node.id);
        let _alone = alone.lock().await;
        let _reader = READERS.at(&store).acquire_owned().await;
        read_whole(&db, &node, (&store, reading), written, now).await
    });
    ended(read).await.map(|()| file)
}

async fn read_whole(
    db: &Db,
    node: &Node,
    (store, file): (&SharedStore, Arc<Opened>),
    written: Written,
    now: Seconds,
) -> Result<()> {
    let (id, stored) = (node.id, node.facts.hash.clone());
    let known = db.read(move |c| {
        // What is known of a file says nothing of a content that it had before.
        match nodes::find(c, id)? {
            Some(found) if found.facts.hash == stored => Ok(store::known(c, id)?),
            _ => Err(Error::Moving),
        }
    });
    match known_state(node, known.await?, written) {
        Some(true) => return Ok(()),
        Some(false) => return Err(Error::Damaged),
        None => {}
    }
    let hash = on_store(store, move |_| file.hash()).await?;
    if node.facts.hash.as_deref() != Some(hash.as_str()) {
        return Err(damaged(db, node, written, now).await);
    }
    let noted = db.write(move |tx| repaired::found_right(tx, id, written.modified_ns, now)).await;
    if let Err(error) = noted {
        tracing::warn!("The check of file {id} could not be recorded: {error}");
    }
    Ok(())
}

/// Reports that a file has other bytes than were stored, if it still has them while nothing moves. Otherwise it was
/// replaced or moved meanwhile, and whoever asks begins anew.
async fn damaged(db: &Db, node: &Node, written: Written, now: Seconds) -> Error {
    let (id, hash) = (node.id, node.facts.hash.clone());
    let looked = intents::while_locked(db, SubtreeLock::of(node), async || {
        let found = db.read(move |c| {
            let Some(found) = nodes::find(c, id)?.filter(|found| found.facts.hash == hash) else { return Ok(None) };
            Ok::<_, Error>(Some((disk::store(c, found.repository)?, NodePath::of(c, id)?.place()?)))
        });
        let Some((store, place)) = found.await? else { return Err(Error::Moving) };
        if open(store, place).await?.map(|(_, there)| there) != Some(written) {
            return Err(Error::Moving);
        }
        db.write(move |tx| alarm::note(tx, id, Flaw::OtherBytes, Some(written.modified_ns), now)).await
    });
    match looked.await {
        Ok(()) => Error::Damaged,
        Err(error @ Error::Moving) => error,
        Err(error) => {
            tracing::error!("File {id} has other bytes than were stored, and that could not be recorded: {error}");
            Error::Damaged
        }
    }
}
