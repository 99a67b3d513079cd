//! Notes what lies in a folder whose copy exists, as far as the asker sees it.

use std::collections::HashSet;
use std::sync::Arc;

use authz::Actor;
use db::{Conn, Value};
use primitives::NodeId;
use security::Access;

use super::item::is_refusal;
use super::step::Stepped;
use super::store::{self, CopyingId, MadeFolder};
use crate::entries::list::folder_of;
use crate::entries::store::InFolder;
use crate::{Content, Result};

/// So many are noted in one transaction.
const AT_ONCE: usize = 1_000;

/// Notes all of it, in several transactions. A folder that the asker does not see any more counts as empty.
pub(super) async fn note(
    content: &Content,
    actor: &Arc<Actor>,
    copying: CopyingId,
    folder: MadeFolder,
) -> Result<Stepped> {
    let source = folder.source;
    let read = security::read_long(&content.db, actor, move |c, access| seen_inside(c, access, source)).await;
    let mut found = match read {
        Err(error) if is_refusal(&error) => Vec::new(),
        read => read?,
    };
    let made: HashSet<NodeId> = content.db.read(move |c| store::made_folders(c, copying)).await?.into_iter().collect();
    found.retain(|node| *node > folder.until && !made.contains(node));
    let count = i64::try_from(found.len()).unwrap_or(i64::MAX);
    for some in found.chunks(AT_ONCE) {
        let some = some.to_vec();
        content.db.write(move |tx| store::add_inside(tx, copying, &folder, &some)).await?;
    }
    content.db.write(move |tx| store::note_inside(tx, folder.id)).await?;
    Ok(Stepped { done: 1, found: count, ..Stepped::default() })
}

/// The entries of `folder` at which the asker has a role, in the order of their ids.
fn seen_inside(conn: &mut Conn<'_>, access: &mut Access<'_>, folder: NodeId) -> Result<Vec<NodeId>> {
    let seen = access.find_visible(conn, folder)?;
    let InFolder { from, seen: is_seen, role } =
        InFolder::of(conn.engine(), seen.scope, folder_of(conn, access, &seen)?);
    let sql = format!(
        "SELECT node_id
         FROM (SELECT n.node_id, {role} AS role FROM {from} WHERE {is_seen}) found
         WHERE role IS NOT NULL
         ORDER BY node_id"
    );
    let values = [Value::from(folder), Value::from(seen.scope.set)];
    Ok(conn.rows(&sql, &values, |row| row.get(0))?)
}
