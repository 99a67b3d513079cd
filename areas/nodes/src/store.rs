//! The tree's rows.

use authz::{Permit, Purge, Remove, Rename, Restore};
use db::{Conn, Row, Tx, params, placeholders};
use primitives::{EntryName, NodeId, NodeKind, RepositoryId, Seconds, TenantId};

use crate::model::{Ancestor, Facts, NewNode, Node, NodeState, Placing, PreviewState};
use crate::{Error, Result};

/// The columns `from_row` reads, of a table called `n`.
pub const COLUMNS: &str = "n.node_id, n.tenant_id, n.repository_id, n.parent_id, n.kind, n.name, n.state, n.own_guard,
    n.locked_by, n.size_bytes, n.content_hash, n.mime, n.placeholder, n.width, n.height, n.pages, n.taken_at,
    n.preview, n.created_by, n.created_at, n.modified_at, n.binned_at, n.binned_by";

/// Reads a node whose columns begin at `at`; the next free column is `at + 23`.
pub fn from_row(row: &Row<'_>, at: usize) -> db::Result<Node> {
    Ok(Node {
        id: row.get(at)?,
        tenant: row.get(at + 1)?,
        repository: row.get(at + 2)?,
        parent: row.get(at + 3)?,
        kind: row.get(at + 4)?,
        name: row.get(at + 5)?,
        state: NodeState::from_code(row.get(at + 6)?)?,
        own_guard: row.get(at + 7)?,
        locked_by: row.get(at + 8)?,
        size: row.get(at + 9)?,
        facts: Facts {
            hash: row.get(at + 10)?,
            mime: row.get(at + 11)?,
            placeholder: row.get(at + 12)?,
            width: row.get(at + 13)?,
            height: row.get(at + 14)?,
            pages: row.get(at + 15)?,
            taken_at: row.get(at + 16)?,
        },
        preview: PreviewState::from_code(row.get(at + 17)?)?,
        created_by: row.get(at + 18)?,
        created_at: row.get(at + 19)?,
        modified_at: row.get(at + 20)?,
        binned_at: row.get(at + 21)?,
        binned_by: row.get(at + 22)?,
    })
}

pub fn find(conn: &mut Conn<'_>, id: NodeId) -> db::Result<Option<Node>> {
    let sql = format!("SELECT {COLUMNS} FROM nodes_node n WHERE n.node_id = $1");
    conn.find(&sql, params![id], |row| from_row(row, 0))
}

/// The node itself and all above it, nearest first.
pub fn ancestors(conn: &mut Conn<'_>, id: NodeId) -> db::Result<Vec<Ancestor>> {
    conn.rows(
        "WITH RECURSIVE up (node_id, parent_id, kind, name, own_guard, state, depth) AS (
           SELECT node_id, parent_id, kind, name, own_guard, state, 0 FROM nodes_node WHERE node_id = $1
           UNION ALL
           SELECT n.node_id, n.parent_id, n.kind, n.name, n.own_guard, n.state, up.depth + 1
           FROM up
           JOIN nodes_node n ON n.node_id = up.parent_id
         )
         SELECT node_id, kind, name, own_guard, state FROM up ORDER BY depth",
        params![id],
        |row| {
            Ok(Ancestor {
                id: row.get(0)?,
                kind: row.get(1)?,
                name: row.get(2)?,
                own_guard: row.get(3)?,
                state: NodeState::from_code(row.get(4)?)?,
            })
        },
    )
}

/// Which of `names` are taken in `folder`, by anything that is not in the bin.
pub fn children_named(conn: &mut Conn<'_>, folder: NodeId, keys: &[String]) -> db::Result<Vec<String>> {
    let mut taken = Vec::new();
    for some in keys.chunks(200) {
        let list = placeholders(2, some.len());
        let sql =
            format!("SELECT name_key FROM nodes_node WHERE parent_id = $1 AND name_key IN ({list}) AND state < 2");
        let mut values = vec![db::Value::from(folder)];
        values.extend(some.iter().map(db::Value::from));
        taken.extend(conn.rows(&sql, &values, |row| row.get::<String>(0))?);
    }
    Ok(taken)
}

pub fn is_name_free(conn: &mut Conn<'_>, folder: NodeId, name: &EntryName) -> db::Result<bool> {
    Ok(children_named(conn, folder, &[name.key()])?.is_empty())
}

/// Puts a new folder or file into the folder of the permit.
pub fn insert<A: Placing>(tx: &mut Tx<'_>, into: &Permit<A>, new: &NewNode<'_>) -> Result<NodeId> {
    let id = tx.get(
        "INSERT INTO nodes_node (tenant_id, repository_id, parent_id, kind, name, name_key, state, size_bytes,
           created_by, created_at, modified_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)
         RETURNING node_id",
        params![
            into.tenant(),
            into.repository(),
            into.node(),
            new.kind.code(),
            new.name.as_str(),
            &new.name.key(),
            new.state.code(),
            new.size,
            into.actor(),
            new.now
        ],
        |row| row.get(0),
    );
    id.map_err(|error| name_taken(error, new.name))
}

