//! How many entries of a folder the asker sees, without reading those that share the folder's access.

use std::collections::HashMap;
use std::sync::Arc;

use db::{Conn, Value, params};
use nodes::{READY, in_list};
use primitives::NodeId;
use quick_cache::sync::Cache;
use security::{PrincipalScope, RightsVersion};

use super::model::Count;
use super::store::{Folder, WITH_ACL, picked_in_closed, seen, with_own_acl};

/// So many entries with an ACL of their own are counted: each of them costs a look. A set with no more ACLs has few.
const COUNTED: i64 = 1001;
/// A folder with more entries than this that have an ACL of their own is crowded.
const CROWDED: i64 = 256;

/// The cache keeps the counts of this many folders.
const REMEMBERED: usize = 4096;

/// The counts of entries with an ACL of their own, or that lead to something open, per folder and whether it is open
/// itself. Each change that could alter one gives the set another version. Only what is committed may be remembered.
#[derive(Clone, Debug)]
pub struct Counted(Arc<Cache<(RightsVersion, NodeId, bool), i64>>);

impl Default for Counted {
    fn default() -> Self {
        Self(Arc::new(Cache::new(REMEMBERED)))
    }
}

impl Counted {
    /// As `count`; not for a connection that writes.
    pub(crate) fn count(&self, conn: &mut Conn<'_>, scope: PrincipalScope, folder: Folder) -> db::Result<Count> {
        let Some(version) = scope.version() else { return count(conn, scope, folder) };
        let key = (version, folder.id, folder.role.is_some());
        let own = match self.0.get(&key) {
            Some(known) => known,
            None => {
                let found = own_of(conn, scope, &[folder])?.get(&folder.id).copied().unwrap_or_default();
                self.0.insert(key, found);
                found
            }
        };
        Ok(with_shared(conn, &[folder], HashMap::from([(folder.id, own)]))?.remove(&folder.id).unwrap_or_default())
    }
}

/// How many children the asker sees or may traverse.
pub(crate) fn count(conn: &mut Conn<'_>, scope: PrincipalScope, folder: Folder) -> db::Result<Count> {
    Ok(counts(conn, scope, &[folder])?.remove(&folder.id).unwrap_or_default())
}

/// As `count`, for many folders.
pub(crate) fn counts(
    conn: &mut Conn<'_>,
    scope: PrincipalScope,
    folders: &[Folder],
) -> db::Result<HashMap<NodeId, Count>> {
    let own = own_of(conn, scope, folders)?;
    with_shared(conn, folders, own)
}

/// The children with an ACL of their own, or that lead to something open.
fn own_of(conn: &mut Conn<'_>, scope: PrincipalScope, folders: &[Folder]) -> db::Result<HashMap<NodeId, i64>> {
    let (open, closed): (Vec<&Folder>, Vec<_>) = folders.iter().partition(|folder| folder.role.is_some());
    let open: Vec<NodeId> = open.into_iter().map(|folder| folder.id).collect();
    let mut own = HashMap::new();
    if !open.is_empty() {
        own.extend(with_acl(conn, scope, &open)?);
    }
    for folder in closed {
        own.insert(folder.id, count_in_closed(conn, scope, folder.id)?);
    }
    Ok(own)
}

/// Adds the children that share the ACL of their folder: these are counted already.
fn with_shared(
    conn: &mut Conn<'_>,
    folders: &[Folder],
    own: HashMap<NodeId, i64>,
) -> db::Result<HashMap<NodeId, Count>> {
    let open: Vec<NodeId> = folders.iter().filter(|folder| folder.role.is_some()).map(|folder| folder.id).collect();
    let mut counts: HashMap<NodeId, Count> = HashMap::new();
    if !open.is_empty() {
        for (folder, entries) in nodes::open_entries(conn, &open)? {
            counts.insert(folder, Count { entries, at_least: false });
        }
    }
    for (folder, own) in own {
        counts.entry(folder).or_default().add(own, COUNTED);
    }
    Ok(counts)
}

/// The children with an ACL of their own that the set sees or may traverse, in folders that are open to it. If the
/// set has few ACLs, they are found by these in crowded folders: then the cost does not grow with what is hidden.
fn with_acl(conn: &mut Conn<'_>, scope: PrincipalScope, folders: &[NodeId]) -> db::Result<Vec<(NodeId, i64)>> {
    let children = with_own_acl(conn.engine(), "n");
    let in_folder = format!("n.parent_id = f.node_id AND n.state = {READY} AND n.has_own_acl");
    let seen = format!("{in_folder} AND {}", seen(scope));
    let by_child = counted(&format!("{children} {WITH_ACL} WHERE {seen}"));
    let is_crowded = format!("EXISTS (SELECT 1 FROM {children} WHERE {in_folder} LIMIT 1 OFFSET {CROWDED})");
    let unless_crowded = format!("CASE WHEN NOT {is_crowded} THEN {by_child} END");
    let (mut counts, mut crowded) = (Vec::new(), Vec::new());
    for (folder, count) in of_each(conn, scope, folders, &unless_crowded)? {
        match count {
            Some(count) => counts.push((folder, count)),
            None => crowded.push(folder),
        }
    }
    if !crowded.is_empty() {
        let by_acl = counted(&format!(
            "({} UNION {}) pick {} {WITH_ACL} WHERE {seen}",
            scope.open_nodes(conn.engine(), "$2"),
            scope.traversable("$2"),
            db::seek(conn.engine(), "nodes_node", "n", "n.node_id = pick.node_id")
        ));
        let count = if scope.opens_at_most(conn, COUNTED)? { by_acl } else { by_child };
        let found = of_each(conn, scope, &crowded, &count)?;
        counts.extend(found.into_iter().map(|(folder, count)| (folder, count.unwrap_or_default())));
    }
    Ok(counts)
}

/// SQL for the number of rows, up to `$1`.
fn counted(rows: &str) -> String {
    format!("(SELECT COUNT(*) FROM (SELECT 1 FROM {rows} LIMIT $1) counted)")
}

/// The number that the SQL `count` finds for each folder `f`.
fn of_each(
    conn: &mut Conn<'_>,
    scope: PrincipalScope,
    folders: &[NodeId],
    count: &str,
) -> db::Result<Vec<(NodeId, Option<i64>)>> {
    let (list, nodes) = in_list(3, folders);
    let sql = format!("SELECT f.node_id, {count} FROM nodes_node f WHERE f.node_id IN ({list})");
    let values: Vec<_> = [Value::from(COUNTED), Value::from(scope.set)].into_iter().chain(nodes).collect();
    conn.rows(&sql, &values, |row| Ok((row.get(0)?, row.get(1)?)))
}

fn count_in_closed(conn: &mut Conn<'_>, scope: PrincipalScope, folder: NodeId) -> db::Result<i64> {
    let count = counted(&format!(
        "{} {WITH_ACL} WHERE n.parent_id = $3 AND n.state = {READY} AND {}",
        picked_in_closed(conn.engine(), scope, "$3"),
        seen(scope)
    ));
    conn.get(&format!("SELECT {count}"), params![COUNTED, scope.set, folder], |row| row.get(0))
}
