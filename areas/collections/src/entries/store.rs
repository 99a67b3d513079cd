//! The rows of a collection's entries. Their places are numbers with room between two, so that moving one writes one
//! row; only where there is no room left are all written anew.

use std::collections::HashSet;

use db::{Conn, Tx, Value, params};
use primitives::{NodeId, TenantId};

use crate::error::{Error, Result};
use crate::model::CollectionId;

/// Entries of one collection.
pub(crate) const MOST: i64 = 5_000;
/// The room between two entries that were added one after the other.
const STEP: i64 = 1 << 20;

/// Where an entry stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    pub place: i64,
    pub node: NodeId,
}

impl Place {
    /// Before all entries.
    pub const FIRST: Self = Self { place: i64::MIN, node: NodeId(0) };
}

/// Up to `limit` entries after a place, seen or not.
pub(crate) fn page(conn: &mut Conn<'_>, id: CollectionId, after: Place, limit: usize) -> db::Result<Vec<Place>> {
    let sql = "SELECT e.place, e.node_id
               FROM collections_entry e
               WHERE e.collection_id = $1 AND (e.place, e.node_id) > ($2, $3)
               ORDER BY e.place, e.node_id
               LIMIT $4";
    let most = i64::try_from(limit).unwrap_or(i64::MAX);
    conn.rows(sql, params![id, after.place, after.node, most], |row| {
        Ok(Place { place: row.get(0)?, node: row.get(1)? })
    })
}

/// Adds entries at the end, each once; those that were not there before, in their order. What is not of the tenant any
/// more, or was deleted for good meanwhile, is left out.
pub(crate) fn append(tx: &mut Tx<'_>, (id, tenant): (CollectionId, TenantId), nodes: &[NodeId]) -> Result<Vec<NodeId>> {
    if i64::try_from(nodes.len()).is_ok_and(|count| count <= MOST) {
        let added = insert(tx, (id, tenant), nodes)?;
        let sql = "SELECT COUNT(*) FROM collections_entry WHERE collection_id = $1";
        let count: i64 = tx.get(sql, params![id], |row| row.get(0))?;
        if added.is_empty() || count <= MOST {
            return Ok(nodes.iter().copied().filter(|node| added.contains(node)).collect());
        }
    }
    Err(Error::Full(MOST))
}

fn insert(tx: &mut Tx<'_>, (id, tenant): (CollectionId, TenantId), nodes: &[NodeId]) -> db::Result<HashSet<NodeId>> {
    let sql = "SELECT COALESCE(MAX(place), 0) FROM collections_entry WHERE collection_id = $1";
    let mut place: i64 = tx.get(sql, params![id], |row| row.get(0))?;
    let mut added = HashSet::new();
    for some in nodes::batches(nodes) {
        let mut values = vec![Value::from(id), Value::from(tenant)];
        let mut rows = Vec::with_capacity(some.len());
        for node in some {
            place += STEP;
            values.extend([Value::from(*node), Value::from(place)]);
            rows.push(format!("(CAST(${} AS BIGINT), CAST(${} AS BIGINT))", values.len() - 1, values.len()));
        }
        let sql = format!(
            "WITH wanted (node_id, place) AS (VALUES {})
             INSERT INTO collections_entry (collection_id, node_id, place)
             SELECT CAST($1 AS BIGINT), n.node_id, w.place
             FROM wanted w
             CROSS JOIN nodes_node n
             WHERE n.node_id = w.node_id AND n.tenant_id = $2
             ON CONFLICT (collection_id, node_id) DO NOTHING
             RETURNING node_id",
            rows.join(", ")
        );
        added.extend(tx.rows(&sql, &values, |row| row.get::<NodeId>(0))?);
    }
    Ok(added)
}

/// How many of them were there.
pub(super) fn remove(tx: &mut Tx<'_>, id: CollectionId, nodes: &[NodeId]) -> db::Result<u64> {
    let mut removed = 0;
    for node in nodes {
        let sql = "DELETE FROM collections_entry WHERE collection_id = $1 AND node_id = $2";
        removed += tx.run(sql, params![id, *node])?;
    }
    Ok(removed)
}

pub(super) fn find(conn: &mut Conn<'_>, id: CollectionId, node: NodeId) -> db::Result<Option<Place>> {
    let sql = "SELECT place FROM collections_entry WHERE collection_id = $1 AND node_id = $2";
    conn.find(sql, params![id, node], |row| Ok(Place { place: row.get(0)?, node }))
}

/// On which side of another entry an entry goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Before,
    After,
}

/// Moves an entry beside another one; both are there.
pub(super) fn put_beside(
    tx: &mut Tx<'_>,
    id: CollectionId,
    moved: NodeId,
    (side, other): (Side, NodeId),
) -> Result<()> {
    let place = match room_beside(tx, id, moved, (side, other))? {
        Some(place) => place,
        None => {
            spread(tx, id)?;
            room_beside(tx, id, moved, (side, other))?.ok_or(Error::NoCollection)?
        }
    };
    let sql = "UPDATE collections_entry SET place = $3 WHERE collection_id = $1 AND node_id = $2";
    tx.run(sql, params![id, moved, place])?;
    Ok(())
}

/// A place between `other` and the entry next to it on that side; None if there is no room.
fn room_beside(
    conn: &mut Conn<'_>,
    id: CollectionId,
    moved: NodeId,
    (side, other): (Side, NodeId),
) -> Result<Option<i64>> {
    let anchor = find(conn, id, other)?.ok_or(Error::NoCollection)?;
    let (beyond, direction) = match side {
        Side::Before => ("<", "DESC"),
        Side::After => (">", "ASC"),
    };
    let sql = format!(
        "SELECT place FROM collections_entry
         WHERE collection_id = $1 AND (place, node_id) {beyond} ($2, $3) AND node_id <> $4
         ORDER BY place {direction}, node_id {direction}
         LIMIT 1"
    );
    let next: Option<i64> = conn.find(&sql, params![id, anchor.place, other, moved], |row| row.get(0))?;
    Ok(match (side, next) {
        (Side::Before, None) => Some(anchor.place - STEP),
        (Side::After, None) => Some(anchor.place + STEP),
        (Side::Before, Some(next)) => between(next, anchor.place),
        (Side::After, Some(next)) => between(anchor.place, next),
    })
}

/// The number in the middle, if there is one between them.
fn between(low: i64, high: i64) -> Option<i64> {
    let middle = low.midpoint(high);
    (low < middle && middle < high).then_some(middle)
}

/// Gives all entries places with room between them, in their order.
fn spread(tx: &mut Tx<'_>, id: CollectionId) -> db::Result<()> {
    let sql = "SELECT node_id FROM collections_entry WHERE collection_id = $1 ORDER BY place, node_id";
    let nodes: Vec<NodeId> = tx.rows(sql, params![id], |row| row.get(0))?;
    let mut place = 0;
    for node in nodes {
        place += STEP;
        let sql = "UPDATE collections_entry SET place = $3 WHERE collection_id = $1 AND node_id = $2";
        tx.run(sql, params![id, node, place])?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{STEP, between};

    #[test]
    fn there_is_room_for_twenty_moves_to_one_spot() {
        assert_eq!(between(0, 2), Some(1));
        assert_eq!((between(1, 2), between(2, 2)), (None, None));
        assert_eq!((between(-3, -1), between(-2, -1)), (Some(-2), None));
        let (mut high, mut moves) = (STEP, 0);
        while let Some(middle) = between(0, high) {
            (high, moves) = (middle, moves + 1);
        }
        assert_eq!(moves, 20);
    }
}
