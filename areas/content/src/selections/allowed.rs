//! Which of the selected entries of a folder may be moved or copied, found by statements about all of them.

use std::collections::HashSet;

use authz::Action as _;
use db::{Conn, Row, Value};
use nodes::in_list;
use primitives::{NodeId, NodeKind, NodeRole};
use security::Access;

use super::selected::{MOST, Selected};
use crate::entries::list::folder_of;
use crate::entries::store::InFolder;
use crate::{MakeCopy, Move, Result};

/// An entry that the asker may move or copy.
pub(super) struct AllowedEntry {
    pub node: NodeId,
    pub name: String,
    role: NodeRole,
}

/// The entries of a folder that the asker sees.
pub(super) struct Allowed {
    /// Those of which they may move or copy, up to `MOST`.
    pub entries: Vec<AllowedEntry>,
    /// How many of the others there are, folders included of which they see the name alone.
    pub refused: i64,
}

/// Of a folder the asker needs the role for what lies in it, too.
pub(super) fn to_move(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    folder: NodeId,
    selected: &Selected,
) -> Result<Allowed> {
    let needed = Move::RULE.role.code();
    let inside = format!("AND (kind <> {} OR COALESCE(role_inside, 0) >= {needed})", NodeKind::Folder.code());
    by_role(conn, access, (folder, selected), (needed, &inside))
}

/// Terms of use withhold some from who may only read them.
pub(super) fn to_copy(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    folder: NodeId,
    selected: &Selected,
) -> Result<Allowed> {
    let mut allowed = by_role(conn, access, (folder, selected), (MakeCopy::RULE.role.code(), ""))?;
    let withheld = withheld(conn, access, folder, &allowed.entries)?;
    let before = allowed.entries.len();
    allowed.entries.retain(|entry| !withheld.contains(&entry.node));
    allowed.refused += i64::try_from(before - allowed.entries.len()).unwrap_or(i64::MAX);
    Ok(allowed)
}

/// Those at which the asker has a role, that nobody else has locked, and of which more is true.
fn by_role(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    (folder, selected): (NodeId, &Selected),
    (needed, and_more): (i64, &str),
) -> Result<Allowed> {
    let seen = access.find_visible(conn, folder)?;
    let listed = folder_of(conn, access, &seen)?;
    let role_inside = InFolder::role_inside(seen.scope, listed);
    let InFolder { from, seen: is_seen, role } = InFolder::of(conn.engine(), seen.scope, listed);
    let narrow = selected.filter.condition(5);
    let (set, asker) = (seen.scope.set, access.actor().user);
    let mut values = vec![Value::from(folder), Value::from(set), Value::from(selected.as_of), Value::from(asker)];
    values.extend(selected.filter.values());
    let except: Vec<NodeId> = selected.except.iter().copied().collect();
    let (list, nodes) = in_list(values.len() + 1, &except);
    let others = if except.is_empty() { String::new() } else { format!("AND n.node_id NOT IN ({list})") };
    values.extend(nodes);
    let found = format!(
        "SELECT n.node_id, n.name, n.kind, n.locked_by, {role} AS role, {role_inside} AS role_inside
         FROM {from}
         WHERE {is_seen} AND n.modified_at <= $3 AND n.moved_at <= $3 AND {narrow} {others}"
    );
    let may = format!("role >= {needed} AND (locked_by IS NULL OR locked_by = $4) {and_more}");
    let entries = format!("SELECT node_id, name, role FROM ({found}) found WHERE {may} ORDER BY node_id LIMIT {MOST}");
    let entry = |row: &Row<'_>| Ok(AllowedEntry { node: row.get(0)?, name: row.get(1)?, role: row.get(2)? });
    let entries = conn.rows(&entries, &values, entry)?;
    let refused = format!("SELECT COUNT(*) FROM ({found}) found WHERE role IS NULL OR NOT ({may})");
    Ok(Allowed { entries, refused: conn.get(&refused, &values, |row| row.get(0))? })
}

/// Those of which the asker does not get the bytes.
fn withheld(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    folder: NodeId,
    entries: &[AllowedEntry],
) -> Result<HashSet<NodeId>> {
    let read = entries.iter().filter(|entry| entry.role == NodeRole::Reader);
    let read: Vec<NodeId> = read.map(|entry| entry.node).collect();
    let mut withheld = HashSet::new();
    if read.is_empty() {
        return Ok(withheld);
    }
    let folder = access.find_visible(conn, folder)?.node;
    let above = access.terms_at(conn, &folder)?;
    let own = access.own_terms(conn, folder.tenant, &read)?;
    for node in read {
        let terms = above.with(own.get(&node).copied().unwrap_or_default());
        if access.withheld(conn, terms)?.is_some() {
            withheld.insert(node);
        }
    }
    Ok(withheld)
}
