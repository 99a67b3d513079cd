//! The pictures that were chosen for the cards of folders.

use std::collections::HashMap;

use db::{Conn, Tx, params};
use nodes::in_list;
use primitives::NodeId;

/// The chosen picture of each of `folders` that has one, as long as it is still below its folder. Whether the asker may
/// see it is not asked here.
pub(crate) fn of_folders(conn: &mut Conn<'_>, folders: &[NodeId]) -> db::Result<HashMap<NodeId, NodeId>> {
    let (list, values) = in_list(1, folders);
    let sql = format!("SELECT folder_id, picture_id FROM media_cover WHERE folder_id IN ({list})");
    let mut chosen: HashMap<NodeId, NodeId> =
        conn.rows(&sql, &values, |row| Ok((row.get(0)?, row.get(1)?)))?.into_iter().collect();
    if !chosen.is_empty() {
        let steps = nodes::above(conn, &chosen.values().copied().collect::<Vec<_>>())?;
        let above = |node: &NodeId| steps.get(node)?.parent;
        chosen.retain(|folder, picture| std::iter::successors(above(picture), above).any(|step| step == *folder));
    }
    Ok(chosen)
}

/// Keeps the chosen picture; None: there is none any more.
pub(crate) fn choose(tx: &mut Tx<'_>, folder: NodeId, picture: Option<NodeId>) -> db::Result<()> {
    let Some(picture) = picture else {
        tx.run("DELETE FROM media_cover WHERE folder_id = $1", params![folder])?;
        return Ok(());
    };
    tx.run(
        "INSERT INTO media_cover (folder_id, picture_id) VALUES ($1, $2)
         ON CONFLICT (folder_id) DO UPDATE SET picture_id = excluded.picture_id",
        params![folder, picture],
    )?;
    Ok(())
}
