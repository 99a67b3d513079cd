//! What rooms above ask of a collection that a share link follows.

use authz::Actor;
use db::{Conn, Value};
use nodes::in_list;
use primitives::{AppInstanceId, NodeId};

use crate::asker::{Asker, Parts};
use crate::model::{CollectionId, CollectionRole};

/// Whether somebody is a member of a collection in this instance now.
pub fn is_member(conn: &mut Conn<'_>, actor: &Actor, instance: AppInstanceId, id: CollectionId) -> db::Result<bool> {
    has(conn, actor, (instance, id), CollectionRole::Viewer)
}

/// Whether somebody may change what is in a collection, in this instance now.
pub fn is_editor(conn: &mut Conn<'_>, actor: &Actor, instance: AppInstanceId, id: CollectionId) -> db::Result<bool> {
    has(conn, actor, (instance, id), CollectionRole::Editor)
}

/// At least this role.
fn has(
    conn: &mut Conn<'_>,
    actor: &Actor,
    (instance, id): (AppInstanceId, CollectionId),
    least: CollectionRole,
) -> db::Result<bool> {
    let asker = Asker::of(conn, actor, instance)?;
    let Parts { role, is_here, mut values, .. } = asker.parts();
    values.push(Value::from(id));
    let sql = format!(
        "SELECT 1 FROM collections_collection c
         WHERE c.collection_id = ${} AND {is_here} AND {role} >= {}",
        values.len(),
        least.code()
    );
    conn.exists(&sql, &values)
}

/// Whether all of these, each named once, are in the collection.
pub fn holds_all(conn: &mut Conn<'_>, id: CollectionId, nodes: &[NodeId]) -> db::Result<bool> {
    let (list, values) = in_list(2, nodes);
    let sql = format!("SELECT COUNT(*) FROM collections_entry WHERE collection_id = $1 AND node_id IN ({list})");
    let values: Vec<_> = std::iter::once(Value::from(id)).chain(values).collect();
    let held: i64 = conn.get(&sql, &values, |row| row.get(0))?;
    Ok(usize::try_from(held).is_ok_and(|held| held == nodes.len()))
}
