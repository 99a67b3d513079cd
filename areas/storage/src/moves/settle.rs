//! Brings what is at the other file server to where the rows of the repository say, which people may have changed since it
//! was copied: deleted files go, and those that were moved or renamed get their new path.

use std::collections::HashMap;

use blobs::TreePath;
use db::Conn;
use nodes::NodeState;
use primitives::{NodeId, RepositoryId};

use super::copy::{Running, place};
use super::files::{self, Moved};
use super::target;
use crate::blocking::on_store;
use crate::{Error, Result, disk};

/// Files of one step.
const STEP: i64 = 200;

/// While people work, as far as it goes.
pub(super) async fn settle(running: &Running) -> Result<()> {
    clear_wrong(running).await?;
    if running.target.names_by_node() { Ok(()) } else { place_waiting(running).await.map(drop) }
}

/// While the repository is closed: all of it is as it is where the repository is. An error if that is not so.
pub(super) async fn settle_closed(running: &Running) -> Result<()> {
    clear_wrong(running).await?;
    if running.target.names_by_node() {
        return Ok(());
    }
    if !place_waiting(running).await? {
        return Err(Error::Disk(blobs::Error::Exists));
    }
    on_store(&running.target, |store| store.remove_empty_folders()).await?;
    make_folders(running).await?;
    check_sizes(running).await
}

/// Where files belong. Those that are missing have no bytes, or are in another repository by now.
fn wanted_paths(conn: &mut Conn<'_>, repository: RepositoryId, nodes: &[NodeId]) -> Result<HashMap<NodeId, TreePath>> {
    let mut paths = HashMap::new();
    for node in nodes {
        let found = nodes::find(conn, *node)?.filter(|found| found.repository == repository);
        let found = found.filter(|found| found.state != NodeState::Staging);
        if found.is_some_and(|found| found.facts.hash.is_some())
            && let Some(path) = disk::place_anywhere(conn, *node)?
        {
            paths.insert(*node, path);
        }
    }
    Ok(paths)
}

async fn wanted(running: &Running, files: &[Moved]) -> Result<HashMap<NodeId, TreePath>> {
    let (repository, nodes) = (running.of.repository, files.iter().map(|file| file.node).collect::<Vec<_>>());
    running.storage.db.read_long(move |c| wanted_paths(c, repository, &nodes)).await
}

/// Deletes files that are gone from the repository, and takes those back to staging that have another path by now. Of
/// objects, the paths of the tree that they leave are noted: they are deleted there by these.
async fn clear_wrong(running: &Running) -> Result<()> {
    let id = running.of.id;
    let [is_tree, leaves_tree] = [&running.target, &running.source].map(|store| !store.names_by_node());
    let mut after = NodeId(0);
    loop {
        running.refuse_stopped_now().await?;
        let some = running.storage.db.read(move |c| files::moved_after(c, id, after, STEP)).await?;
        let Some(last) = some.last() else { return Ok(()) };
        after = last.node;
        let wanted = wanted(running, &some).await?;
        let (mut gone, mut wrong, mut noted) = (Vec::new(), Vec::new(), Vec::new());
        for file in some {
            let path = wanted.get(&file.node).map(ToString::to_string);
            if path.is_none() {
                gone.push(file);
            } else if path != file.place && is_tree && file.place.is_some() {
                wrong.push(file);
            } else if path != file.place && !is_tree && leaves_tree {
                noted.push(Moved { place: path, ..file });
            }
        }
        if !noted.is_empty() {
            keep(running, noted).await?;
        }
        take_back(running, wrong).await?;
        delete(running, gone).await?;
    }
}

async fn keep(running: &Running, files: Vec<Moved>) -> Result<()> {
    let (id, stopped) = (running.of.id, running.clone());
    let kept = running.storage.db.write(move |tx| {
        stopped.refuse_stopped(tx)?;
        Ok::<_, Error>(files.iter().try_for_each(|file| files::keep(tx, id, file))?)
    });
    kept.await
}

async fn take_back(running: &Running, wrong: Vec<Moved>) -> Result<()> {
    if wrong.is_empty() {
        return Ok(());
    }
    keep(running, wrong.iter().map(|file| Moved { is_sure: false, ..file.clone() }).collect()).await?;
    let taken = wrong.clone();
    on_store(&running.target, move |store| taken.iter().try_for_each(|file| target::take_back(store, file))).await?;
    keep(running, wrong.into_iter().map(|file| Moved { place: None, is_sure: true, ..file }).collect()).await
}

async fn delete(running: &Running, gone: Vec<Moved>) -> Result<()> {
    if gone.is_empty() {
        return Ok(());
    }
    let (id, nodes): (_, Vec<NodeId>) = (running.of.id, gone.iter().map(|file| file.node).collect());
    on_store(&running.target, move |store| gone.iter().try_for_each(|file| target::delete(store, file))).await?;
    Ok(running.storage.db.write(move |tx| files::forget(tx, id, &nodes)).await?)
}

/// Gives files their path that have none. False if some could not get it.
async fn place_waiting(running: &Running) -> Result<bool> {
    let (id, mut after) = (running.of.id, NodeId(0));
    loop {
        running.refuse_stopped_now().await?;
        let some = running.storage.db.read(move |c| files::waiting_after(c, id, after, STEP)).await?;
        let Some(last) = some.last() else { break };
        after = last.node;
        let wanted = wanted(running, &some).await?;
        let with_path = |file: Moved| {
            let path = wanted.get(&file.node)?;
            // What another content is staged of is copied again.
            (!file.hash.is_empty()).then(|| Moved { place: Some(path.to_string()), is_sure: false, ..file })
        };
        let some: Vec<Moved> = some.into_iter().filter_map(with_path).collect();
        keep(running, some.clone()).await?;
        place(running, some).await?;
    }
    let left = running.storage.db.read(move |c| files::waiting_after(c, id, NodeId(0), 1)).await?;
    Ok(left.is_empty())
}

async fn make_folders(running: &Running) -> Result<()> {
    let (repository, mut after) = (running.of.repository, NodeId(0));
    loop {
        running.refuse_stopped_now().await?;
        let some = running.storage.db.read_long(move |c| {
            let nodes = files::folders_after(c, repository, after, STEP)?;
            let mut paths = Vec::with_capacity(nodes.len());
            for node in nodes {
                paths.push((node, disk::place_anywhere(c, node)?));
            }
            Ok::<_, Error>(paths)
        });
        let some = some.await?;
        let Some((last, _)) = some.last() else { return Ok(()) };
        after = *last;
        let make = on_store(&running.target, move |store| {
            some.into_iter().try_for_each(|(node, path)| target::make_folders(store, node, path))
        });
        make.await?;
    }
}

/// As many bytes are at each path as belong there: what a process wrote that was suspended is found here.
async fn check_sizes(running: &Running) -> Result<()> {
    let (id, mut after) = (running.of.id, NodeId(0));
    loop {
        running.refuse_stopped_now().await?;
        let some = running.storage.db.read(move |c| files::moved_after(c, id, after, STEP)).await?;
        let Some(last) = some.last() else { return Ok(()) };
        after = last.node;
        let wrong = on_store(&running.target, move |store| {
            let mut wrong = Vec::new();
            for file in some {
                if target::size_there(store, &file)? != Some(file.size) {
                    wrong.push(file);
                }
            }
            Ok::<_, Error>(wrong)
        });
        let wrong = wrong.await?;
        if !wrong.is_empty() {
            keep(running, wrong.into_iter().map(|file| Moved { hash: String::new(), ..file }).collect()).await?;
            return Err(Error::Damaged);
        }
    }
}
