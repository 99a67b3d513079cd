//! What an entry has left in the repository that it came from leaves its path there: others may take the name, and what
//! lies below the path belongs to nobody any more. And what a crash leaves of these changes of the disk.

use blobs::{Applied, Change, SharedStore, Store, TreePath};
use db::{Conn, Db, Tx, params};
use primitives::{DiskName, EntryName, NodeId, Seconds};

use super::rows::{Crossing, CrossingId};
use super::settle::make_area;
use crate::blocking::on_store;
use crate::intents::{CROSS, LEAVE};
use crate::lease::LEASE;
use crate::{Owner, Result, disk};

/// Where an entry was.
#[derive(Clone, Debug)]
pub(super) struct Old {
    pub folder: NodeId,
    pub name: String,
    pub disk_name: String,
}

/// The intent to cross becomes the one to leave the old path: until then nobody takes that. False if another process has
/// undone it.
pub(super) fn intend(
    tx: &mut Tx<'_>,
    of: &Crossing,
    (intent, old): (i64, &Old),
    by: (&Owner, Seconds),
) -> Result<bool> {
    let sql = "UPDATE content_intent
               SET act = $3, repository_id = $4, folder_id = $5, target = $6, target_key = $7, detail = $8,
                 target_way = '', lease_until = $9
               WHERE intent_id = $1 AND owner = $2 AND act = $10";
    let ((owner, now), key) = (by, EntryName::key_of(&old.name));
    let values = params![
        intent,
        owner.as_str(),
        LEAVE,
        of.source,
        old.folder,
        &old.name,
        &key,
        &old.disk_name,
        now + LEASE,
        CROSS
    ];
    Ok(tx.run(sql, values)? > 0)
}

/// Whether an entry still has to leave its old path.
pub(super) fn is_intended(conn: &mut Conn<'_>, id: CrossingId) -> db::Result<bool> {
    conn.exists("SELECT 1 FROM content_intent WHERE act = $2 AND taken_id = $1", params![id, LEAVE])
}

/// A change that a crash may have left half done.
struct Half {
    node: NodeId,
    from: TreePath,
    to: TreePath,
}

/// Ends what a process has left of a crossing: before its transaction, the bytes go back to where nobody sees them; after
/// it, what was left leaves its path. None if the intent is another one.
pub(crate) async fn reconcile(db: &Db, store: &SharedStore, intent: i64) -> Result<Option<Applied>> {
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
    make_area(store, node, to)?;
    store.commit(node, &Change::Rename { from: from.clone(), to: to.clone() })
}
