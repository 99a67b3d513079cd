//! Guards in the database: which one holds at a place, and what it says.
//!
//! The truth about a node is the nearest guard at it or above it. `security_guarded` remembers that truth for every
//! folder; while a fence stands in the tenant it is not believed and the tree is walked instead.

use std::collections::HashMap;

use db::{Conn, Row, Tx, params};
use nodes::{Ancestor, in_list};
use primitives::{GroupId, GuardId, NodeId, NodeRole, TenantId, UserId};

use crate::content::{Local, Principal, decode_marks, encode_marks};
use crate::epoch::Touched;
use crate::kept::hold_sets;
use crate::marks::Marks;
use crate::{Result, closing, epoch};

/// The guard that holds at a node, and the one it hands down to what is in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Held {
    pub own: GuardId,
    pub flow: GuardId,
}

pub(crate) fn recorded(conn: &mut Conn<'_>, node: NodeId) -> db::Result<Option<Held>> {
    conn.find("SELECT self_guard_id, flow_guard_id FROM security_guarded WHERE node_id = $1", params![node], |row| {
        Ok(Held { own: row.get(0)?, flow: row.get(1)? })
    })
}

/// The tables by which `AS_RECORDED` and `IN_TRUTH` find the guard of a node `n`.
pub const JOINED: &str = "LEFT JOIN security_guarded own ON n.own_guard AND own.node_id = n.node_id
    LEFT JOIN security_guarded above ON above.node_id = n.parent_id";

/// SQL for the guard that is recorded for a node.
pub(crate) const AS_RECORDED: &str = "CASE WHEN n.own_guard THEN own.self_guard_id ELSE above.flow_guard_id END";

/// SQL for the guard that holds at a node, whatever is recorded: what the nearest above with a guard of its own hands
/// down. The record of such a one is always true.
pub(crate) const IN_TRUTH: &str = "CASE WHEN n.own_guard THEN own.self_guard_id ELSE (
      WITH RECURSIVE up (node_id, parent_id, own_guard) AS (
        SELECT p.node_id, p.parent_id, p.own_guard FROM nodes_node p WHERE p.node_id = n.parent_id
        UNION ALL
        SELECT p.node_id, p.parent_id, p.own_guard
        FROM up
        JOIN nodes_node p ON p.node_id = up.parent_id
        WHERE NOT up.own_guard
      )
      SELECT held.flow_guard_id FROM up JOIN security_guarded held ON held.node_id = up.node_id WHERE up.own_guard
    ) END";

/// The truth, found by walking up.
pub(crate) fn truth_at(conn: &mut Conn<'_>, node: NodeId) -> db::Result<Held> {
    let chain = nodes::ancestors(conn, node)?;
    truth_of(conn, &chain)
}

/// The truth about the first of `chain`, which is a node and all above it. What is recorded of a node with a guard of
/// its own is always true.
pub(crate) fn truth_of(conn: &mut Conn<'_>, chain: &[Ancestor]) -> db::Result<Held> {
    let nearest = chain.iter().position(|step| step.own_guard).ok_or(db::Error::Missing)?;
    let held = recorded(conn, chain[nearest].id)?.ok_or(db::Error::Missing)?;
    Ok(if nearest == 0 { held } else { Held { own: held.flow, flow: held.flow } })
}

/// A repository begins with a guard of its own, under which nobody but the tenant's admins has access.
pub fn found_repository(tx: &mut Tx<'_>, tenant: TenantId, node: NodeId) -> Result<()> {
    nodes::hold_tree(tx, tenant)?;
    let guard = insert(tx, tenant, &NewGuard { node, parent: None, stays: false, marks: &Marks::new() })?;
    hold(tx, node, Held { own: guard, flow: guard })?;
    nodes::set_own_guard(tx, node)?;
    Ok(epoch::advance(tx, tenant, &[Touched::Guard(guard)])?)
}

/// A new folder takes over what its parent hands down. Call it in the transaction that makes the folder, whose
/// place was opened in it. Files keep no row.
pub fn adopt(tx: &mut Tx<'_>, tenant: TenantId, parent: NodeId, folder: NodeId) -> Result<()> {
    nodes::hold_tree(tx, tenant)?;
    let flow = truth_at(tx, parent)?.flow;
    Ok(hold(tx, folder, Held { own: flow, flow })?)
}

