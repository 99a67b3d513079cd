//! The rows of received files.

use std::collections::HashMap;

use db::{Conn, Row, Tx, params};
use nodes::{Listed, in_list};
use primitives::{NodeId, Seconds, TenantId};

use crate::LinkId;

/// So long a file waits for somebody to decide about it.
pub(crate) const KEPT: Seconds = 30 * 86_400;

/// A file that is on its way from now on.
pub(crate) struct NewReceived<'r> {
    pub node: NodeId,
    pub link: LinkId,
    pub folder: NodeId,
    pub bytes: i64,
    pub sender: &'r str,
    pub email: Option<&'r str>,
    pub now: Seconds,
}

pub(crate) fn note(tx: &mut Tx<'_>, new: &NewReceived<'_>) -> db::Result<()> {
    let sql = "INSERT INTO links_received (node_id, link_id, folder_id, bytes, sender, sender_email, begun_at)
               VALUES ($1, $2, $3, $4, $5, $6, $7)";
    let NewReceived { node, link, folder, bytes, sender, email, now } = new;
    tx.run(sql, params![*node, *link, *folder, *bytes, *sender, *email, *now]).map(drop)
}

/// A file that is announced by a link.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Begun {
    pub node: NodeId,
    pub link: LinkId,
    pub bytes: i64,
    pub at: Seconds,
    /// When bytes of it came last; None: it has come whole, or will not come.
    pub seen_at: Option<Seconds>,
}

pub(crate) fn begun(conn: &mut Conn<'_>, node: NodeId) -> db::Result<Option<Begun>> {
    let sql = "SELECT r.link_id, r.bytes, r.begun_at, u.seen_at
               FROM links_received r
               LEFT JOIN content_upload u ON u.node_id = r.node_id
               WHERE r.node_id = $1 AND r.link_id IS NOT NULL";
    conn.find(sql, params![node], |row| {
        Ok(Begun { node, link: row.get(0)?, bytes: row.get(1)?, at: row.get(2)?, seen_at: row.get(3)? })
    })
}

/// A file that waits.
#[derive(Clone, Debug)]
pub(super) struct Waiting {
    pub file: Listed,
    pub link: Option<LinkId>,
    /// What its maker calls the link.
    pub label: Option<String>,
    pub sender: String,
    pub email: Option<String>,
    pub arrived_at: Seconds,
}

fn waiting(row: &Row<'_>) -> db::Result<Waiting> {
    let at = Listed::END;
    Ok(Waiting {
        file: Listed::from_row(row)?,
        link: row.get(at)?,
        label: row.get(at + 1)?,
        sender: row.get(at + 2)?,
        email: row.get(at + 3)?,
        arrived_at: row.get(at + 4)?,
    })
}

/// The files that wait below a folder, the newest first, after `before`.
pub(super) fn waiting_in(conn: &mut Conn<'_>, folder: NodeId, before: NodeId, most: usize) -> db::Result<Vec<Waiting>> {
    let sql = format!(
        "SELECT {}, r.link_id, l.label, r.sender, r.sender_email, r.arrived_at
         FROM links_received r
         JOIN nodes_node n ON n.node_id = r.node_id
         LEFT JOIN links_link l ON l.link_id = r.link_id
         WHERE r.folder_id = $1 AND r.node_id < $2 AND r.arrived_at IS NOT NULL
         ORDER BY r.node_id DESC
         LIMIT $3",
        Listed::COLUMNS
    );
    conn.rows(&sql, params![folder, before, i64::try_from(most).unwrap_or(i64::MAX)], waiting)
}

/// The first files that wait below a folder, by their ids.
pub(super) fn first_in(conn: &mut Conn<'_>, folder: NodeId, most: usize) -> db::Result<Vec<NodeId>> {
    let sql = "SELECT node_id FROM links_received
               WHERE folder_id = $1 AND arrived_at IS NOT NULL
               ORDER BY node_id
               LIMIT $2";
    conn.rows(sql, params![folder, i64::try_from(most).unwrap_or(i64::MAX)], |row| row.get(0))
}

/// How many files wait below a folder.
pub(super) fn count_in(conn: &mut Conn<'_>, folder: NodeId) -> db::Result<i64> {
    let sql = "SELECT COUNT(*) FROM links_received WHERE folder_id = $1 AND arrived_at IS NOT NULL";
    conn.get(sql, params![folder], |row| row.get(0))
}

/// By which link a file came, and who has sent it.
#[derive(Clone, Debug)]
pub(super) struct Came {
    pub link: Option<LinkId>,
    pub sender: String,
    pub email: Option<String>,
    pub arrived_at: Option<Seconds>,
}

/// How these files came.
pub(super) fn came(conn: &mut Conn<'_>, nodes: &[NodeId]) -> db::Result<HashMap<NodeId, Came>> {
    if nodes.is_empty() {
        return Ok(HashMap::new());
    }
    let (list, values) = in_list(1, nodes);
    let sql = format!(
        "SELECT node_id, link_id, sender, sender_email, arrived_at FROM links_received WHERE node_id IN ({list})"
    );
    let came = |row: &Row<'_>| {
        let came = Came { link: row.get(1)?, sender: row.get(2)?, email: row.get(3)?, arrived_at: row.get(4)? };
        Ok((row.get(0)?, came))
    };
    Ok(conn.rows(&sql, &values, came)?.into_iter().collect())
}

/// Somebody has decided about these files.
pub(super) fn forget(tx: &mut Tx<'_>, nodes: &[NodeId]) -> db::Result<()> {
    if nodes.is_empty() {
        return Ok(());
    }
    let (list, values) = in_list(1, nodes);
    tx.run(&format!("DELETE FROM links_received WHERE node_id IN ({list})"), &values).map(drop)
}

/// Files that wait since before `before`, with their tenants.
pub(crate) fn undecided(conn: &mut Conn<'_>, before: Seconds, most: i64) -> db::Result<Vec<(NodeId, TenantId)>> {
    let sql = "SELECT r.node_id, n.tenant_id
               FROM links_received r
               JOIN nodes_node n ON n.node_id = r.node_id
               WHERE r.arrived_at <= $1
               ORDER BY r.arrived_at, r.node_id
               LIMIT $2";
    conn.rows(sql, params![before, most], |row| Ok((row.get(0)?, row.get(1)?)))
}
