//! Copies files to the other file server: their bytes are staged there and compared by their hash, noted, and then get their
//! path. A crash at any point leaves a row that says where the bytes may be.

use std::sync::Arc;

use blobs::{SharedStore, TreePath};
use futures_util::stream::{self, StreamExt as _};
use jobs::JobContext;
use nodes::NodeState;
use primitives::NodeId;

use super::files::{self, Failure, Moved};
use super::rows::{self, Move};
use super::target::{self, Placing};
use crate::blocking::on_store;
use crate::{Error, Result, Storage, disk, integrity};

/// Files that are copied at once.
const AT_ONCE: usize = 4;

/// A move, as its job carries it out.
#[derive(Clone)]
pub(super) struct Running {
    pub storage: Storage,
    pub context: JobContext,
    pub of: Arc<Move>,
    /// Where the repository is.
    pub source: SharedStore,
    /// Where it moves to.
    pub target: SharedStore,
}

impl Running {
    /// Refuses to write for a move that was cancelled, or that another process carries on.
    pub fn refuse_stopped(&self, tx: &mut db::Tx<'_>) -> Result<()> {
        if self.context.is_cancelled(tx)? { Err(Error::Moving) } else { Ok(()) }
    }

    /// As `refuse_stopped`, before the disk is changed.
    pub async fn refuse_stopped_now(&self) -> Result<()> {
        let context = self.context.clone();
        if self.storage.db.read(move |c| context.is_cancelled(c)).await? { Err(Error::Moving) } else { Ok(()) }
    }

    fn goes_on(&self) -> impl Fn() -> bool + use<> {
        let (cancel, shutdown) = (self.context.cancel.clone(), self.context.shutdown.clone());
        move || !cancel.is_cancelled() && !shutdown.is_cancelled()
    }
}

/// A file that is to be copied, as its row says.
struct Wanted {
    node: NodeId,
    hash: String,
    size: i64,
    path: TreePath,
    before: Option<Moved>,
}

enum Outcome {
    /// It is staged.
    Staged(Moved),
    Failed(Failure),
    /// It is no file any more that has bytes, or has others by now.
    Gone,
}

/// Copies some files. Those that cannot be copied are noted; an error ends all of it.
pub(super) async fn copy(running: &Running, nodes: Vec<NodeId>) -> Result<()> {
    let Some(last) = nodes.last().copied() else { return Ok(()) };
    let (mut staged, mut failed) = (Vec::new(), Vec::new());
    let found = i64::try_from(nodes.len()).unwrap_or(i64::MAX);
    let copying = stream::iter(nodes).map(|node| stage(running, node)).buffer_unordered(AT_ONCE);
    // Also if one of them ends all of it, none is left at work.
    for outcome in copying.collect::<Vec<_>>().await {
        match outcome? {
            Outcome::Staged(file) => staged.push(file),
            Outcome::Failed(failure) => failed.push(failure),
            Outcome::Gone => {}
        }
    }
    let (id, noted, stopped) = (running.of.id, staged.clone(), running.clone());
    let note = running.storage.db.write(move |tx| {
        stopped.refuse_stopped(tx)?;
        for file in &noted {
            files::keep(tx, id, file)?;
            files::forget_failure(tx, id, file.node)?;
        }
        Ok::<_, Error>(failed.iter().try_for_each(|failure| files::note_failure(tx, id, failure))?)
    });
    note.await?;
    let bytes = staged.iter().map(|file| file.size).sum();
    place(running, staged).await?;
    let seen = running.storage.db.write(move |tx| rows::note_seen(tx, id, last, (found, bytes)));
    Ok(seen.await?)
}

async fn stage(running: &Running, node: NodeId) -> Result<Outcome> {
    let (id, repository) = (running.of.id, running.of.repository);
    let wanted = running.storage.db.read(move |c| {
        let found = nodes::find(c, node)?.filter(|found| found.state != NodeState::Staging);
        // It may be in another repository by now.
        let Some(found) = found.filter(|found| found.repository == repository) else { return Ok(None) };
        let (Some(hash), Some(path)) = (found.facts.hash, disk::place_anywhere(c, node)?) else { return Ok(None) };
        let before = files::moved_file(c, id, node)?;
        Ok::<_, Error>(Some(Wanted { node, hash, size: found.size, path, before }))
    });
    let Some(wanted) = wanted.await? else { return Ok(Outcome::Gone) };
    if let Some(before) = &wanted.before {
        forget_content(running, before.clone()).await?;
    }
    match stage_bytes(running, &wanted).await {
        Ok(()) => {
            let place = (!running.target.names_by_node()).then(|| wanted.path.to_string());
            let Wanted { node, hash, size, .. } = wanted;
            Ok(Outcome::Staged(Moved { node, hash, size, place, is_sure: false }))
        }
        // What was opened of an object is not read on once it has other bytes. The next round copies those.
        Err(_) if has_other_bytes(running, &wanted).await? => Ok(Outcome::Gone),
        Err(error) => {
            let reason = reason(running, &wanted, &error).await?.ok_or(error)?;
            let Wanted { node, hash, path, .. } = wanted;
            tracing::warn!(%node, "The file at {path} cannot be copied to another file server: {reason}");
            Ok(Outcome::Failed(Failure { node, hash, reason }))
        }
    }
}

