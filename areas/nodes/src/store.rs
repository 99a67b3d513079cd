//! The tree's rows.

use authz::Permit;
use db::{Conn, Row, Tx, params};
use primitives::{EntryName, NodeId, NodeKind, RepositoryId, Seconds, TenantId, UserId, sort_key};

use crate::child_count::{self, Place};
use crate::lists::in_list;
use crate::model::{Arrived, Binning, Deleting, Facts, Listed, NewNode, Node, NodeState, Placing, Renaming, Restoring};
use crate::names::{is_duplicate, name_taken};
use crate::node_states::{BINNED, READY, STAGING};
use crate::tree::{hold_tree, refuse_too_deep};
use crate::{EntryType, Result, entry_type, properties};

/// The columns `from_row` reads, of a table called `n`.
pub const COLUMNS: &str =
    "n.node_id, n.tenant_id, n.repository_id, n.parent_id, n.kind, n.name, n.state, n.has_own_acl,
    n.locked_by, n.size_bytes, n.content_hash, n.mime, n.entry_type, n.created_by, n.created_at, n.modified_at,
    n.binned_at, n.binned_by, n.locked_at, n.taken_at";

/// How many they are.
pub const WIDTH: usize = 20;

/// Reads a node whose columns begin at `at`; the next free column is `at + WIDTH`.
pub fn from_row(row: &Row<'_>, at: usize) -> db::Result<Node> {
    Ok(Node {
        id: row.get(at)?,
        tenant: row.get(at + 1)?,
        repository: row.get(at + 2)?,
        parent: row.get(at + 3)?,
        kind: row.get(at + 4)?,
        name: row.get(at + 5)?,
        state: row.get(at + 6)?,
        has_own_acl: row.get(at + 7)?,
        locked_by: row.get(at + 8)?,
        size: row.get(at + 9)?,
        facts: Facts { hash: row.get(at + 10)?, mime: row.get(at + 11)? },
        entry_type: row.get(at + 12)?,
        created_by: row.get(at + 13)?,
        created_at: row.get(at + 14)?,
        modified_at: row.get(at + 15)?,
        binned_at: row.get(at + 16)?,
        binned_by: row.get(at + 17)?,
        locked_at: row.get(at + 18)?,
        taken_at: row.get(at + 19)?,
    })
}

impl Listed {
    /// The columns `from_row` reads, of a table called `n`.
    pub const COLUMNS: &str = "n.node_id, n.parent_id, n.kind, n.name, n.has_own_acl, n.locked_by, n.size_bytes,
        n.content_hash, n.mime, n.entry_type, n.modified_at, n.created_by, n.locked_at, n.taken_at";
    /// The first column after them.
    pub const END: usize = 14;

    pub fn from_row(row: &Row<'_>) -> db::Result<Self> {
        Ok(Self {
            id: row.get(0)?,
            parent: row.get(1)?,
            kind: row.get(2)?,
            name: row.get(3)?,
            has_own_acl: row.get(4)?,
            locked_by: row.get(5)?,
            size: row.get(6)?,
            hash: row.get(7)?,
            mime: row.get(8)?,
            entry_type: row.get(9)?,
            modified_at: row.get(10)?,
            created_by: row.get(11)?,
            locked_at: row.get(12)?,
            taken_at: row.get(13)?,
        })
    }
}

pub fn find(conn: &mut Conn<'_>, id: NodeId) -> db::Result<Option<Node>> {
    let sql = format!("SELECT {COLUMNS} FROM nodes_node n WHERE n.node_id = $1");
    conn.find(&sql, params![id], |row| from_row(row, 0))
}

