//! The staging area after a crash: bytes that no row is waiting for are removed, and bytes that a file lacks go home.

use blobs::{Area, Change, SharedStore};
use db::Db;
use nodes::{Node, NodeState};
use primitives::{RepositoryId, Seconds};

use super::nodes_in;
use crate::blocking::on_store;
use crate::intents::{SubtreeLock, while_locked};
use crate::unfinished::{StagingArea, unfinished_files};
use crate::{Error, Result, crossings, disk};

/// What is left are files whose rows are in staging, too: the rooms that receive them look after those.
pub(super) async fn reconcile(db: &Db, store: &SharedStore, repository: RepositoryId, now: Seconds) -> Result<()> {
    let staged = nodes_in(store, Area::Staging).await?;
    for node in staged.iter().copied() {
        let found = db.read(move |c| nodes::find(c, node)).await?;
        match found.filter(|found| found.repository == repository) {
            None if db.read(move |c| crossings::has_bytes_in(c, repository, node)).await? => {}
            Some(found) if found.state == NodeState::Staging => {}
            // A file whose bytes went back to staging has no others.
            Some(found) if found.state == NodeState::Ready && put_home(db, store, &found).await? => {}
            _ => on_store(store, move |store| store.discard(Area::Staging, node)).await?,
        }
    }
    let area = StagingArea { db: db.clone(), repository, store: store.clone(), staged, now };
    for files in db.read(|c| Ok::<_, db::Error>(unfinished_files(c))).await? {
        (files.reconcile)(area.clone()).await?;
    }
    Ok(())
}

/// Puts the staged bytes of a file to its path, if it has none there. False if it has.
pub(crate) async fn put_home(db: &Db, store: &SharedStore, found: &Node) -> Result<bool> {
    let node = found.id;
    let put = while_locked(db, SubtreeLock::of(found), async || {
        let Some(to) = db.read(move |c| disk::place_anywhere(c, node)).await? else { return Ok(false) };
        on_store(store, move |store| {
            // An object would be replaced.
            if store.names_by_node() && store.stat(&to)?.is_some() {
                return Ok(false);
            }
            match store.commit(node, &Change::MoveIn { area: Area::Staging, to }) {
                Ok(_) => Ok(true),
                Err(blobs::Error::Exists) => Ok(false),
                // Its folder is missing, too: the bytes stay where they are.
                Err(blobs::Error::Missing) => Ok(true),
                Err(error) => Err(error),
            }
        })
        .await
    });
    match put.await {
        // A living process is at it.
        Err(Error::Moving) => Ok(true),
        other => other,
    }
}
