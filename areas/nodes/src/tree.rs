//! The tree's shape: what is above a node, what is below it, and moving it.

use std::collections::{BTreeSet, HashMap};

use authz::Permit;
use db::{Conn, Row, Tx, params};
use primitives::{DiskName, EntryName, NodeId, Seconds, TenantId, sort_key};

use crate::child_count::{self, Place};
use crate::lists::in_list;
use crate::model::{Ancestor, Moving, NameAndParent, Placing, Step};
use crate::names::{is_duplicate, name_taken};
use crate::{Error, Result};

/// The lock of a tenant's changes of rights and of folders (PostgreSQL).
pub fn tree_lock(tenant: TenantId) -> i64 {
    tenant.0.wrapping_mul(2)
}

/// Locks the tenant's tree for this transaction. Making folders, moving and deleting do it themselves, as does every
/// change of rights, before they touch a row. A transaction that changes entries before one of these must take the lock
/// first: the current holder may wait for a row that the transaction has locked.
pub fn hold_tree(tx: &mut Tx<'_>, tenant: TenantId) -> db::Result<()> {
    tx.lock(tree_lock(tenant))
}

/// The node itself and all above it, nearest first.
pub fn ancestors(conn: &mut Conn<'_>, id: NodeId) -> db::Result<Vec<Ancestor>> {
    let parents = parents_of_up(conn);
    let sql = format!(
        "WITH RECURSIVE up (node_id, parent_id, kind, name, has_own_acl, state, duplicate, moves, depth) AS (
           SELECT node_id, parent_id, kind, name, has_own_acl, state, duplicate, moves, 0
           FROM nodes_node
           WHERE node_id = $1
           UNION ALL
           SELECT n.node_id, n.parent_id, n.kind, n.name, n.has_own_acl, n.state, n.duplicate, n.moves, up.depth + 1
           FROM up {parents}
         )
         SELECT node_id, kind, name, has_own_acl, state, duplicate, moves FROM up ORDER BY depth"
    );
    conn.rows(&sql, params![id], |row| {
        let (id, name) = (row.get(0)?, row.get::<String>(2)?);
        Ok(Ancestor {
            id,
            kind: row.get(1)?,
            disk_name: DiskName::of(&name, id, row.get(5)?),
            name,
            has_own_acl: row.get(3)?,
            state: row.get(4)?,
            moves: row.get(6)?,
        })
    })
}

/// SQL that joins the parents of the nodes in `up`.
fn parents_of_up(conn: &Conn<'_>) -> String {
    db::seek(conn.engine(), "nodes_node", "n", "n.node_id = up.parent_id")
}

/// The path from a repository to an entry has at most this many steps.
pub const DEEPEST: usize = 255;

/// Refuses a folder at the greatest depth as a target.
pub(crate) fn refuse_too_deep(conn: &mut Conn<'_>, folder: NodeId) -> Result<()> {
    let sql = format!(
        "WITH RECURSIVE up (parent_id) AS (
           SELECT parent_id FROM nodes_node WHERE node_id = $1
           UNION ALL
           SELECT n.parent_id FROM up {}
         )
         SELECT COUNT(*) FROM up",
        parents_of_up(conn)
    );
    let depth = conn.get(&sql, params![folder], |row| row.get::<i64>(0))?;
    if usize::try_from(depth).is_ok_and(|depth| depth > DEEPEST) { Err(Error::TooDeep) } else { Ok(()) }
}

/// Refuses `into` as the new folder of `node` if it lies below the node, or if the node or something below it would be too
/// deep there. What gets no deeper is allowed.
pub fn refuse_place(conn: &mut Conn<'_>, node: NodeId, into: NodeId) -> Result<()> {
    let above = ancestors(conn, into)?;
    if above.iter().any(|step| step.id == node) {
        return Err(Error::IntoItself);
    }
    let now = ancestors(conn, node)?;
    let is_folder = now.first().is_some_and(|step| step.kind.is_container());
    if above.len() > DEEPEST {
        return Err(Error::TooDeep);
    }
    if !is_folder || above.len() < now.len() {
        return Ok(());
    }
    // Levels of folders below it; the deepest may hold files.
    let Some(allowed) = (DEEPEST - above.len()).checked_sub(1) else { return Err(Error::TooDeep) };
    let sql = "WITH RECURSIVE down (node_id, level) AS (
                 SELECT node_id, 0 FROM nodes_node WHERE node_id = $1
                 UNION ALL
                 SELECT n.node_id, down.level + 1
                 FROM down
                 JOIN nodes_node n ON n.parent_id = down.node_id
                 WHERE n.kind = 1 AND down.level <= $2
               )
               SELECT 1 FROM down WHERE level > $2";
    let allowed = i64::try_from(allowed).unwrap_or(i64::MAX);
    if conn.exists(sql, params![node, allowed])? { Err(Error::TooDeep) } else { Ok(()) }
}

