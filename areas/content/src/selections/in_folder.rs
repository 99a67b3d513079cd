//! Everything in a folder, as its list shows it to the asker.

use authz::{Denied, Rule};
use db::{Conn, Value};
use nodes::in_list;
use primitives::{NodeId, NodeKind, NodeRole, TenantId, UserId};
use security::Access;

use super::selected::{MOST, Selected};
use crate::Result;
use crate::entries::list::folder_of;
use crate::entries::store::InFolder;

/// Entries of a folder that are alike for what may be done with them.
#[derive(Clone, Debug)]
pub(super) struct Alike {
    pub kind: NodeKind,
    pub entry_type: String,
    pub locked_by: Option<UserId>,
    pub role: Option<NodeRole>,
    pub count: i64,
    pub bytes: i64,
}

/// The selected entries of `folder` at which the asker has the role of `rule`, up to `MOST` of them. If that is none of
/// those at which they have any role, it is refused.
pub(super) fn ids(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    folder: NodeId,
    selected: &Selected,
    rule: Rule,
) -> Result<Vec<(TenantId, NodeId)>> {
    let seen = access.find_visible(conn, folder)?;
    let tenant = seen.node.tenant;
    let InFolder { from, seen: is_seen, role } =
        InFolder::of(conn.engine(), seen.scope, folder_of(conn, access, &seen)?);
    let needed = rule.role.code();
    let sql = format!(
        "SELECT node_id
         FROM (
           SELECT n.node_id, {role} AS role FROM {from}
           WHERE {is_seen} AND n.modified_at <= $3 AND n.moved_at <= $3 AND {}
         ) found
         WHERE role >= {needed}
         ORDER BY node_id
         LIMIT $4",
        selected.filter.condition(5)
    );
    let most = i64::try_from(MOST + selected.except.len()).unwrap_or(i64::MAX);
    let mut values =
        vec![Value::from(folder), Value::from(seen.scope.set), Value::from(selected.as_of), Value::from(most)];
    values.extend(selected.filter.values());
    let mut found: Vec<(TenantId, NodeId)> = conn.rows(&sql, &values, |row| Ok((tenant, row.get(0)?)))?;
    found.retain(|(_, node)| !selected.except.contains(node));
    if found.is_empty() && !alike(conn, access, folder, selected)?.is_empty() {
        return Err(Denied::NeedsRole(rule.role).into());
    }
    Ok(found)
}

/// The selected entries of `folder` that the asker has a role at, counted: those together that are alike.
pub(super) fn alike(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    folder: NodeId,
    selected: &Selected,
) -> Result<Vec<Alike>> {
    let seen = access.find_visible(conn, folder)?;
    let InFolder { from, seen: is_seen, role } =
        InFolder::of(conn.engine(), seen.scope, folder_of(conn, access, &seen)?);
    let mut values = vec![Value::from(folder), Value::from(seen.scope.set), Value::from(selected.as_of)];
    let narrow = selected.filter.condition(4);
    values.extend(selected.filter.values());
    let except: Vec<NodeId> = selected.except.iter().copied().collect();
    let (list, nodes) = in_list(values.len() + 1, &except);
    let others = if except.is_empty() { String::new() } else { format!("AND n.node_id NOT IN ({list})") };
    values.extend(nodes);
    let sql = format!(
        "SELECT kind, entry_type, locked_by, role, COUNT(*), CAST(SUM(size_bytes) AS BIGINT)
         FROM (
           SELECT n.kind, n.entry_type, n.locked_by, n.size_bytes, {role} AS role
           FROM {from}
           WHERE {is_seen} AND n.modified_at <= $3 AND n.moved_at <= $3 AND {narrow} {others}
         ) found
         WHERE role IS NOT NULL
         GROUP BY kind, entry_type, locked_by, role"
    );
    let alike = conn.rows(&sql, &values, |row| {
        Ok(Alike {
            kind: row.get(0)?,
            entry_type: row.get(1)?,
            locked_by: row.get(2)?,
            role: row.get::<Option<i64>>(3)?.and_then(NodeRole::from_code),
            count: row.get(4)?,
            bytes: row.get(5)?,
        })
    });
    Ok(alike?)
}
