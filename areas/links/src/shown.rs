//! The rows of the entries of links.
//!
//! A link shows the first 200 by their places. One that follows a collection may have more: these wait until there is
//! room.

use std::collections::HashMap;

use db::{Conn, Tx, params};
use nodes::in_list;
use primitives::NodeId;

use crate::LinkId;

/// A link shows no more entries.
pub(crate) const MOST_ENTRIES: usize = 200;

/// What these links show, each in its order.
pub(crate) fn entries_of(conn: &mut Conn<'_>, links: &[LinkId]) -> db::Result<HashMap<LinkId, Vec<NodeId>>> {
    let mut found: HashMap<LinkId, Vec<NodeId>> = HashMap::new();
    if links.is_empty() {
        return Ok(found);
    }
    let (list, values) = in_list(1, links);
    let sql = format!(
        "SELECT shown.link_id, shown.node_id
         FROM (
           SELECT e.link_id, e.node_id, ROW_NUMBER() OVER (PARTITION BY e.link_id ORDER BY e.place, e.node_id) AS nth
           FROM links_entry e
           WHERE e.link_id IN ({list})
         ) shown
         WHERE shown.nth <= {MOST_ENTRIES}
         ORDER BY shown.link_id, shown.nth"
    );
    for (link, node) in conn.rows(&sql, &values, |row| Ok((row.get(0)?, row.get(1)?)))? {
        found.entry(link).or_default().push(node);
    }
    Ok(found)
}

pub(crate) fn entries(conn: &mut Conn<'_>, link: LinkId) -> db::Result<Vec<NodeId>> {
    let sql = format!(
        "SELECT e.node_id FROM links_entry e WHERE e.link_id = $1 ORDER BY e.place, e.node_id LIMIT {MOST_ENTRIES}"
    );
    conn.rows(&sql, params![link], |row| row.get(0))
}

/// Sets what a link shows: none waits any more.
pub(crate) fn set_entries(tx: &mut Tx<'_>, link: LinkId, nodes: &[NodeId]) -> db::Result<()> {
    tx.run("DELETE FROM links_entry WHERE link_id = $1", params![link])?;
    for (place, node) in (0_i64..).zip(nodes) {
        let sql = "INSERT INTO links_entry (link_id, node_id, place) VALUES ($1, $2, $3)";
        tx.run(sql, params![link, *node, place])?;
    }
    Ok(())
}