/// `nodes` and all above them, each once.
pub fn above(conn: &mut Conn<'_>, nodes: &[NodeId]) -> db::Result<HashMap<NodeId, Step>> {
    if nodes.len() <= FEW {
        let (list, values) = in_list(1, nodes);
        let sql = format!(
            "WITH RECURSIVE up (node_id, parent_id, has_own_acl, state) AS (
               SELECT node_id, parent_id, has_own_acl, state FROM nodes_node WHERE node_id IN ({list})
               UNION
               SELECT n.node_id, n.parent_id, n.has_own_acl, n.state FROM up {}
             )
             SELECT node_id, parent_id, has_own_acl, state FROM up",
            parents_of_up(conn)
        );
        return Ok(conn.rows(&sql, &values, step)?.into_iter().collect());
    }
    let mut steps = HashMap::new();
    let mut open: BTreeSet<NodeId> = nodes.iter().copied().collect();
    while !open.is_empty() {
        let level: Vec<_> = std::mem::take(&mut open).into_iter().collect();
        for some in level.chunks(256) {
            let (list, values) = in_list(1, some);
            let sql =
                format!("SELECT node_id, parent_id, has_own_acl, state FROM nodes_node WHERE node_id IN ({list})");
            steps.extend(conn.rows(&sql, &values, step)?);
        }
        let parents = level.iter().filter_map(|node| steps.get(node)?.parent);
        open = parents.filter(|parent| !steps.contains_key(parent)).collect();
    }
    Ok(steps)
}

/// This many nodes are climbed from in one statement. More nodes share ancestors and are climbed together, one level at
/// a time.
const FEW: usize = 16;

fn step(row: &Row<'_>) -> db::Result<(NodeId, Step)> {
    let state = row.get(3)?;
    Ok((row.get(0)?, Step { parent: row.get(1)?, has_own_acl: row.get(2)?, state }))
}

/// The paths from the top to `nodes`: the name and parent of each of them and of all their ancestors.
pub fn names_and_parents(conn: &mut Conn<'_>, nodes: &[NodeId]) -> db::Result<HashMap<NodeId, NameAndParent>> {
    let mut steps = HashMap::new();
    let parents = parents_of_up(conn);
    for some in nodes.chunks(256) {
        let (list, values) = in_list(1, some);
        let found = conn.rows(
            &format!(
                "WITH RECURSIVE up (node_id, parent_id, name) AS (
                   SELECT node_id, parent_id, name FROM nodes_node WHERE node_id IN ({list})
                   UNION
                   SELECT n.node_id, n.parent_id, n.name FROM up {parents}
                 )
                 SELECT node_id, parent_id, name FROM up"
            ),
            &values,
            |row| Ok((row.get(0)?, NameAndParent { parent: row.get(1)?, name: row.get(2)? })),
        )?;
        steps.extend(found);
    }
    Ok(steps)
}

/// Up to `limit` nodes at or below `root`, everything in a folder before the folder: delete these, and ask again. Fewer
/// than `limit` means that these are all.
pub fn subtree_batch(conn: &mut Conn<'_>, root: NodeId, limit: i64) -> db::Result<Vec<NodeId>> {
    let wanted = usize::try_from(limit).unwrap_or(0);
    let mut found = Vec::new();
    if !conn.exists("SELECT 1 FROM nodes_node WHERE node_id = $1", params![root])? {
        return Ok(found);
    }
    let mut open = vec![(root, contents(conn, root, wanted)?.into_iter())];
    while let Some((folder, children)) = open.last_mut() {
        if found.len() >= wanted {
            break;
        }
        match children.next() {
            Some((child, Below::Nothing)) => found.push(child),
            Some((child, Below::More)) => {
                let within = contents(conn, child, wanted - found.len())?;
                open.push((child, within.into_iter()));
            }
            None => {
                found.push(*folder);
                open.pop();
            }
        }
    }
    Ok(found)
}

