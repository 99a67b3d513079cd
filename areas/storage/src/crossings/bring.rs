//! Copies files into the other repository, where nobody sees them: staged and compared by their hash, noted, and then put
//! to the path that they have there. A crash at any point leaves a row that says where the bytes may be.

use std::future;
use std::time::{Duration, Instant};

use blobs::{Area, TreePath};
use futures_util::stream::{self, StreamExt as _};
use nodes::NodeState;
use primitives::NodeId;

use super::place::place;
use super::way::Way;
use super::{files, leave, rows, subtree, there};
use crate::blocking::on_store;
use crate::moves::files::Moved;
use crate::moves::target;
use crate::{Error, Result, integrity};

/// Files that are looked up at once.
const FOUND: i64 = 2_000;
/// Files of one step.
const STEP: usize = 32;
/// Files that are copied at once.
const AT_ONCE: usize = 4;
/// A file that is not there, or has other bytes, may be on its way: it is looked at so often.
const TRIES: u32 = 3;
const AGAIN: Duration = Duration::from_millis(200);

/// How far a turn has come.
#[derive(Debug)]
pub enum Brought {
    /// More is to be copied.
    Some,
    /// All of it was there when it was looked for.
    All,
    /// For uploads below it, or the entry has not left yet what it was in before.
    Waits,
    /// A file cannot be copied.
    Failed(Error),
}

/// Copies what is not there, for so long. After a crash the first turn finds out what is there.
pub async fn bring(way: &Way, turn: Duration) -> Result<Brought> {
    let node = way.of.node;
    if way.storage.db.read(move |c| leave::is_leaving(c, node)).await? {
        return Ok(Brought::Waits);
    }
    find_unsure(way).await?;
    there::make_root(way).await?;
    let of = way.of.clone();
    let wanted = way.storage.db.read_long(move |c| subtree::to_copy(c, &of, FOUND)).await?;
    let begun = Instant::now();
    let is_all = wanted.len() < usize::try_from(FOUND).unwrap_or(usize::MAX);
    for some in wanted.chunks(STEP) {
        way.refuse_stopped_now().await?;
        if let Some(failed) = copy(way, some.to_vec(), Some(begun + turn)).await? {
            return Ok(Brought::Failed(failed));
        }
        if begun.elapsed() > turn {
            return Ok(Brought::Some);
        }
    }
    if is_all && waits_for_uploads(way).await? {
        return Ok(Brought::Waits);
    }
    Ok(if is_all { Brought::All } else { Brought::Some })
}

/// The transaction of the intent asks again. What takes long is read outside of it.
async fn waits_for_uploads(way: &Way) -> Result<bool> {
    let (id, now) = (way.of.id, way.storage.clock.now());
    let waits = way.storage.db.read_long(move |c| subtree::waits_for_uploads(c, id, now)).await?;
    if waits {
        way.storage.db.write(move |tx| rows::note_ready(tx, id, now)).await?;
    }
    Ok(waits)
}

/// A file that is to be copied, as its row says.
struct Wanted {
    node: NodeId,
    hash: String,
    size: i64,
    from: TreePath,
    to: TreePath,
    before: Option<Moved>,
}

/// Copies some files; after `until`, no other one is begun. Returns why one of them cannot be copied.
pub(super) async fn copy(way: &Way, nodes: Vec<NodeId>, until: Option<Instant>) -> Result<Option<Error>> {
    take_over(way, nodes.clone()).await?;
    let copied = stage_and_place(way, nodes.clone(), until).await;
    if copied.is_err() && way.owns_staged().await? {
        // No row may say that they are staged.
        let discard =
            move |store: &dyn blobs::Store| nodes.iter().try_for_each(|node| store.discard(Area::Staging, *node));
        on_store(&way.target, discard).await?;
    }
    copied
}

async fn stage_and_place(way: &Way, nodes: Vec<NodeId>, until: Option<Instant>) -> Result<Option<Error>> {
    if way.target.names_by_node() {
        note_coming(way, nodes.clone()).await?;
    }
    // Each turn comes further, however long it has taken to come here.
    let is_time = move |(at, _): &(usize, NodeId)| {
        future::ready(*at < AT_ONCE || until.is_none_or(|until| Instant::now() < until))
    };
    let copying = stream::iter(nodes.into_iter().enumerate()).take_while(is_time);
    let copying = copying.map(|(_, node)| stage(way, node)).buffer_unordered(AT_ONCE);
    let (mut staged, mut failed, mut stopped) = (Vec::new(), None, None);
    // Also if one of them ends all of it, none is left at work.
    for outcome in copying.collect::<Vec<_>>().await {
        match outcome {
            Ok(file) => staged.extend(file),
            Err(error) if is_of_one_file(&error) => failed = Some(error),
            Err(error) => stopped = Some(error),
        }
    }
    let bytes = staged.iter().map(|file| file.size).sum();
    keep(way, staged.clone()).await?;
    place(way, staged).await?;
    let id = way.of.id;
    way.storage.db.write(move |tx| rows::note_copied(tx, id, bytes)).await?;
    match stopped {
        Some(error) => Err(error),
        None => Ok(failed),
    }
}

/// What earlier moves have left of these nodes in the target is this one's from now on. An error if others are at it.
pub(super) async fn take_over(way: &Way, nodes: Vec<NodeId>) -> Result<()> {
    let stopped = way.clone();
    let take = way.storage.db.write(move |tx| {
        stopped.refuse_stopped(tx)?;
        for some in nodes.chunks(256) {
            if !files::take_over(tx, (stopped.of.id, stopped.of.at), some)? {
                return Err(Error::Moving);
            }
        }
        Ok(())
    });
    take.await
}