/// What is known of nodes that are deleted for good. Call it before their rows go, in the same transaction.
pub fn forget(tx: &mut Tx<'_>, tenant: TenantId, nodes: &[NodeId]) -> Result<()> {
    nodes::hold_tree(tx, tenant)?;
    hold_sets(tx, tenant)?;
    let mut guards = Vec::new();
    for some in nodes.chunks(256) {
        let (list, values) = in_list(1, some);
        for table in
            ["security_grant", "security_node_mark", "security_closed", "security_guarded", "security_passable"]
        {
            tx.run(&format!("DELETE FROM {table} WHERE node_id IN ({list})"), &values)?;
        }
        let sql = format!("DELETE FROM security_guard WHERE node_id IN ({list}) RETURNING guard_id");
        guards.extend(tx.rows(&sql, &values, |row| row.get(0).map(Touched::Guard))?);
    }
    if !guards.is_empty() {
        epoch::advance(tx, tenant, &guards)?;
    }
    Ok(())
}

/// Whether the node has a guard of its own.
pub fn found(conn: &mut Conn<'_>, node: NodeId) -> db::Result<bool> {
    conn.exists("SELECT 1 FROM security_guard WHERE node_id = $1 LIMIT 1", params![node])
}

/// A guard to be.
pub(crate) struct NewGuard<'g> {
    pub node: NodeId,
    /// The guard it hangs under.
    pub parent: Option<GuardId>,
    /// It holds at its node alone.
    pub stays: bool,
    /// The marks in effect.
    pub marks: &'g Marks,
}

pub(crate) fn insert(tx: &mut Tx<'_>, tenant: TenantId, new: &NewGuard<'_>) -> db::Result<GuardId> {
    tx.get(
        "INSERT INTO security_guard (tenant_id, node_id, parent_guard_id, stays, marks) VALUES ($1, $2, $3, $4, $5)
         RETURNING guard_id",
        params![tenant, new.node, new.parent, new.stays, &encode_marks(new.marks)],
        |row| row.get(0),
    )
}

pub(crate) fn hold(tx: &mut Tx<'_>, node: NodeId, held: Held) -> db::Result<()> {
    tx.run(
        "INSERT INTO security_guarded (node_id, self_guard_id, flow_guard_id) VALUES ($1, $2, $3)
         ON CONFLICT (node_id) DO UPDATE
         SET self_guard_id = excluded.self_guard_id, flow_guard_id = excluded.flow_guard_id",
        params![node, held.own, held.flow],
    )?;
    Ok(())
}

/// Reads the marks in effect from the column at `at`.
pub(crate) fn marks_from(row: &Row<'_>, at: usize) -> db::Result<Marks> {
    let marks = row.text(at)?;
    decode_marks(marks).ok_or_else(|| broken(marks))
}

/// What stands in a guard's row is no marks.
pub(crate) fn broken(marks: &str) -> db::Error {
    db::Error::Broken(format!("a guard's marks {marks:?}"))
}

/// What is set on the nodes themselves; nodes on which nothing is set are left out.
pub(crate) fn locals(conn: &mut Conn<'_>, nodes: &[NodeId]) -> db::Result<HashMap<NodeId, Local>> {
    let mut found: HashMap<NodeId, Local> = HashMap::new();
    let (list, values) = in_list(1, nodes);
    let grants = conn.rows(
        &format!(
            "SELECT node_id, user_group_id, users_id, role, recursive FROM security_grant WHERE node_id IN ({list})"
        ),
        &values,
        |row| {
            let group = row.get::<Option<GroupId>>(1)?.map(Principal::Group);
            let user = row.get::<Option<UserId>>(2)?.map(Principal::User);
            let principal = group.or(user).ok_or(db::Error::Missing)?;
            Ok((row.get(0)?, (principal, row.get::<NodeRole>(3)?, row.get(4)?)))
        },
    )?;
    for (node, grant) in grants {
        found.entry(node).or_default().grants.push(grant);
    }
    let marks = conn.rows(
        &format!("SELECT node_id, security_mark_id FROM security_node_mark WHERE node_id IN ({list})"),
        &values,
        |row| Ok((row.get(0)?, row.get(1)?)),
    )?;
    for (node, mark) in marks {
        found.entry(node).or_default().marks.insert(mark);
    }
    for (node, mark) in closing::closed(conn, nodes)? {
        found.entry(node).or_default().marks.insert(mark);
    }
    Ok(found)
}

/// The marks set on the node itself.
pub(crate) fn local_marks(conn: &mut Conn<'_>, node: NodeId) -> db::Result<Marks> {
    let sql = "SELECT security_mark_id FROM security_node_mark WHERE node_id = $1";
    Ok(conn.rows(sql, params![node], |row| row.get(0))?.into_iter().collect())
}
