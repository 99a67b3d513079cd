//! The grants to a principal: those in effect at a node, and those below it that make it traversable.

use std::collections::HashMap;

use db::{Conn, Value, params};
use nodes::in_list;
use primitives::NodeId;

use super::Sees;
use super::place::Place;
use crate::Result;
use crate::effective_roles::may_traverse;
use crate::held_grants::{HeldGrant, held_at};
use crate::principal_key::PrincipalKey;

/// The grants in effect at the node, those of the nearest node first.
pub(super) fn in_effect(conn: &mut Conn<'_>, place: &Place, key: &PrincipalKey) -> db::Result<Vec<HeldGrant>> {
    let path = place.nodes();
    let mut held = held_at(conn, &path, key)?;
    held.retain(|grant| grant.recursive || grant.node == place.node);
    let depths: HashMap<NodeId, usize> = path.into_iter().enumerate().map(|(depth, node)| (node, depth)).collect();
    held.sort_by_key(|grant| (depths.get(&grant.node).copied(), grant.principal, grant.recursive));
    Ok(held)
}

/// Whether a grant leads through the node, which is closed to the principal, to something in it that the asker sees.
pub(super) fn lead_on(conn: &mut Conn<'_>, place: &Place, key: &PrincipalKey, sees: &mut Sees<'_>) -> Result<bool> {
    let granted = granted(conn, place, key)?;
    if !may_traverse(conn, place.tenant, key, place.node, &granted)? {
        return Ok(false);
    }
    let mut seen = Vec::new();
    for some in granted.chunks(256) {
        let steps = nodes::above(conn, some)?;
        let above = |node: &NodeId| steps.get(node)?.parent;
        let is_below = |node: NodeId| std::iter::successors(above(&node), above).any(|folder| folder == place.node);
        for node in some.iter().copied().filter(|node| is_below(*node)) {
            if sees(conn, node)? {
                seen.push(node);
            }
        }
    }
    may_traverse(conn, place.tenant, key, place.node, &seen)
}

/// The nodes of the repository with grants to the principal.
fn granted(conn: &mut Conn<'_>, place: &Place, key: &PrincipalKey) -> db::Result<Vec<NodeId>> {
    let mut found = Vec::new();
    let groups: Vec<_> = key.groups.iter().copied().collect();
    for some in groups.chunks(256) {
        let (list, groups) = in_list(3, some);
        let sql = select(&format!("g.user_group_id IN ({list})"));
        let values: Vec<_> =
            [Value::from(place.tenant), Value::from(place.repository)].into_iter().chain(groups).collect();
        found.extend(conn.rows(&sql, &values, |row| row.get::<NodeId>(0))?);
    }
    if let Some(user) = key.user {
        let sql = select("g.users_id = $3");
        found.extend(conn.rows(&sql, params![place.tenant, place.repository, user], |row| row.get::<NodeId>(0))?);
    }
    found.sort_unstable();
    found.dedup();
    Ok(found)
}

fn select(held: &str) -> String {
    format!(
        "SELECT DISTINCT g.node_id FROM security_grant g
         JOIN nodes_node n ON n.node_id = g.node_id
         WHERE g.tenant_id = $1 AND {held} AND n.repository_id = $2"
    )
}
