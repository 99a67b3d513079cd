//! Creates rows like requests do, many at a time.

use db::{Db, Engine, Tx, Value, params};
use nodes::NodeState;
use primitives::{EntryName, GroupId, NodeId, TenantId, sort_key};
use security::MarkId;

use crate::tenant::NOW;

pub struct Builder {
    tenant: TenantId,
    repository: i64,
    mark: MarkId,
    next_node: i64,
    next_acl: i64,
    nodes: Vec<NewRow>,
    acls: Vec<NewAcl>,
    /// Folders and nodes under an ACL of their own, with that ACL.
    with_acl: Vec<(i64, i64)>,
}

#[derive(Clone)]
struct NewRow {
    id: i64,
    parent: i64,
    is_folder: bool,
    has_own_acl: bool,
    name: String,
}

#[derive(Clone)]
struct NewAcl {
    id: i64,
    node: i64,
    parent: i64,
    /// The group that may read; without one the secret mark is set.
    group: Option<GroupId>,
}

/// A folder, and the ACL it is under.
#[derive(Clone)]
pub struct Folder {
    pub node: NodeId,
    pub depth: usize,
    pub acl: i64,
}

impl Builder {
    /// A builder, and the folder to build in, which is a repository's own node.
    pub async fn at(db: &Db, tenant: TenantId, top: NodeId, mark: MarkId) -> (Self, Folder) {
        let sql = "SELECT n.repository_id, g.acl_id,
                     (SELECT MAX(node_id) FROM nodes_node), (SELECT MAX(acl_id) FROM security_acl)
                   FROM nodes_node n JOIN security_acl g ON g.node_id = n.node_id WHERE n.node_id = $1";
        let begun = db.read(move |c| {
            c.get(sql, params![top], |row| {
                let folder = Folder { node: top, depth: 0, acl: row.get(1)? };
                let (repository, next_node, next_acl) = (row.get(0)?, row.get::<i64>(2)? + 1, row.get::<i64>(3)? + 1);
                let (nodes, acls, with_acl) = (Vec::new(), Vec::new(), Vec::new());
                Ok((Self { tenant, repository, mark, next_node, next_acl, nodes, acls, with_acl }, folder))
            })
        });
        begun.await.unwrap()
    }

    /// Nodes and ACLs so far.
    pub fn size(&self) -> (usize, usize) {
        (self.nodes.len(), self.acls.len())
    }

    fn add(&mut self, parent: &Folder, is_folder: bool, has_own_acl: bool, name: String) -> i64 {
        let id = self.next_node;
        self.next_node += 1;
        self.nodes.push(NewRow { id, parent: parent.node.0, is_folder, has_own_acl, name });
        id
    }

    pub fn file(&mut self, parent: &Folder, name: String) -> NodeId {
        NodeId(self.add(parent, false, false, name))
    }

    pub fn marked_file(&mut self, parent: &Folder, name: String) {
        let node = self.add(parent, false, true, name);
        self.acl(node, parent, None);
    }

    pub fn folder(&mut self, parent: &Folder, name: String, group: Option<GroupId>) -> Folder {
        let node = self.add(parent, true, group.is_some(), name);
        let mut folder = Folder { node: NodeId(node), depth: parent.depth + 1, ..parent.clone() };
        if group.is_some() {
            folder.acl = self.acl(node, parent, group);
        } else {
            self.with_acl.push((node, parent.acl));
        }
        folder
    }

    fn acl(&mut self, node: i64, parent: &Folder, group: Option<GroupId>) -> i64 {
        let id = self.next_acl;
        self.next_acl += 1;
        self.with_acl.push((node, id));
        self.acls.push(NewAcl { id, node, parent: parent.acl, group });
        id
    }

    pub async fn write(self, db: &Db) {
        let (tenant, repository, mark, next_acl) = (self.tenant, self.repository, self.mark, self.next_acl);
        in_pieces(db, self.nodes, move |tx, rows| {
            insert_nodes(tx, tenant, repository, rows)?;
            insert_words(tx, tenant, rows)
        })
        .await;
        in_pieces(db, self.acls, move |tx, rows| insert_acls(tx, tenant, mark, rows)).await;
        in_pieces(db, self.with_acl, |tx, rows| {
            let all = rows.iter().map(|(node, acl)| [*node, *acl, *acl].map(Value::from).to_vec()).collect();
            insert(tx, "security_node_acl (node_id, effective_acl_id, inheritable_acl_id)", all)
        })
        .await;
        let settled = db.write(move |tx| {
            if tx.engine() == Engine::Postgres {
                let sql = "SELECT setval(pg_get_serial_sequence('security_acl', 'acl_id'), $1)::text";
                tx.exists(sql, params![next_acl])?;
            }
            let folders: Vec<_> = nodes::miscounted(tx)?.into_iter().map(|(folder, ..)| folder).collect();
            nodes::recount(tx, &folders)?;
            // These rows are in no log of changes: everybody's effective roles are computed again.
            for table in ["security_effective_role", "security_traversable", "security_principal_set"] {
                tx.run(&format!("DELETE FROM {table}"), &[])?;
            }
            tx.run("ANALYZE", &[])
        });
        settled.await.unwrap();
    }
}

async fn in_pieces<T: Clone + Send + 'static>(
    db: &Db,
    all: Vec<T>,
    write: impl Fn(&mut Tx<'_>, &[T]) -> db::Result<()> + Copy + Send + 'static,
) {
    for some in all.chunks(5000) {
        let some = some.to_vec();
        db.write(move |tx| some.chunks(100).try_for_each(|rows| write(tx, rows))).await.unwrap();
    }
}

