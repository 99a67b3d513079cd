//! What a crash leaves of the changes of the disk with which an entry enters another repository, and leaves its own.

use blobs::{Applied, Change, SharedStore, Store, TreePath};
use db::{Db, params};
use primitives::{DiskName, NodeId};

use super::{CROSS, LEAVE};
use crate::blocking::on_store;
use crate::{Result, disk};

/// A change that a crash may have left half done.
struct Half {
    node: NodeId,
    from: TreePath,
    to: TreePath,
}

/// Ends what a process has left of a crossing: before its transaction, the bytes go back to where nobody sees them; after
/// it, what was left leaves its path. None if the intent is another one.
pub(crate) async fn reconcile_crossing(db: &Db, store: &SharedStore, intent: i64) -> Result<Option<Applied>> {
    let found = db.read(move |c| {
        let sql = "SELECT node_id, folder_id, detail, taken_id FROM content_intent
                   WHERE intent_id = $1 AND act IN ($2, $3)";
        let found = c.find(sql, params![intent, CROSS, LEAVE], |row| {
            Ok((row.get::<NodeId>(0)?, row.get::<NodeId>(1)?, row.get::<String>(2)?, row.get::<i64>(3)?))
        })?;
        let Some((node, folder, disk_name, number)) = found else { return Ok(None) };
        let from = DiskName::parse(&disk_name).map(|name| disk::place_in(c, folder, &name)).transpose()?.flatten();
        let to = TreePath::moving(number, &[]);
        Ok::<_, db::Error>(Some(from.zip(to).map(|(from, to)| Half { node, from, to })))
    });
    let Some(half) = found.await? else { return Ok(None) };
    let Some(half) = half else { return Ok(Some(Applied::as_it_was())) };
    on_store(store, move |store| Ok::<_, blobs::Error>(Some(finish(store, &half)?))).await
}

fn finish(store: &dyn Store, half: &Half) -> blobs::Result<Applied> {
    let Half { node, from, to } = half;
    if store.names_by_node() || store.stat(to)?.is_some() || store.stat(from)?.is_none() {
        return Ok(Applied::as_it_was());
    }
    put_away(store, *node, (from, to))
}

/// Moves an entry from its path into the folder for what moves between repositories.
fn put_away(store: &dyn Store, node: NodeId, (from, to): (&TreePath, &TreePath)) -> blobs::Result<Applied> {
    if let Some(area) = to.folder() {
        store.commit(node, &Change::MakeFolder(area))?;
    }
    store.commit(node, &Change::Rename { from: from.clone(), to: to.clone() })
}
