//! Brings what is in the other repository to where it belongs below the entry, which people may have changed since it was
//! copied. Nothing changes any more but by uploads, while an intent is on the entry.

use blobs::{Area, TreePath};
use nodes::NodeState;
use primitives::NodeId;

use super::bring::{copy, keep, take_over};
use super::files::{self, FOLDER};
use super::place::place;
use super::subtree;
use super::there::{delete, forget};
use super::way::Way;
use crate::blocking::on_store;
use crate::moves::files::Moved;
use crate::moves::target;
use crate::{Error, Result};

/// Files of one step.
const STEP: i64 = 200;
/// More files are copied while people can go on.
const FEW: i64 = 20;

/// All of it is there, as it is in the source. `Error::Moving` if too much is to be copied for that.
pub(super) async fn settle(way: &Way) -> Result<()> {
    let of = way.of.clone();
    let late = way.storage.db.read_long(move |c| subtree::to_copy(c, &of, FEW + 1)).await?;
    if i64::try_from(late.len()).is_ok_and(|late| late > FEW) {
        return Err(Error::Moving);
    }
    if !late.is_empty()
        && let Some(error) = copy(way, late, None).await?
    {
        return Err(error);
    }
    let gone_folders = clear_wrong(way).await?;
    discard_folders(way, gone_folders).await?;
    make_folders(way).await?;
    if way.target.names_by_node() {
        return Ok(());
    }
    place_waiting(way).await?;
    check_sizes(way).await
}

/// Files with the paths that they should have; none if they are gone. Those are left out whose own bytes these are by now.
async fn with_places(way: &Way, files: Vec<Moved>) -> Result<Vec<(Moved, Option<TreePath>)>> {
    let of = way.of.clone();
    let found = way.storage.db.read_long(move |c| {
        let mut found = Vec::with_capacity(files.len());
        for file in files {
            let node = nodes::find(c, file.node)?;
            if node.as_ref().is_some_and(|node| node.repository == of.target) {
                continue;
            }
            let is_here = node.is_some_and(|node| {
                if file.hash == FOLDER { node.state == NodeState::Binned } else { node.facts.hash.is_some() }
            });
            let place = if is_here { subtree::place(c, (of.id, of.node), file.node)? } else { None };
            found.push((file, place));
        }
        Ok::<_, Error>(found)
    });
    found.await
}

/// Deletes files that are gone, and takes those back to staging that have another path by now. Of objects, the path is
/// noted: what is left in a tree is deleted by it. Returns folders of the bin that are no such folders any more.
async fn clear_wrong(way: &Way) -> Result<Vec<NodeId>> {
    let (id, is_tree) = (way.of.id, !way.target.names_by_node());
    let (mut after, mut folders) = (NodeId(0), Vec::new());
    loop {
        way.refuse_stopped_now().await?;
        let some = way.storage.db.read(move |c| files::after(c, id, after, STEP)).await?;
        let Some(last) = some.last() else { return Ok(folders) };
        after = last.node;
        let (mut gone, mut wrong, mut noted) = (Vec::new(), Vec::new(), Vec::new());
        for (file, path) in with_places(way, some).await? {
            let path = path.map(|path| path.to_string());
            if path.is_none() && file.hash == FOLDER {
                folders.push(file.node);
            } else if path.is_none() {
                gone.push(file);
            } else if path != file.place && is_tree && file.place.is_some() {
                wrong.push(file);
            } else if path != file.place && !is_tree {
                noted.push(Moved { place: path, ..file });
            }
        }
        if !noted.is_empty() {
            keep(way, noted).await?;
        }
        take_back(way, wrong).await?;
        delete(way, gone).await?;
    }
}

async fn take_back(way: &Way, wrong: Vec<Moved>) -> Result<()> {
    if wrong.is_empty() {
        return Ok(());
    }
    keep(way, wrong.iter().map(|file| Moved { is_sure: false, ..file.clone() }).collect()).await?;
    let taken = wrong.clone();
    on_store(&way.target, move |store| taken.iter().try_for_each(|file| target::take_back(store, file))).await?;
    keep(way, wrong.into_iter().map(|file| Moved { place: None, is_sure: true, ..file }).collect()).await
}

/// Files that were in them have been taken back.
async fn discard_folders(way: &Way, gone: Vec<NodeId>) -> Result<()> {
    if gone.is_empty() {
        return Ok(());
    }
    let folders = gone.clone();
    let discarded =
        on_store(&way.target, move |store| folders.iter().try_for_each(|folder| store.discard(Area::Bin, *folder)));
    discarded.await?;
    forget(way, gone).await
}

/// Gives files their path that have none.
async fn place_waiting(way: &Way) -> Result<()> {
    let (id, mut after) = (way.of.id, NodeId(0));
    loop {
        way.refuse_stopped_now().await?;
        let some = way.storage.db.read(move |c| files::after(c, id, after, STEP)).await?;
        let Some(last) = some.last() else { return Ok(()) };
        after = last.node;
        let waiting = some.into_iter().filter(|file| file.place.is_none() && !file.hash.is_empty()).collect();
        let with_path = |(file, path): (Moved, Option<TreePath>)| {
            path.map(|path| Moved { place: Some(path.to_string()), is_sure: false, ..file })
        };
        let some: Vec<Moved> = with_places(way, waiting).await?.into_iter().filter_map(with_path).collect();
        if !some.is_empty() {
            keep(way, some.clone()).await?;
            place(way, some).await?;
        }
    }
}

/// Folders of the bin get a row: they are deleted with what is in them.
async fn make_folders(way: &Way) -> Result<()> {
    let (id, root) = (way.of.id, way.of.node);
    let found = way.storage.db.read_long(move |c| {
        let mut found = Vec::new();
        for folder in subtree::folders(c, root)? {
            let is_binned = nodes::find(c, folder)?.is_some_and(|found| found.state == NodeState::Binned);
            found.push((folder, subtree::place(c, (id, root), folder)?, is_binned));
        }
        Ok::<_, Error>(found)
    });
    let found = found.await?;
    let binned: Vec<NodeId> = found.iter().filter(|(.., is_binned)| *is_binned).map(|(node, ..)| *node).collect();
    take_over(way, binned).await?;
    let of_bin = found.iter().filter(|(_, place, is_binned)| *is_binned && place.is_some()).map(|(node, place, _)| {
        let place = place.as_ref().map(ToString::to_string);
        Moved { node: *node, hash: FOLDER.to_owned(), size: 0, place, is_sure: true }
    });
    keep(way, of_bin.collect()).await?;
    let make = on_store(&way.target, move |store| {
        found.into_iter().try_for_each(|(node, place, _)| target::make_folders(store, node, place))
    });
    make.await
}

/// As many bytes are at each path as belong there: what a process wrote that was suspended is found here.
async fn check_sizes(way: &Way) -> Result<()> {
    let (id, mut after) = (way.of.id, NodeId(0));
    loop {
        way.refuse_stopped_now().await?;
        let some = way.storage.db.read(move |c| files::after(c, id, after, STEP)).await?;
        let Some(last) = some.last() else { return Ok(()) };
        after = last.node;
        let wrong = on_store(&way.target, move |store| {
            let mut wrong = Vec::new();
            for file in some.into_iter().filter(|file| file.hash != FOLDER) {
                if target::size_there(store, &file)? != Some(file.size) {
                    wrong.push(Moved { hash: String::new(), ..file });
                }
            }
            Ok::<_, Error>(wrong)
        });
        let wrong = wrong.await?;
        if !wrong.is_empty() {
            keep(way, wrong).await?;
            return Err(Error::Moving);
        }
    }
}