/// Puts a new folder or file into the folder of the permit. The caller, who knows what the asker sees, decides whether
/// the name may be used; beside an entry of that name the new one is a duplicate.
pub fn insert<A: Placing>(tx: &mut Tx<'_>, into: &Permit<A>, new: &NewNode<'_>) -> Result<NodeId> {
    if new.kind.is_container() {
        // Locked before the row, whose foreign key locks its parent's: a deletion takes the locks in this order too.
        hold_tree(tx, into.tenant())?;
    }
    refuse_too_deep(tx, into.node())?;
    let sql = format!(
        "INSERT INTO nodes_node (tenant_id, repository_id, parent_id, kind, name, name_key, state, size_bytes,
           created_by, created_at, modified_at, entry_type, sort_key, duplicate)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, $11, $12, {})
         RETURNING node_id",
        is_duplicate("$3", "$6", "0")
    );
    let entry_type = entry_type::of_entry(tx, new.kind, new.name.as_str(), None);
    let id = tx.get(
        &sql,
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
            new.now,
            entry_type,
            &sort_key(new.name.as_str())
        ],
        |row| row.get(0),
    );
    let id = id.map_err(|error| name_taken(error, new.name))?;
    if new.state == NodeState::Ready {
        child_count::add(tx, into.node(), 1)?;
    }
    Ok(id)
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
        "INSERT INTO nodes_node (tenant_id, repository_id, kind, name, name_key, sort_key, state, created_at, modified_at,
           entry_type)
         VALUES ($1, $2, $3, $4, $5, $9, $6, $7, $7, $8)
         RETURNING node_id",
        params![
            tenant,
            repository,
            NodeKind::Repository.code(),
            name.as_str(),
            &name.key(),
            NodeState::Ready.code(),
            now,
            EntryType::REPOSITORY,
            &sort_key(name.as_str())
        ],
        |row| row.get(0),
    )?;
    Ok(id)
}

/// A repository's title is its node's name. The caller decides who may change it.
pub fn retitle_repository(tx: &mut Tx<'_>, node: NodeId, name: &EntryName, now: Seconds) -> db::Result<()> {
    let sql = "UPDATE nodes_node SET name = $2, name_key = $3, sort_key = $5, modified_at = $4
               WHERE node_id = $1 AND kind = 0 AND name <> $2";
    tx.run(sql, params![node, name.as_str(), &name.key(), now, &sort_key(name.as_str())]).map(|_| ())
}

/// A repository has its bytes elsewhere from now on: each path in it that was read before is another one.
pub fn note_elsewhere(tx: &mut Tx<'_>, repository: NodeId) -> db::Result<()> {
    tx.run("UPDATE nodes_node SET moves = moves + 1 WHERE node_id = $1 AND kind = 0", params![repository]).map(drop)
}

/// A staging folder becomes ready.
pub fn appear<A: Placing>(tx: &mut Tx<'_>, into: &Permit<A>, folder: NodeId) -> db::Result<()> {
    let sql = concat!(
        "UPDATE nodes_node SET state = ",
        crate::state!(Ready),
        " WHERE node_id = $1 AND parent_id = $2 AND state = ",
        crate::state!(Staging)
    );
    match tx.run(sql, params![folder, into.node()])? {
        0 => Err(db::Error::Missing),
        _ => child_count::add(tx, into.node(), 1),
    }
}

/// A staging file becomes ready, with the content that arrived.
pub fn place<A: Placing>(tx: &mut Tx<'_>, _into: &Permit<A>, file: NodeId, arrived: &Arrived<'_>) -> db::Result<()> {
    let sql = format!(
        "UPDATE nodes_node
         SET state = {READY}, size_bytes = $2, content_hash = $3, mime = $4, modified_at = $5, entry_type = $6
         WHERE node_id = $1 AND state = {STAGING}
         RETURNING {}",
        Place::COLUMNS
    );
    let Arrived { name, size, hash, mime, now } = *arrived;
    let entry_type = entry_type::of_entry(tx, NodeKind::File, name, Some(mime));
    let placed = tx.find(&sql, params![file, size, hash, mime, now, entry_type], Place::from_row)?;
    placed.and_then(Place::counted_in).map_or(Ok(()), |folder| child_count::add(tx, folder, 1))
}

pub fn rename<A: Renaming>(tx: &mut Tx<'_>, permit: &Permit<A>, name: &EntryName, now: Seconds) -> Result<()> {
    let sql = format!(
        "UPDATE nodes_node SET name = $2, name_key = $3, sort_key = $5, modified_at = $4, moves = moves + 1,
           duplicate = {}
         WHERE node_id = $1",
        is_duplicate("nodes_node.parent_id", "$3", "$1")
    );
    let changed = tx.run(&sql, params![permit.node(), name.as_str(), &name.key(), now, &sort_key(name.as_str())]);
    changed.map_err(|error| name_taken(error, name))?;
    Ok(())
}

