//! Paths of entries that have gone into another repository, and could not leave them: their disk was away.

use blobs::TreePath;
use db::{Tx, params};
use primitives::{DiskName, NodeId, RepositoryId};

use crate::intents::LEAVE;
use crate::{Result, disk};

/// The repository is at its new place: nobody makes them leave the old one any more. What the entries have left there is
/// deleted at the path that they had.
pub(super) fn stay(tx: &mut Tx<'_>, repository: RepositoryId) -> Result<()> {
    let sql = "DELETE FROM content_intent WHERE repository_id = $1 AND act = $2 RETURNING folder_id, detail, taken_id";
    let left = tx.rows(sql, params![repository, LEAVE], |row| {
        Ok((row.get::<NodeId>(0)?, row.get::<String>(1)?, row.get::<i64>(2)?))
    })?;
    for (folder, disk_name, number) in left {
        let path = DiskName::parse(&disk_name).map(|name| disk::place_in(tx, folder, &name)).transpose()?.flatten();
        let (Some(path), Some(aside)) = (path, TreePath::moving(number, &[])) else { continue };
        let sql = "UPDATE storage_crossing_file
                   SET place = CAST($3 AS TEXT) || substr(place, length(CAST($2 AS TEXT)) + 1)
                   WHERE crossing_id = $1 AND (place = CAST($2 AS TEXT)
                     OR substr(place, 1, length(CAST($2 AS TEXT)) + 1) = CAST($2 AS TEXT) || '/')";
        tx.run(sql, params![number, &aside.to_string(), &path.to_string()])?;
    }
    Ok(())
}