/// An object is there as soon as it is stored: a crash before that is noted would leave it behind.
async fn note_coming(way: &Way, nodes: Vec<NodeId>) -> Result<()> {
    let stopped = way.clone();
    let noted = way.storage.db.write(move |tx| {
        stopped.refuse_stopped(tx)?;
        Ok::<_, Error>(files::note_coming(tx, stopped.of.id, &nodes)?)
    });
    noted.await
}

fn is_of_one_file(error: &Error) -> bool {
    matches!(error, Error::Damaged | Error::BytesMissing)
}

/// None if nothing is to be copied: it is there, or it is gone.
async fn stage(way: &Way, node: NodeId) -> Result<Option<Moved>> {
    let mut tried = 0;
    loop {
        let Some(wanted) = wanted(way, node).await? else { return Ok(None) };
        if let Some(before) = wanted.before.clone() {
            // It has been left there, and is as it was.
            if before.hash == wanted.hash && before.is_sure && is_there(way, before.clone()).await? {
                return Ok(None);
            }
            let is_noted = before.hash.is_empty() && way.target.names_by_node();
            if !is_noted {
                forget_content(way, before).await?;
            }
        }
        match stage_bytes(way, &wanted).await {
            Ok(()) => {
                let Wanted { node, hash, size, to, .. } = wanted;
                return Ok(Some(Moved { node, hash, size, place: Some(to.to_string()), is_sure: false }));
            }
            Err(_) if !way.goes_on()() => return Err(Error::Moving),
            // What was opened of an object is not read on once it has other bytes. The next turn copies those.
            Err(_) if has_other_bytes(way, &wanted).await? => return Ok(None),
            Err(Error::Damaged | Error::Disk(blobs::Error::Missing)) if tried + 1 < TRIES => {
                tried += 1;
                tokio::time::sleep(AGAIN).await;
            }
            Err(Error::Damaged) => {
                // What was not known of it is from now on: nobody gets wrong bytes.
                let looked = integrity::look_again(&way.storage.db, node, way.storage.clock.now());
                db::without_precondition(looked).await?;
                return Err(Error::Damaged);
            }
            Err(Error::Disk(blobs::Error::Missing)) => return Err(Error::BytesMissing),
            Err(error) => return Err(error),
        }
    }
}

async fn wanted(way: &Way, node: NodeId) -> Result<Option<Wanted>> {
    let of = way.of.clone();
    let found = way.storage.db.read(move |c| {
        let Some(found) = nodes::find(c, node)?.filter(|found| found.state != NodeState::Staging) else {
            return Ok(None);
        };
        let places = (subtree::place_now(c, node)?, subtree::place(c, (of.id, of.node), node)?);
        let (Some(hash), (Some(from), Some(to))) = (found.facts.hash, places) else { return Ok(None) };
        let before = files::of_node(c, of.id, node)?;
        Ok::<_, Error>(Some(Wanted { node, hash, size: found.size, from, to, before }))
    });
    found.await
}

/// Nobody has looked at it since it was left.
async fn is_there(way: &Way, before: Moved) -> Result<bool> {
    let size = before.size;
    let found = on_store(&way.target, move |store| target::size_there(store, &before)).await?;
    Ok(found == Some(size))
}

async fn stage_bytes(way: &Way, wanted: &Wanted) -> Result<()> {
    let (node, from, hash, goes_on) = (wanted.node, wanted.from.clone(), wanted.hash.clone(), way.goes_on());
    let opened = on_store(&way.source, move |store| store.open(&from)).await?;
    on_store(&way.target, move |store| {
        let copied = target::stage(store, node, &opened, &goes_on)?;
        if copied == hash { Ok(()) } else { Err(Error::Damaged) }
    })
    .await
}

/// Whether a file has been replaced or deleted since its row was read.
async fn has_other_bytes(way: &Way, wanted: &Wanted) -> Result<bool> {
    let node = wanted.node;
    let found = way.storage.db.read(move |c| nodes::find(c, node)).await?;
    Ok(found.is_none_or(|found| found.facts.hash.as_ref() != Some(&wanted.hash)))
}

/// What was copied of a file before is another content. It is noted as such before its bytes go.
async fn forget_content(way: &Way, before: Moved) -> Result<()> {
    keep(way, vec![Moved { hash: String::new(), is_sure: false, ..before.clone() }]).await?;
    if way.target.names_by_node() {
        return Ok(());
    }
    on_store(&way.target, move |store| target::take_back(store, &before)).await
}

pub(super) async fn keep(way: &Way, files: Vec<Moved>) -> Result<()> {
    let stopped = way.clone();
    let kept = way.storage.db.write(move |tx| {
        stopped.refuse_stopped(tx)?;
        Ok::<_, Error>(files.iter().try_for_each(|file| files::keep(tx, stopped.of.id, file))?)
    });
    kept.await
}

/// After a crash, some rows do not say for sure where their files are: it looks there. Staged files are copied again.
async fn find_unsure(way: &Way) -> Result<()> {
    let id = way.of.id;
    let unsure = way.storage.db.read(move |c| files::unsure(c, id)).await?;
    if unsure.is_empty() {
        return Ok(());
    }
    let is_tree = !way.target.names_by_node();
    let asked = unsure.clone();
    let sizes = on_store(&way.target, move |store| {
        asked.iter().map(|file| target::size_there(store, file)).collect::<blobs::Result<Vec<_>>>()
    });
    let found = unsure.into_iter().zip(sizes.await?).map(|(file, size)| {
        let is_there = is_tree && !file.hash.is_empty() && size == Some(file.size);
        let hash = if is_there { file.hash.clone() } else { String::new() };
        Moved { hash, is_sure: is_there, ..file }
    });
    keep(way, found.collect()).await
}