pub fn bin<A: Binning>(tx: &mut Tx<'_>, permit: &Permit<A>, now: Seconds) -> db::Result<()> {
    bin_for(tx, permit.node(), Some(permit.actor()), now)
}

/// As `bin`, without an actor and an access check: for entries whose bytes a restored backup does not have.
pub fn bin_lost(tx: &mut Tx<'_>, node: NodeId, now: Seconds) -> db::Result<()> {
    bin_for(tx, node, None, now)
}

fn bin_for(tx: &mut Tx<'_>, node: NodeId, by: Option<UserId>, now: Seconds) -> db::Result<()> {
    let sql = format!(
        "UPDATE nodes_node SET state = {BINNED}, binned_at = $2, binned_by = $3, moves = moves + 1
         WHERE node_id = $1 AND state = {READY}
         RETURNING {}",
        Place::COLUMNS
    );
    let binned = tx.find(&sql, params![node, now, by], Place::from_row)?;
    binned.and_then(Place::was_counted_in).map_or(Ok(()), |folder| child_count::add(tx, folder, -1))
}

pub fn restore<A: Restoring>(tx: &mut Tx<'_>, permit: &Permit<A>, name: &EntryName) -> Result<()> {
    let sql = format!(
        "UPDATE nodes_node SET state = {READY}, name = $2, name_key = $3, sort_key = $4, binned_at = NULL,
           binned_by = NULL, moves = moves + 1, duplicate = {}
         WHERE node_id = $1 AND state = {BINNED}
         RETURNING {}",
        is_duplicate("nodes_node.parent_id", "$3", "$1"),
        Place::COLUMNS
    );
    let (key, sort_key) = (name.key(), sort_key(name.as_str()));
    let restored = tx.find(&sql, params![permit.node(), name.as_str(), &key, &sort_key], Place::from_row);
    let restored = restored.map_err(|error| name_taken(error, name))?;
    Ok(restored.and_then(Place::counted_in).map_or(Ok(()), |folder| child_count::add(tx, folder, 1))?)
}

pub fn set_own_acl(tx: &mut Tx<'_>, node: NodeId) -> db::Result<()> {
    let sql = "UPDATE nodes_node SET has_own_acl = TRUE WHERE node_id = $1 AND NOT has_own_acl
        RETURNING CASE state WHEN 1 THEN parent_id END";
    let counted = tx.find(sql, params![node], |row| row.get::<Option<NodeId>>(0))?.flatten();
    counted.map_or(Ok(()), |folder| child_count::add(tx, folder, -1))
}

/// Deletes the row of an upload or of a folder that will not be finished.
pub fn delete_staging(tx: &mut Tx<'_>, file: NodeId) -> db::Result<()> {
    let staging = NodeState::Staging.code();
    tx.run("DELETE FROM nodes_node WHERE node_id = $1 AND state = $2", params![file, staging])?;
    Ok(())
}

/// The files with this content, and their folders.
pub fn of_content(conn: &mut Conn<'_>, hash: &str) -> db::Result<Vec<(NodeId, Option<NodeId>)>> {
    let sql = "SELECT node_id, parent_id FROM nodes_node WHERE content_hash = $1";
    conn.rows(sql, params![hash], |row| Ok((row.get(0)?, row.get(1)?)))
}

/// Deletes rows for good. A higher room's rows about these nodes go with them: their foreign key says `ON DELETE CASCADE`.
pub fn delete_rows<A: Deleting>(tx: &mut Tx<'_>, _permit: &Permit<A>, nodes: &[NodeId]) -> db::Result<()> {
    for some in nodes.chunks(256) {
        let (list, values) = in_list(1, some);
        properties::forget(tx, some)?;
        let sql = format!("DELETE FROM nodes_node WHERE node_id IN ({list}) RETURNING {}", Place::COLUMNS);
        let places = tx.rows(&sql, &values, Place::from_row)?;
        child_count::deleted(tx, some, &places)?;
    }
    Ok(())
}
