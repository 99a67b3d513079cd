//! Where an entry stands in a list: how many entries the asker sees before it.

use std::cmp::Ordering;

use db::{Conn, Value, params};
use nodes::READY;
use primitives::{Cursor, NodeId, NodeKind};
use security::PrincipalScope;

use super::singles::Single;
use super::stretch::Place;
use super::value_of;
use crate::entries::model::Order;
use crate::entries::store::{self, Folder, KINDS, Part, Wanted};

/// The entry whose place is asked for.
struct Entry {
    id: NodeId,
    kind: NodeKind,
    place: Place,
}

/// None if the asker's list of the folder does not have the entry. `singles` are those with an access of their own: in
/// an open folder what the asker does not see, in a closed one all that they do.
pub(super) fn of(
    conn: &mut Conn<'_>,
    scope: PrincipalScope,
    folder: Folder,
    order: Order,
    singles: &[Single],
    id: NodeId,
) -> db::Result<Option<i64>> {
    let Some(entry) = find(conn, folder, order, id)? else { return Ok(None) };
    if !is_listed(conn, scope, folder, order, &entry)? {
        return Ok(None);
    }
    let is_before = |single: &&Single| entry.stands_behind(single, order.is_descending());
    let singles = i64::try_from(singles.iter().filter(is_before).count()).unwrap_or(i64::MAX);
    if folder.role.is_none() {
        return Ok(Some(singles));
    }
    let mut before = same_kind_before(conn, folder, order, &entry)?;
    for kind in KINDS.iter().filter(|kind| kind.code() < entry.kind.code()) {
        let of_kind = format!("n.parent_id = $1 AND n.state = {READY} AND n.kind = {}", kind.code());
        let sql = format!("SELECT COUNT(*) FROM nodes_node n WHERE {of_kind}");
        before += conn.get(&sql, params![folder.id], |row| row.get::<i64>(0))?;
    }
    Ok(Some(before - singles))
}

impl Entry {
    fn stands_behind(&self, single: &Single, descending: bool) -> bool {
        let within = (&single.place, single.id.0).cmp(&(&self.place, self.id.0));
        let within = if descending { within.reverse() } else { within };
        single.kind.code().cmp(&self.kind.code()).then(within) == Ordering::Less
    }
}

fn find(conn: &mut Conn<'_>, folder: Folder, order: Order, id: NodeId) -> db::Result<Option<Entry>> {
    let sql = format!(
        "SELECT n.kind, {} FROM nodes_node n
         WHERE n.node_id = $1 AND n.parent_id = $2 AND n.state = {READY}",
        order.by_of_each_kind()
    );
    conn.find(&sql, params![id, folder.id], |row| {
        let place = if order.by_text() { Place::Name(row.get(1)?) } else { Place::Time(row.get(1)?) };
        Ok(Entry { id, kind: row.get(0)?, place })
    })
}

/// Whether the asker's list, read from this entry on, begins with it.
fn is_listed(
    conn: &mut Conn<'_>,
    scope: PrincipalScope,
    folder: Folder,
    order: Order,
    entry: &Entry,
) -> db::Result<bool> {
    let (text, number) = match &entry.place {
        Place::Name(name) => (name.clone(), 0),
        Place::Time(time) => (String::new(), *time),
    };
    let just_before = if order.is_descending() { entry.id.0 + 1 } else { entry.id.0 - 1 };
    let cursor = Cursor { kind: entry.kind.code(), text, number, id: just_before };
    let wanted = Wanted { kinds: &[entry.kind], filter: None, order, part: Part::After(&cursor), skip: 0, limit: 1 };
    let first = store::children(conn, scope, folder, wanted)?;
    Ok(first.first().is_some_and(|child| child.node.id == entry.id))
}

fn same_kind_before(conn: &mut Conn<'_>, folder: Folder, order: Order, entry: &Entry) -> db::Result<i64> {
    let sql = format!(
        "SELECT COUNT(*) FROM nodes_node n
         WHERE n.parent_id = $1 AND n.state = {READY} AND n.kind = {} AND {}",
        entry.kind.code(),
        order.of_kind(entry.kind).before(["$2", "$3"])
    );
    let values: [Value<'_>; 3] = [Value::from(folder.id), value_of(&entry.place), Value::from(entry.id)];
    conn.get(&sql, &values, |row| row.get(0))
}
