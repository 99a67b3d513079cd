//! The rows of terms, and how `security` reads them.

use std::collections::HashMap;

use db::{Conn, Tx, Value, params};
use nodes::in_list;
use primitives::{NodeId, Seconds, TenantId};
use security::{Terms, TermsByNode};

/// So many nodes are named in one statement.
const AT_ONCE: usize = 256;

/// What is set at one node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Own {
    pub usable_until: Option<Seconds>,
    pub asks_first: bool,
}

/// Whether any node of the tenant has terms.
pub(crate) fn has_any(conn: &mut Conn<'_>, tenant: TenantId) -> db::Result<bool> {
    conn.exists("SELECT 1 FROM usage_term WHERE tenant_id = $1 LIMIT 1", params![tenant])
}

/// The terms at a node.
pub(crate) fn at(conn: &mut Conn<'_>, node: NodeId) -> db::Result<Terms> {
    let found = nearest(conn, node)?;
    Ok(Terms { usable_until: found.usable_until.map(|(_, until)| until), asks_at: found.asks_at })
}

/// The terms of a node, and where they are set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Nearest {
    pub usable_until: Option<(NodeId, Seconds)>,
    pub asks_at: Option<NodeId>,
}

/// Of each kind those of the nearest node, from this one upwards.
pub(crate) fn nearest(conn: &mut Conn<'_>, node: NodeId) -> db::Result<Nearest> {
    let parents = db::seek(conn.engine(), "nodes_node", "n", "n.node_id = up.parent_id");
    let terms = db::seek(conn.engine(), "usage_term", "t", "t.node_id = up.node_id");
    let sql = format!(
        "WITH RECURSIVE up (node_id, parent_id, depth) AS (
           SELECT node_id, parent_id, 0 FROM nodes_node WHERE node_id = $1
           UNION ALL
           SELECT n.node_id, n.parent_id, up.depth + 1 FROM up {parents}
         )
         SELECT t.node_id, t.usable_until, t.asks_first FROM up {terms} ORDER BY up.depth"
    );
    let set = conn.rows(&sql, params![node], |row| {
        Ok((row.get::<NodeId>(0)?, Own { usable_until: row.get(1)?, asks_first: row.get(2)? }))
    })?;
    let until = set.iter().find_map(|(at, own)| Some((*at, own.usable_until?)));
    let asks = set.iter().find(|(_, own)| own.asks_first).map(|(at, _)| *at);
    Ok(Nearest { usable_until: until, asks_at: asks })
}

/// What is set at these nodes themselves.
pub(crate) fn own(conn: &mut Conn<'_>, nodes: &[NodeId]) -> db::Result<TermsByNode> {
    let mut found = TermsByNode::new();
    for some in nodes.chunks(AT_ONCE) {
        let (list, values) = in_list(1, some);
        let sql = format!("SELECT node_id, usable_until, asks_first FROM usage_term WHERE node_id IN ({list})");
        let terms = conn.rows(&sql, &values, |row| {
            let node: NodeId = row.get(0)?;
            let asks_at = row.get::<bool>(2)?.then_some(node);
            Ok((node, Terms { usable_until: row.get(1)?, asks_at }))
        });
        found.extend(terms?);
    }
    Ok(found)
}

/// Until when these nodes may be used, in their order. What lies in one folder is looked up with it once.
pub(crate) fn usable_until(
    conn: &mut Conn<'_>,
    nodes: &[(NodeId, Option<NodeId>)],
) -> db::Result<Vec<Option<Seconds>>> {
    // Mostly nothing has an end: then this is all that is asked.
    if !conn.exists("SELECT 1 FROM usage_term WHERE usable_until >= 0 LIMIT 1", &[])? {
        return Ok(vec![None; nodes.len()]);
    }
    let ids: Vec<NodeId> = nodes.iter().map(|(node, _)| *node).collect();
    let own = own(conn, &ids)?;
    let mut folders: Vec<NodeId> = nodes.iter().filter_map(|(_, folder)| *folder).collect();
    folders.sort_unstable();
    folders.dedup();
    let above = ends_above(conn, &folders)?;
    let end = |(node, folder): &(NodeId, Option<NodeId>)| {
        let own = own.get(node).and_then(|terms| terms.usable_until);
        own.or_else(|| folder.and_then(|folder| above.get(&folder).copied()))
    };
    Ok(nodes.iter().map(end).collect())
}

/// Of these folders those that may be used until some time, by the nearest one upwards that has one.
fn ends_above(conn: &mut Conn<'_>, folders: &[NodeId]) -> db::Result<HashMap<NodeId, Seconds>> {
    let parents = db::seek(conn.engine(), "nodes_node", "n", "n.node_id = up.parent_id");
    let terms = db::seek(conn.engine(), "usage_term", "t", "t.node_id = up.node_id AND t.usable_until IS NOT NULL");
    let mut found = HashMap::new();
    for some in folders.chunks(AT_ONCE) {
        let (list, values) = in_list(1, some);
        let sql = format!(
            "WITH RECURSIVE up (start_id, node_id, parent_id, depth) AS (
               SELECT node_id, node_id, parent_id, 0 FROM nodes_node WHERE node_id IN ({list})
               UNION ALL
               SELECT up.start_id, n.node_id, n.parent_id, up.depth + 1 FROM up {parents}
             )
             SELECT up.start_id, t.usable_until FROM up {terms} ORDER BY up.depth"
        );
        for (folder, until) in conn.rows(&sql, &values, |row| Ok((row.get(0)?, row.get(1)?)))? {
            found.entry(folder).or_insert(until);
        }
    }
    Ok(found)
}

pub(crate) fn find(conn: &mut Conn<'_>, node: NodeId) -> db::Result<Own> {
    let sql = "SELECT usable_until, asks_first FROM usage_term WHERE node_id = $1";
    let found = conn.find(sql, params![node], |row| Ok(Own { usable_until: row.get(0)?, asks_first: row.get(1)? }))?;
    Ok(found.unwrap_or_default())
}

pub(crate) fn set(tx: &mut Tx<'_>, tenant: TenantId, node: NodeId, own: Own) -> db::Result<()> {
    if own == Own::default() {
        return tx.run("DELETE FROM usage_term WHERE node_id = $1", params![node]).map(drop);
    }
    let sql = "INSERT INTO usage_term (node_id, tenant_id, usable_until, asks_first)
               VALUES ($1, $2, $3, $4)
               ON CONFLICT (node_id) DO UPDATE SET usable_until = excluded.usable_until,
                 asks_first = excluded.asks_first";
    tx.run(sql, params![node, tenant, own.usable_until, own.asks_first]).map(drop)
}

/// Where the list of what ends soon goes on.
pub(crate) type Place = (Seconds, NodeId);

/// Nodes of these tenants that end in this time, the first to end first.
pub(crate) fn ending(
    conn: &mut Conn<'_>,
    tenant: TenantId,
    (from, to): (Seconds, Seconds),
    after: Place,
    most: i64,
) -> db::Result<Vec<Place>> {
    let sql = "SELECT usable_until, node_id
               FROM usage_term
               WHERE tenant_id = $1 AND usable_until >= $2 AND usable_until <= $3
                 AND (usable_until > $4 OR (usable_until = $4 AND node_id > $5))
               ORDER BY usable_until, node_id
               LIMIT $6";
    let values = [tenant.into(), from.into(), to.into(), after.0.into(), after.1.into(), Value::from(most)];
    conn.rows(sql, &values, |row| Ok((row.get(0)?, row.get(1)?)))
}
