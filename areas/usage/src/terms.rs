//! The rows of terms, and how `security` reads them.

use db::{Conn, Tx, params};
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
    pub kept: Kept,
}

/// Which of them a move or a copy has kept, so that nobody has set them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Kept {
    pub end: bool,
    pub asking: bool,
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
        Ok((row.get::<NodeId>(0)?, row.get::<Option<Seconds>>(1)?, row.get::<bool>(2)?))
    })?;
    let until = set.iter().find_map(|(at, until, _)| Some((*at, (*until)?)));
    let asks = set.iter().find(|(_, _, asks_first)| *asks_first).map(|(at, ..)| *at);
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

/// The terms of these nodes, in their order. What lies in one folder is looked up with it once.
pub(crate) fn of_nodes(conn: &mut Conn<'_>, nodes: &[(NodeId, Option<NodeId>)]) -> db::Result<Vec<Terms>> {
    // Mostly nothing has any: then this is all that is asked.
    if !conn.exists("SELECT 1 FROM usage_term WHERE tenant_id >= 0 LIMIT 1", &[])? {
        return Ok(vec![Terms::default(); nodes.len()]);
    }
    let ids: Vec<NodeId> = nodes.iter().map(|(node, _)| *node).collect();
    let own = own(conn, &ids)?;
    let mut folders: Vec<NodeId> = nodes.iter().filter_map(|(_, folder)| *folder).collect();
    folders.sort_unstable();
    folders.dedup();
    let above = above(conn, &folders)?;
    let terms = |(node, folder): &(NodeId, Option<NodeId>)| {
        let above = folder.and_then(|folder| above.get(&folder).copied()).unwrap_or_default();
        above.with(own.get(node).copied().unwrap_or_default())
    };
    Ok(nodes.iter().map(terms).collect())
}

/// The terms of these folders, by the nearest one upwards that has some of the kind; without those that have none.
fn above(conn: &mut Conn<'_>, folders: &[NodeId]) -> db::Result<TermsByNode> {
    let parents = db::seek(conn.engine(), "nodes_node", "n", "n.node_id = up.parent_id");
    let terms = db::seek(conn.engine(), "usage_term", "t", "t.node_id = up.node_id");
    let mut found = TermsByNode::new();
    for some in folders.chunks(AT_ONCE) {
        let (list, values) = in_list(1, some);
        let sql = format!(
            "WITH RECURSIVE up (start_id, node_id, parent_id, depth) AS (
               SELECT node_id, node_id, parent_id, 0 FROM nodes_node WHERE node_id IN ({list})
               UNION ALL
               SELECT up.start_id, n.node_id, n.parent_id, up.depth + 1 FROM up {parents}
             )
             SELECT up.start_id, t.node_id, t.usable_until, t.asks_first FROM up {terms} ORDER BY up.depth"
        );
        let set = conn.rows(&sql, &values, |row| {
            let asks_at = row.get::<bool>(3)?.then_some(row.get::<NodeId>(1)?);
            Ok((row.get::<NodeId>(0)?, Terms { usable_until: row.get(2)?, asks_at }))
        })?;
        // The nearest comes first.
        for (folder, farther) in set {
            let nearer = found.entry(folder).or_default();
            *nearer = farther.with(*nearer);
        }
    }
    Ok(found)
}

pub(crate) fn find(conn: &mut Conn<'_>, node: NodeId) -> db::Result<Own> {
    let sql = "SELECT usable_until, asks_first, end_kept, asking_kept FROM usage_term WHERE node_id = $1";
    let found = conn.find(sql, params![node], |row| {
        let kept = Kept { end: row.get(2)?, asking: row.get(3)? };
        Ok(Own { usable_until: row.get(0)?, asks_first: row.get(1)?, kept })
    })?;
    Ok(found.unwrap_or_default())
}

pub(crate) fn set(tx: &mut Tx<'_>, tenant: TenantId, node: NodeId, own: Own) -> db::Result<()> {
    if own == Own::default() {
        return tx.run("DELETE FROM usage_term WHERE node_id = $1", params![node]).map(drop);
    }
    let sql = "INSERT INTO usage_term (node_id, tenant_id, usable_until, asks_first, end_kept, asking_kept)
               VALUES ($1, $2, $3, $4, $5, $6)
               ON CONFLICT (node_id) DO UPDATE SET usable_until = excluded.usable_until,
                 asks_first = excluded.asks_first, end_kept = excluded.end_kept, asking_kept = excluded.asking_kept";
    let Own { usable_until, asks_first, kept } = own;
    tx.run(sql, params![node, tenant, usable_until, asks_first, kept.end, kept.asking]).map(drop)
}