fn insert(tx: &mut Tx<'_>, into: &str, rows: Vec<Vec<Value<'_>>>) -> db::Result<()> {
    let Some(width) = rows.first().map(Vec::len) else { return Ok(()) };
    let list: Vec<_> = (0..rows.len()).map(|row| format!("({})", db::placeholders(row * width + 1, width))).collect();
    let values: Vec<_> = rows.into_iter().flatten().collect();
    tx.run(&format!("INSERT INTO {into} VALUES {}", list.join(", ")), &values)?;
    Ok(())
}

fn insert_nodes(tx: &mut Tx<'_>, tenant: TenantId, repository: i64, rows: &[NewRow]) -> db::Result<()> {
    let keys = |row: &NewRow| (EntryName::parse(&row.name).unwrap().key(), sort_key(&row.name));
    let keys: Vec<_> = rows.iter().map(keys).collect();
    let mut all: Vec<Vec<Value<'_>>> = Vec::new();
    for (row, (key, sort_key)) in rows.iter().zip(&keys) {
        let kind = if row.is_folder { 1 } else { 2 };
        let mut values = [row.id, tenant.0, repository, row.parent, kind].map(Value::from).to_vec();
        values.extend([Value::from(&row.name), Value::from(key), Value::from(sort_key), Value::from(row.has_own_acl)]);
        let (size, time) = (10_000 + row.id % 9_000_000, NOW + row.id % 100_000);
        values.extend([NodeState::Ready.code(), size, NOW, time].map(Value::from));
        all.push(values);
    }
    let columns = "node_id, tenant_id, repository_id, parent_id, kind, name, name_key, sort_key, has_own_acl, state,
        size_bytes, created_at, modified_at";
    insert(tx, &format!("nodes_node ({columns})"), all)
}

fn insert_words(tx: &mut Tx<'_>, tenant: TenantId, rows: &[NewRow]) -> db::Result<()> {
    if tx.engine() == Engine::Sqlite {
        let ids = params![rows[0].id, rows[rows.len() - 1].id];
        let by_folder = "n.parent_id * 2147483648 + 2147483647 - n.node_id";
        for (table, number) in [("content_search_by_age", "n.node_id"), ("content_search_by_folder", by_folder)] {
            let sql = format!(
                "INSERT INTO {table} (rowid, pieces)
                 SELECT {number}, pieces(n.tenant_id, fold(n.name)) FROM nodes_node n WHERE n.node_id BETWEEN $1 AND $2"
            );
            tx.run(&sql, ids)?;
        }
        let sql = "INSERT OR IGNORE INTO content_search_folder (folder_id, piece)
                   SELECT n.parent_id, p.value
                   FROM nodes_node n
                   CROSS JOIN json_each('[\"' || replace(pieces(n.tenant_id, fold(n.name)), ' ', '\",\"') || '\"]') p
                   WHERE n.node_id BETWEEN $1 AND $2";
        tx.run(sql, ids)?;
        let sql = "INSERT INTO content_search_place (rowid, pieces)
                   SELECT n.node_id, pieces(n.tenant_id, fold(n.name)) FROM nodes_node n
                   WHERE n.node_id BETWEEN $1 AND $2 AND n.kind = 1";
        tx.run(sql, ids)?;
        return Ok(());
    }
    let folded: Vec<_> = rows.iter().map(|row| primitives::fold(&row.name)).collect();
    let mut all = Vec::new();
    for (row, folded) in rows.iter().zip(&folded) {
        all.push(vec![Value::from(row.id), Value::from(tenant), Value::from(row.parent), Value::from(folded)]);
    }
    insert(tx, "content_search (node_id, tenant_id, folder_id, folded)", all)?;
    let sql = "INSERT INTO content_search_bucket (piece, bucket)
               SELECT DISTINCT p.piece, content_bucket(s.node_id)
               FROM content_search s
               CROSS JOIN LATERAL unnest(content_pieces(s.tenant_id, s.folded, 1)) p (piece)
               WHERE s.node_id BETWEEN $1 AND $2 AND NOT EXISTS (
                 SELECT 1 FROM content_search_bucket b
                 WHERE b.piece = p.piece AND b.bucket = content_bucket(s.node_id)
               )";
    tx.run(sql, params![rows[0].id, rows[rows.len() - 1].id])?;
    Ok(())
}

fn insert_acls(tx: &mut Tx<'_>, tenant: TenantId, mark: MarkId, rows: &[NewAcl]) -> db::Result<()> {
    let secret = mark.to_string();
    let (mut acls, mut grants, mut marks) = (Vec::new(), Vec::new(), Vec::new());
    for row in rows {
        let marked = if row.group.is_none() { secret.as_str() } else { "" };
        let mut acl = [row.id, tenant.0, row.node, row.parent].map(Value::from).to_vec();
        acl.push(Value::from(marked));
        acls.push(acl);
        match row.group {
            Some(group) => {
                grants.push(vec![
                    Value::from(tenant),
                    Value::from(row.node),
                    Value::from(group),
                    Value::from(1_i64),
                    Value::from(true),
                ]);
            }
            None => marks.push(vec![Value::from(row.node), Value::from(mark)]),
        }
    }
    insert(tx, "security_acl (acl_id, tenant_id, node_id, parent_acl_id, marks)", acls)?;
    insert(tx, "security_grant (tenant_id, node_id, user_group_id, role, recursive)", grants)?;
    insert(tx, "security_node_mark (node_id, security_mark_id)", marks)
}
