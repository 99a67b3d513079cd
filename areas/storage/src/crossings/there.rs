//! What there is in the other repository, where nobody sees it.

use primitives::NodeId;

use super::way::Way;
use super::{files, subtree};
use crate::Result;
use crate::blocking::on_store;
use crate::moves::files::Moved;
use crate::moves::target;

/// What nobody sees of a folder is there from the beginning: so whatever is at the path that it is to get is another's.
pub(super) async fn make_root(way: &Way) -> Result<()> {
    let of = way.of.clone();
    let found = way.storage.db.read(move |c| {
        let is_folder = nodes::find(c, of.node)?.is_some_and(|found| found.kind.is_container());
        if is_folder { subtree::place(c, (of.id, of.node), of.node) } else { Ok(None) }
    });
    let (place, node) = (found.await?, way.of.node);
    on_store(&way.target, move |store| target::make_folders(store, node, place)).await
}

/// Deletes files that are gone.
pub(super) async fn delete(way: &Way, gone: Vec<Moved>) -> Result<()> {
    if gone.is_empty() {
        return Ok(());
    }
    let nodes: Vec<NodeId> = gone.iter().map(|file| file.node).collect();
    on_store(&way.target, move |store| gone.iter().try_for_each(|file| target::delete(store, file))).await?;
    forget(way, nodes).await
}

/// Nothing is there of these any more.
pub(super) async fn forget(way: &Way, nodes: Vec<NodeId>) -> Result<()> {
    let id = way.of.id;
    Ok(way.storage.db.write(move |tx| files::forget(tx, id, &nodes)).await?)
}
