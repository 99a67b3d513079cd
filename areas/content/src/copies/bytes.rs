//! The bytes of a file's copy: read, written to staging, compared by their hash, and moved to their place. On a disk that
//! can share blocks they are not written again, and a store of objects that can make the copy itself does so.

use std::sync::Arc;

use blobs::{Applied, Area, Change, CopiedInside, SharedStore};
use nodes::Node;
use primitives::{EntryName, NodeId, Seconds};
use storage::blocking::on_store;
use storage::disk::NodePath;
use storage::integrity::{self, Bytes};
use tokio_util::sync::CancellationToken;

use super::store::{CopyId, Item};
use crate::uploads::MadeHere;
use crate::{Content, Error, Result};

/// A file whose copy has a row in staging.
pub(super) struct Begun {
    pub item: Item,
    pub node: NodeId,
    pub name: EntryName,
    pub source: Node,
    /// Of the source.
    pub hash: String,
    pub bytes: Bytes,
    /// Where the copy goes.
    pub store: SharedStore,
    pub way: NodePath,
}

/// A copy whose bytes are in place, as its last transaction needs it.
pub(super) struct Placed {
    pub item: Item,
    pub node: NodeId,
    pub name: EntryName,
    pub source: Node,
    pub hash: String,
    /// Its way there, and where that is.
    pub way: NodePath,
    pub store: SharedStore,
    pub modified_ns: i64,
}

/// How its bytes are taken away again.
pub(super) struct Moved {
    pub item: CopyId,
    pub node: NodeId,
    pub store: SharedStore,
    pub applied: Applied,
}

/// A copy whose bytes are not in place.
pub(super) struct Unplaced {
    pub item: Item,
    pub node: NodeId,
    pub name: EntryName,
    pub store: SharedStore,
    pub error: Error,
}

pub(super) async fn place(
    content: Content,
    made_here: Arc<MadeHere>,
    begun: Begun,
    (stop, now): (CancellationToken, Seconds),
) -> Result<(Placed, Moved), Box<Unplaced>> {
    let Begun { item, node, name, source, hash, bytes, store, way } = begun;
    let copied = copy(&content, made_here, (node, &source, &hash), (bytes, &store, &way), (stop, now)).await;
    match copied {
        Ok((applied, modified_ns)) => {
            let placed = Placed { item, node, name, source, hash, way, store: store.clone(), modified_ns };
            Ok((placed, Moved { item: item.id, node, store, applied }))
        }
        Err(error) => Err(Box::new(Unplaced { item, node, name, store, error })),
    }
}

async fn copy(
    content: &Content,
    made_here: Arc<MadeHere>,
    (node, source, hash): (NodeId, &Node, &str),
    (bytes, store, way): (Bytes, &SharedStore, &NodePath),
    (stop, now): (CancellationToken, Seconds),
) -> Result<(Applied, i64)> {
    let opened = integrity::right(&content.db, source, bytes, now).await?;
    let change = Change::MoveIn { area: Area::Staging, to: way.place()? };
    let wanted = hash.to_owned();
    on_store(store, move |store| {
        let goes_on = || !stop.is_cancelled();
        refuse_over(&made_here)?;
        if let Some(CopiedInside { written, applied }) = store.copy_inside(node, &opened, &wanted, &goes_on)? {
            if let Err(over) = refuse_over(&made_here) {
                applied.undo()?;
                return Err(over);
            }
            return Ok((applied, written.modified_ns));
        }
        let copied = store.stage_copy(node, &opened, &goes_on)?;
        if copied.hash != wanted {
            return Err(storage::Error::Damaged);
        }
        refuse_over(&made_here)?;
        Ok((store.commit(node, &change)?, copied.written.modified_ns))
    })
    .await
    .map_err(Error::from)
}

/// Refuses what another process may have taken, or take soon.
fn refuse_over(made_here: &MadeHere) -> storage::Result<()> {
    if made_here.may_be_over() { Err(storage::Error::Moving) } else { Ok(()) }
}
