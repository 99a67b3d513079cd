//! What the index of contents is asked. SQLite is told which index, or it takes the one of all tenants.

use db::{Conn, Engine, Row, Value, params};
use nodes::{Listed, READY, in_list};
use primitives::{NodeId, NodeRole, RepositoryId, TenantId};
use security::{AclId, PrincipalScope};

use crate::entries::store::Child;

fn files(engine: Engine) -> &'static str {
    match engine {
        Engine::Sqlite => "nodes_node n INDEXED BY nodes_node_equal",
        Engine::Postgres => "nodes_node n",
    }
}

/// What the index holds.
fn is_file() -> String {
    format!("n.state = {READY} AND n.kind = 2 AND n.size_bytes > 0")
}

/// How an asker sees files of a tenant: the set is `$1` and the tenant `$2` of each statement.
#[derive(Clone, Copy)]
pub(super) struct SeenBy {
    pub scope: PrincipalScope,
    /// SQL for the ACL of an entry.
    pub acl: &'static str,
}

impl SeenBy {
    fn role(&self) -> String {
        self.scope.role("$1", &format!("({})", self.acl))
    }

    fn values(&self) -> [Value<'static>; 2] {
        [Value::from(self.scope.set), Value::from(self.scope.tenant)]
    }
}

/// A place in the list of the files with one content.
pub(super) type Place = (RepositoryId, NodeId);

/// Up to `limit` files with this content behind `after` that the set sees, in any repository or in one.
pub(super) fn with_content(
    conn: &mut Conn<'_>,
    by: SeenBy,
    (hash, within): (&str, Option<RepositoryId>),
    (after, limit): (Place, usize),
) -> db::Result<Vec<(Place, Child)>> {
    let (files, role, is_file) = (files(conn.engine()), by.role(), is_file());
    let (behind, first) = match within {
        Some(repository) => ("n.repository_id = $4 AND n.node_id > $5", repository),
        None => ("(n.repository_id, n.node_id) > ($4, $5)", after.0),
    };
    let sql = format!(
        "SELECT {}, {role}, {}, n.repository_id
         FROM {files} {}
         WHERE n.tenant_id = $2 AND n.content_hash = $3 AND {behind} AND {is_file} AND {role} IS NOT NULL
         ORDER BY n.repository_id, n.node_id
         LIMIT $6",
        Listed::COLUMNS,
        by.acl,
        security::JOINED
    );
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let mut values = by.values().to_vec();
    values.extend([Value::from(hash), Value::from(first), Value::from(after.1), Value::from(limit)]);
    conn.rows(&sql, &values, |row| {
        let child = child(row)?;
        Ok(((row.get(Listed::END + 2)?, child.node.id), child))
    })
}

fn child(row: &Row<'_>) -> db::Result<Child> {
    let role: NodeRole = row.get(Listed::END)?;
    let acl: AclId = row.get(Listed::END + 1)?;
    Ok(Child { node: Listed::from_row(row)?, role: Some(role), acl })
}

/// These files, as far as the set sees them.
pub(super) fn these(conn: &mut Conn<'_>, by: SeenBy, nodes: &[NodeId]) -> db::Result<Vec<Child>> {
    let (list, ids) = in_list(3, nodes);
    let role = by.role();
    let sql = format!(
        "SELECT {}, {role}, {} FROM nodes_node n {}
         WHERE n.tenant_id = $2 AND n.node_id IN ({list}) AND n.state = {READY} AND {role} IS NOT NULL",
        Listed::COLUMNS,
        by.acl,
        security::JOINED
    );
    let values: Vec<_> = by.values().into_iter().chain(ids).collect();
    conn.rows(&sql, &values, child)
}

/// A file, and another one with its content.
pub(super) struct Pair {
    pub file: NodeId,
    pub folder: Option<NodeId>,
    pub other: NodeId,
    pub others_folder: Option<NodeId>,
}

