//! The rows of favourites.

use std::collections::{BTreeMap, HashSet};

use db::{Conn, Tx, Value, params};
use nodes::in_list;
use primitives::{NodeId, Seconds, TenantId, UserId};

use crate::error::{Error, Result};
use crate::latest::{Place, Remembered};

/// The most of one person.
pub(crate) const MOST: i64 = 10_000;
/// So many are named in one statement.
const AT_ONCE: usize = 256;

/// Gives the node a star, once. Whether the person may see it is not asked.
pub fn choose(tx: &mut Tx<'_>, user: UserId, node: NodeId, now: Seconds) -> Result<()> {
    let added = tx.run(
        "INSERT INTO home_favourite (users_id, node_id, chosen_at) VALUES ($1, $2, $3)
         ON CONFLICT (users_id, node_id) DO NOTHING",
        params![user, node, now],
    )?;
    if added > 0 { refuse_too_many(tx, user) } else { Ok(()) }
}

fn refuse_too_many(tx: &mut Tx<'_>, user: UserId) -> Result<()> {
    let count = "SELECT COUNT(*) FROM home_favourite WHERE users_id = $1";
    let chosen: i64 = tx.get(count, params![user], |row| row.get(0))?;
    if chosen > MOST { Err(Error::TooManyFavourites) } else { Ok(()) }
}

/// Gives all of the nodes, each named once, a star; those that had none. Whether the person may see them is not asked.
pub(crate) fn choose_all(tx: &mut Tx<'_>, user: UserId, nodes: &[NodeId], now: Seconds) -> Result<Vec<NodeId>> {
    if i64::try_from(nodes.len()).is_ok_and(|wanted| wanted > MOST) {
        return Err(Error::TooManyFavourites);
    }
    let mut added = Vec::new();
    for some in nodes.chunks(AT_ONCE) {
        let (list, ids) = in_list(3, some);
        let sql = format!(
            "INSERT INTO home_favourite (users_id, node_id, chosen_at)
             SELECT CAST($1 AS BIGINT), n.node_id, CAST($2 AS BIGINT) FROM nodes_node n WHERE n.node_id IN ({list})
             ON CONFLICT (users_id, node_id) DO NOTHING
             RETURNING node_id"
        );
        let values: Vec<_> = [Value::from(user), Value::from(now)].into_iter().chain(ids).collect();
        added.extend(tx.rows(&sql, &values, |row| row.get::<NodeId>(0))?);
    }
    refuse_too_many(tx, user)?;
    Ok(added)
}

/// Takes the star away from all of the nodes; those that had one. It names no others, however many they are.
pub(crate) fn forget_all(tx: &mut Tx<'_>, user: UserId, nodes: &[NodeId]) -> Result<Vec<NodeId>> {
    let (nodes, mut removed): (HashSet<NodeId>, _) = (nodes.iter().copied().collect(), Vec::new());
    let chosen: Vec<NodeId> = ids(tx, user)?.into_iter().filter(|node| nodes.contains(node)).collect();
    for some in chosen.chunks(AT_ONCE) {
        let (list, ids) = in_list(2, some);
        let sql = format!("DELETE FROM home_favourite WHERE users_id = $1 AND node_id IN ({list}) RETURNING node_id");
        let values: Vec<_> = std::iter::once(Value::from(user)).chain(ids).collect();
        removed.extend(tx.rows(&sql, &values, |row| row.get::<NodeId>(0))?);
    }
    Ok(removed)
}

pub(crate) fn forget(tx: &mut Tx<'_>, user: UserId, node: NodeId) -> db::Result<()> {
    tx.run("DELETE FROM home_favourite WHERE users_id = $1 AND node_id = $2", params![user, node])?;
    Ok(())
}

/// The person's favourites, the latest first.
pub(crate) fn latest(
    conn: &mut Conn<'_>,
    user: UserId,
    after: Place,
    limit: usize,
) -> db::Result<Vec<Remembered<Seconds>>> {
    let sql = "SELECT f.node_id, f.chosen_at
               FROM home_favourite f
               WHERE f.users_id = $1 AND (f.chosen_at, f.node_id) < ($2, $3)
               ORDER BY f.chosen_at DESC, f.node_id DESC
               LIMIT $4";
    let most = i64::try_from(limit).unwrap_or(i64::MAX);
    conn.rows(sql, params![user, after.at, after.id, most], Remembered::from_row)
}

fn ids(conn: &mut Conn<'_>, user: UserId) -> db::Result<Vec<NodeId>> {
    let sql = "SELECT f.node_id FROM home_favourite f WHERE f.users_id = $1 ORDER BY f.node_id LIMIT $2";
    conn.rows(sql, params![user, MOST], |row| row.get(0))
}

/// The person's favourites in each tenant.
pub(crate) fn by_tenant(conn: &mut Conn<'_>, user: UserId) -> db::Result<BTreeMap<TenantId, Vec<NodeId>>> {
    let nodes = db::seek(conn.engine(), "nodes_node", "n", "n.node_id = f.node_id");
    let sql = format!("SELECT n.tenant_id, f.node_id FROM home_favourite f {nodes} WHERE f.users_id = $1 LIMIT $2");
    let mut tenants: BTreeMap<TenantId, Vec<NodeId>> = BTreeMap::new();
    for (tenant, node) in conn.rows(&sql, params![user, MOST], |row| Ok((row.get(0)?, row.get(1)?)))? {
        tenants.entry(tenant).or_default().push(node);
    }
    Ok(tenants)
}