/// A repository's own node, made together with the repository.
pub fn insert_repository(
    tx: &mut Tx<'_>,
    tenant: TenantId,
    repository: RepositoryId,
    name: &EntryName,
    now: Seconds,
) -> Result<NodeId> {
    let id = tx.get(
        "INSERT INTO nodes_node (tenant_id, repository_id, kind, name, name_key, state, created_at, modified_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $7)
         RETURNING node_id",
        params![
            tenant,
            repository,
            NodeKind::Repository.code(),
            name.as_str(),
            &name.key(),
            NodeState::Ready.code(),
            now
        ],
        |row| row.get(0),
    )?;
    Ok(id)
}

/// A staging file becomes ready, with the content that arrived.
pub fn place<A: Placing>(
    tx: &mut Tx<'_>,
    _into: &Permit<A>,
    file: NodeId,
    size: i64,
    facts: &Facts,
    now: Seconds,
) -> db::Result<()> {
    tx.run(
        "UPDATE nodes_node
         SET state = $2, size_bytes = $3, content_hash = $4, mime = $5, modified_at = $6
         WHERE node_id = $1",
        params![file, NodeState::Ready.code(), size, facts.hash.as_deref(), facts.mime.as_deref(), now],
    )?;
    Ok(())
}

pub fn rename(tx: &mut Tx<'_>, permit: &Permit<Rename>, name: &EntryName, now: Seconds) -> Result<()> {
    let changed = tx.run(
        "UPDATE nodes_node SET name = $2, name_key = $3, modified_at = $4 WHERE node_id = $1",
        params![permit.node(), name.as_str(), &name.key(), now],
    );
    changed.map_err(|error| name_taken(error, name))?;
    Ok(())
}

pub fn bin(tx: &mut Tx<'_>, permit: &Permit<Remove>, now: Seconds) -> db::Result<()> {
    tx.run(
        "UPDATE nodes_node SET state = $2, binned_at = $3, binned_by = $4 WHERE node_id = $1",
        params![permit.node(), NodeState::Binned.code(), now, permit.actor()],
    )?;
    Ok(())
}

pub fn restore(tx: &mut Tx<'_>, permit: &Permit<Restore>, name: &EntryName) -> Result<()> {
    let changed = tx.run(
        "UPDATE nodes_node SET state = $2, name = $3, name_key = $4, binned_at = NULL, binned_by = NULL
         WHERE node_id = $1",
        params![permit.node(), NodeState::Ready.code(), name.as_str(), &name.key()],
    );
    changed.map_err(|error| name_taken(error, name))?;
    Ok(())
}

pub fn set_own_guard(tx: &mut Tx<'_>, node: NodeId) -> db::Result<()> {
    tx.run("UPDATE nodes_node SET own_guard = $2 WHERE node_id = $1", params![node, true])?;
    Ok(())
}

/// Tells every node with this content what became of its preview, and which nodes those are.
pub fn record_preview(
    tx: &mut Tx<'_>,
    hash: &str,
    state: PreviewState,
    facts: &Facts,
) -> db::Result<Vec<(NodeId, Option<NodeId>)>> {
    tx.rows(
        "UPDATE nodes_node
         SET preview = $2, placeholder = $3, width = $4, height = $5, pages = $6, taken_at = $7
         WHERE content_hash = $1
         RETURNING node_id, parent_id",
        params![
            hash,
            state.code(),
            facts.placeholder.as_deref(),
            facts.width,
            facts.height,
            facts.pages,
            facts.taken_at
        ],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )
}

/// Nodes of the deepest part of a binned subtree, children before parents, so that rows can be deleted in batches.
pub fn subtree_batch(conn: &mut Conn<'_>, root: NodeId, limit: i64) -> db::Result<Vec<NodeId>> {
    conn.rows(
        "WITH RECURSIVE down (node_id, depth) AS (
           SELECT node_id, 0 FROM nodes_node WHERE node_id = $1
           UNION ALL
           SELECT n.node_id, down.depth + 1 FROM down JOIN nodes_node n ON n.parent_id = down.node_id
         )
         SELECT node_id FROM down ORDER BY depth DESC, node_id LIMIT $2",
        params![root, limit],
        |row| row.get(0),
    )
}

/// Deletes rows for good. Rooms that keep rows of their own about these nodes delete them first.
pub fn delete_rows(tx: &mut Tx<'_>, _permit: &Permit<Purge>, nodes: &[NodeId]) -> db::Result<()> {
    for some in nodes.chunks(200) {
        let values: Vec<_> = some.iter().map(|id| db::Value::from(*id)).collect();
        tx.run(&format!("DELETE FROM nodes_node WHERE node_id IN ({})", placeholders(1, some.len())), &values)?;
    }
    Ok(())
}

fn name_taken(error: db::Error, name: &EntryName) -> Error {
    if error.is_unique() { Error::NameTaken(name.as_str().to_owned()) } else { Error::Db(error) }
}