/// Of these files those that the set sees, each with the first other file with its content that it sees, if there is one;
/// what lies directly in the folders of `but` is none.
pub(super) fn first_equals(conn: &mut Conn<'_>, by: SeenBy, nodes: &[NodeId], but: &[NodeId]) -> db::Result<Vec<Pair>> {
    let (files, role, is_file) = (files(conn.engine()), by.role(), is_file());
    let (list, ids) = in_list(3, nodes);
    let (folders, but_values) = in_list(3 + ids.len(), but);
    let elsewhere = if but.is_empty() { String::new() } else { format!("AND n.parent_id NOT IN ({folders})") };
    let sql = format!(
        "SELECT pair.node_id, pair.parent_id, other.node_id, other.parent_id
         FROM (
           SELECT file.node_id, file.parent_id, (
             SELECT n.node_id
             FROM {files} {joined}
             WHERE n.tenant_id = $2 AND n.content_hash = file.content_hash AND n.node_id <> file.node_id {elsewhere}
               AND {is_file} AND {role} IS NOT NULL
             ORDER BY n.repository_id, n.node_id
             LIMIT 1
           ) AS equal_id
           FROM (
             SELECT n.node_id, n.parent_id, n.content_hash
             FROM nodes_node n {joined}
             WHERE n.tenant_id = $2 AND n.node_id IN ({list}) AND {is_file} AND {role} IS NOT NULL
           ) file
         ) pair
         JOIN nodes_node other ON other.node_id = pair.equal_id",
        joined = security::JOINED
    );
    let values: Vec<_> = by.values().into_iter().chain(ids).chain(but_values).collect();
    conn.rows(&sql, &values, |row| {
        Ok(Pair { file: row.get(0)?, folder: row.get(1)?, other: row.get(2)?, others_folder: row.get(3)? })
    })
}

/// A content that several files of a repository have, seen or not.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub hash: String,
    pub size: i64,
    /// The bytes of all files but one.
    pub most_wasted: i64,
}

/// The contents that waste most: this reads the index of the tenant's files once, and no row.
pub(super) fn candidates(
    conn: &mut Conn<'_>,
    (tenant, repository): (TenantId, RepositoryId),
    limit: i64,
) -> db::Result<Vec<Candidate>> {
    let sql = format!(
        "SELECT n.content_hash, MIN(n.size_bytes), (COUNT(*) - 1) * MIN(n.size_bytes) AS wasted
         FROM {}
         WHERE n.tenant_id = $1 AND n.repository_id = $2 AND {}
         GROUP BY n.content_hash
         HAVING COUNT(*) > 1
         ORDER BY wasted DESC, n.content_hash
         LIMIT $3",
        files(conn.engine()),
        is_file()
    );
    conn.rows(&sql, params![tenant, repository, limit], |row| {
        Ok(Candidate { hash: row.get(0)?, size: row.get(1)?, most_wasted: row.get(2)? })
    })
}

/// A file of a group, with its folder.
pub(super) type Member = (String, NodeId, Option<NodeId>);

/// The files of a repository with one of these contents that the set sees, the oldest of each first.
pub(super) fn members(
    conn: &mut Conn<'_>,
    by: SeenBy,
    (hashes, repository): (&[&str], RepositoryId),
) -> db::Result<Vec<Member>> {
    let (list, contents) = in_list(4, hashes);
    let sql = format!(
        "SELECT n.content_hash, n.node_id, n.parent_id
         FROM {} {}
         WHERE n.tenant_id = $2 AND n.content_hash IN ({list}) AND n.repository_id = $3 AND {} AND {} IS NOT NULL
         ORDER BY n.content_hash, n.node_id",
        files(conn.engine()),
        security::JOINED,
        is_file(),
        by.role()
    );
    let mut values = by.values().to_vec();
    values.push(Value::from(repository));
    values.extend(contents);
    conn.rows(&sql, &values, |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
}