async fn stage_bytes(running: &Running, wanted: &Wanted) -> Result<()> {
    let (node, path, hash, goes_on) = (wanted.node, wanted.path.clone(), wanted.hash.clone(), running.goes_on());
    let from = on_store(&running.source, move |store| store.open(&path)).await?;
    on_store(&running.target, move |store| {
        let copied = target::stage(store, node, &from, &goes_on)?;
        if copied == hash { Ok(()) } else { Err(Error::Damaged) }
    })
    .await
}

/// Whether a file has been replaced or deleted since its row was read.
async fn has_other_bytes(running: &Running, wanted: &Wanted) -> Result<bool> {
    let node = wanted.node;
    let found = running.storage.db.read(move |c| nodes::find(c, node)).await?;
    Ok(found.is_none_or(|found| found.facts.hash.as_ref() != Some(&wanted.hash)))
}

/// What was copied of a file before is another content. It is noted as such before its bytes go.
async fn forget_content(running: &Running, before: Moved) -> Result<()> {
    let (id, stopped) = (running.of.id, running.clone());
    let unknown = Moved { hash: String::new(), is_sure: false, ..before.clone() };
    let note = running.storage.db.write(move |tx| {
        stopped.refuse_stopped(tx)?;
        Ok::<_, Error>(files::keep(tx, id, &unknown)?)
    });
    note.await?;
    on_store(&running.target, move |store| target::take_back(store, &before)).await
}

/// Why this one file cannot be copied; none if no file can be copied now.
async fn reason(running: &Running, wanted: &Wanted, error: &Error) -> Result<Option<&'static str>> {
    let reason = match error {
        Error::Damaged => "damaged",
        Error::Disk(blobs::Error::Missing) => "bytes_missing",
        Error::Disk(blobs::Error::Io(_)) => "unreadable",
        _ => return Ok(None),
    };
    if !running.goes_on()() {
        return Ok(None);
    }
    for store in [&running.source, &running.target] {
        if !on_store(store, |store| Ok::<_, Error>(store.is_there())).await? {
            return Ok(None);
        }
    }
    match reason {
        // What was not known of it is from now on: nobody gets wrong bytes.
        "damaged" => integrity::look_again(&running.storage.db, wanted.node, running.storage.clock.now()).await?,
        // The file can be read: it cannot be written.
        "unreadable" if is_readable(running, wanted.path.clone()).await => return Ok(None),
        _ => {}
    }
    Ok(Some(reason))
}

async fn is_readable(running: &Running, path: TreePath) -> bool {
    on_store(&running.source, move |store| Ok::<_, Error>(store.open(&path)?.hash()?)).await.is_ok()
}

/// Gives staged files their paths, as they are noted.
pub(super) async fn place(running: &Running, staged: Vec<Moved>) -> Result<()> {
    let id = running.of.id;
    let (mut placed, mut gone) = (Vec::new(), Vec::new());
    for file in staged {
        running.refuse_stopped_now().await?;
        let one = file.clone();
        match on_store(&running.target, move |store| place_one(store, &one)).await? {
            Placing::Done => placed.push(Moved { is_sure: true, ..file }),
            Placing::Taken => placed.push(Moved { place: None, is_sure: true, ..file }),
            Placing::Gone => gone.push(file.node),
        }
    }
    let stopped = running.clone();
    let note = running.storage.db.write(move |tx| {
        stopped.refuse_stopped(tx)?;
        placed.iter().try_for_each(|file| files::keep(tx, id, file))?;
        Ok::<_, Error>(files::forget(tx, id, &gone)?)
    });
    note.await
}

fn place_one(store: &dyn blobs::Store, file: &Moved) -> blobs::Result<Placing> {
    // An object is where its node says.
    let path = if file.place.is_some() { file.path() } else { TreePath::in_bin(file.node, &[]) };
    path.map_or(Ok(Placing::Taken), |path| target::place(store, file.node, &path))
}

/// After a crash: where the files are whose rows are not sure.
pub(super) async fn find_unsure(running: &Running) -> Result<()> {
    let id = running.of.id;
    let unsure = running.storage.db.read(move |c| files::unsure(c, id)).await?;
    if unsure.is_empty() {
        return Ok(());
    }
    let is_tree = !running.target.names_by_node();
    let staged = if is_tree { on_store(&running.target, target::staged).await? } else { Vec::new() };
    let stopped = running.clone();
    let note = running.storage.db.write(move |tx| {
        stopped.refuse_stopped(tx)?;
        for file in unsure {
            let place = file.place.clone().filter(|_| !staged.contains(&file.node));
            // An object is sent again: a file that is not in the repository any more is deleted by its row.
            let hash = if is_tree { file.hash.clone() } else { String::new() };
            files::keep(tx, id, &Moved { place, hash, is_sure: true, ..file })?;
        }
        Ok::<_, Error>(())
    });
    note.await
}