/// Whether something may be below a node.
enum Below {
    Nothing,
    More,
}

/// What is in a folder, or the earlier versions of a file.
fn contents(conn: &mut Conn<'_>, above: NodeId, limit: usize) -> db::Result<Vec<(NodeId, Below)>> {
    let sql = "SELECT n.node_id, n.kind < 2 OR EXISTS (SELECT 1 FROM nodes_node v WHERE v.parent_id = n.node_id)
               FROM nodes_node n
               WHERE n.parent_id = $1
               LIMIT $2";
    conn.rows(sql, params![above, i64::try_from(limit).unwrap_or(i64::MAX)], |row| {
        Ok((row.get(0)?, if row.get::<bool>(1)? { Below::More } else { Below::Nothing }))
    })
}

/// Moves a folder or file into another folder of its repository, under `name`, and returns the old folder. What it is
/// stays as old as it was. The caller recomputes the access rights in the same transaction.
pub fn reparent<M: Moving, P: Placing>(
    tx: &mut Tx<'_>,
    node: &Permit<M>,
    into: &Permit<P>,
    name: &EntryName,
    now: Seconds,
) -> Result<NodeId> {
    hold_tree(tx, node.tenant())?;
    if (node.tenant(), node.repository()) != (into.tenant(), into.repository()) {
        return Err(Error::OtherRepository);
    }
    put_into(tx, node.node(), into.node(), name, now)
}

/// As `reparent`, into another repository of its tenant, with everything below it: its bin, earlier versions, and what is
/// on its way. The caller knows that the bytes of all of it are there.
pub fn reparent_elsewhere<M: Moving, P: Placing>(
    tx: &mut Tx<'_>,
    node: &Permit<M>,
    into: &Permit<P>,
    name: &EntryName,
    now: Seconds,
) -> Result<NodeId> {
    hold_tree(tx, node.tenant())?;
    if node.tenant() != into.tenant() {
        return Err(Error::OtherRepository);
    }
    let from = put_into(tx, node.node(), into.node(), name, now)?;
    let sql = "WITH RECURSIVE down (node_id) AS (
                 SELECT node_id FROM nodes_node WHERE node_id = $1
                 UNION ALL
                 SELECT n.node_id FROM down CROSS JOIN nodes_node n WHERE n.parent_id = down.node_id
               )
               UPDATE nodes_node SET repository_id = $2 WHERE node_id IN (SELECT node_id FROM down)";
    tx.run(sql, params![node.node(), into.repository()])?;
    Ok(from)
}

fn put_into(tx: &mut Tx<'_>, node: NodeId, into: NodeId, name: &EntryName, now: Seconds) -> Result<NodeId> {
    refuse_place(tx, node, into)?;
    let from = tx.get("SELECT parent_id FROM nodes_node WHERE node_id = $1", params![node], |row| {
        row.get::<Option<NodeId>>(0)?.ok_or(db::Error::Missing)
    })?;
    let sql = format!(
        "UPDATE nodes_node SET parent_id = $2, name = $3, name_key = $4, sort_key = $6, moved_at = $5, moves = moves + 1,
           duplicate = {}
         WHERE node_id = $1
         RETURNING {}",
        is_duplicate("$2", "$4", "$1"),
        Place::COLUMNS
    );
    let (key, sort_key) = (name.key(), sort_key(name.as_str()));
    let moved = tx.find(&sql, params![node, into, name.as_str(), &key, now, &sort_key], Place::from_row);
    let moved = moved.map_err(|error| name_taken(error, name))?;
    if let Some(to) = moved.and_then(Place::counted_in) {
        child_count::add(tx, from, -1)?;
        child_count::add(tx, to, 1)?;
    }
    Ok(from)
}
