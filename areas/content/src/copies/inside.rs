//! Notes what lies in a folder whose copy exists, as far as the asker sees it.

use std::collections::HashSet;
use std::sync::Arc;

use authz::Actor;
use db::{Conn, Value};
use primitives::NodeId;
use rest::Problem;
use security::Access;

use super::failed;
use super::item::{self, is_refusal};
use super::running::Running;
use super::step::Stepped;
use super::store::{self, MadeFolder};
use crate::entries::list::folder_of;
use crate::entries::store::InFolder;
use crate::{Content, Result};

/// So many are noted in one transaction.
const AT_ONCE: usize = 1_000;

/// Notes all of it, in several transactions. A folder that the asker does not see any more counts as empty, unless they
/// have lost the whole selected entry.
pub(super) async fn note(
    content: &Content,
    actor: &Arc<Actor>,
    running: &Running,
    folder: MadeFolder,
) -> Result<Stepped> {
    let (source, copying) = (folder.source, running.copying);
    let read = security::read_long(&content.db, actor, move |c, access| seen_inside(c, access, source)).await;
    let (mut found, unread) = match read {
        Err(error) if is_refusal(&error) => (Vec::new(), is_lost(content, actor, folder.root).await?.then_some(error)),
        read => (read?, None),
    };
    let made: HashSet<NodeId> = content.db.read(move |c| store::made_folders(c, copying)).await?.into_iter().collect();
    found.retain(|node| *node > folder.until && !made.contains(node));
    let count = i64::try_from(found.len()).unwrap_or(i64::MAX);
    for some in found.chunks(AT_ONCE) {
        let some = some.to_vec();
        let running = running.clone();
        let added = content.db.write(move |tx| {
            if running.is_stopped(tx)? {
                return Ok(false);
            }
            store::add_inside(tx, copying, &folder, &some)?;
            Ok::<_, db::Error>(true)
        });
        if !added.await? {
            return Ok(Stepped::default());
        }
    }
    let reason = unread.map(|error| Problem::from(error).code());
    let noted = content.db.write(move |tx| {
        if let Some(reason) = reason {
            failed::note_unread(tx, copying, &folder, reason)?;
        }
        store::note_inside(tx, folder.id)
    });
    noted.await?;
    let failed = i64::from(reason.is_some());
    Ok(Stepped { done: 1, failed, found: count + failed, ..Stepped::default() })
}

/// Whether the asker does not see the selected entry any more.
async fn is_lost(content: &Content, actor: &Arc<Actor>, root: NodeId) -> Result<bool> {
    Ok(!security::read(&content.db, actor, move |c, access| item::is_root_seen(c, access, root)).await?)
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
