//! A file's bytes beside its row: whether they differ, and where others come from.

use std::ffi::OsStr;

use blobs::{Area, Found, FoundKind, Place, Tree, copy_hashed};
use db::params;
use nodes::Node;
use primitives::{NodeId, NodeKind};

use super::Fault;
use super::ward::Ward;
use crate::blocking::blocking;
use crate::integrity::Written;
use crate::{Error, Result, backup, disk};

/// Whether what was found can be the entry, as far as a look tells.
pub(super) fn differs(node: &Node, found: Option<&Found>) -> Option<Fault> {
    let Some(found) = found else { return Some(Fault::NoBytes) };
    let wanted = if node.kind == NodeKind::File { FoundKind::File } else { FoundKind::Folder };
    let same = found.kind == wanted && (wanted == FoundKind::Folder || i64::try_from(found.size) == Ok(node.size));
    (!same).then_some(Fault::OtherBytes)
}

/// A file was read whole: whether its bytes are those of its row, and how it lay on the disk.
#[derive(Clone, Copy, Debug)]
pub(super) struct Read {
    pub right: bool,
    pub written: Written,
}

impl Ward<'_> {
    pub(super) async fn read(&self, node: &Node, place: &Place) -> Result<Read> {
        let (tree, place, wanted) = (self.tree.clone(), place.clone(), node.facts.hash.clone());
        let read = move || {
            let file = tree.open(&place)?;
            let written = Written::of(&file)?;
            Ok::<_, Error>(Read { right: wanted == Some(blobs::hash(&file)?), written })
        };
        blocking(read).await
    }

    /// Copies the bytes of another file with the same hash to staging, checked on the way; false when there is none.
    pub(super) async fn copy_twin(&self, node: &Node) -> Result<bool> {
        let Some(hash) = node.facts.hash.clone() else { return Ok(false) };
        let (id, size, wanted) = (node.id, node.size, hash.clone());
        if let Some(store) = self.store {
            let (store, tree, wanted) = (store.to_owned(), self.tree.clone(), hash.clone());
            let staged = tokio::task::spawn_blocking(move || backup::stage_from(&store, &tree, id, &wanted));
            if staged.await.map_err(|error| Error::Disk(std::io::Error::other(error).into()))?? {
                return Ok(true);
            }
        }
        let twins = self.db.read(move |c| {
            let sql = "SELECT node_id FROM nodes_node
                       WHERE content_hash = $1 AND size_bytes = $2 AND state = 1 AND node_id <> $3 LIMIT 8";
            c.rows(sql, params![&wanted, size, id], |row| row.get::<NodeId>(0))
        });
        for twin in twins.await? {
            let Some(bytes) = self.db.read(move |c| disk::open_bytes(c, twin)).await? else { continue };
            self.tree.discard(Area::Staging, id)?;
            let mut copy = self.tree.stage(id)?;
            if blocking(move || copy_hashed(bytes, &mut copy)).await? == hash {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Gives an entry its bytes, after what is there instead was set aside.
pub(super) fn mend(tree: &Tree, node: &Node, place: &Place, is_taken: bool) -> Result<()> {
    if node.kind == NodeKind::Folder {
        return Ok(tree.make_folder(place)?);
    }
    if is_taken {
        tree.set_aside(place.folder().as_ref(), OsStr::new(place.name()))?;
    }
    Ok(tree.put(Area::Staging, node.id, place)?)
}
