//! Guards in the database: where they are defined, what they say, and which one holds at a place.
//!
//! The truth about a node is the nearest guard at it or above it. `security_guarded` remembers that truth for every
//! folder; while a fence stands in the tenant it is not believed and the tree is walked instead.

use std::collections::BTreeSet;

use db::{Conn, Tx, params};
use nodes::Ancestor;
use primitives::{GuardId, MarkId, NodeId, NodeKind, NodeRole, Seconds, TenantId};

use crate::content::{Content, Local, Principal, combine};
use crate::scheme::Scheme;
use crate::{Result, fence};

/// The guard that holds at a node, and the one it hands down to what is in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Held {
    pub own: GuardId,
    pub flow: GuardId,
}

/// The tenant's writers of structure and of rights follow each other by this key (PostgreSQL).
pub(crate) fn tree_lock(tenant: TenantId) -> i64 {
    tenant.0.wrapping_mul(2)
}

pub(crate) fn epoch(conn: &mut Conn<'_>, tenant: TenantId) -> db::Result<i64> {
    let sql = "SELECT epoch FROM security_epoch WHERE tenant_id = $1";
    Ok(conn.find(sql, params![tenant], |row| row.get(0))?.unwrap_or(0))
}

/// Something changed that could alter what somebody may see: every set of the tenant is worked out again.
pub(crate) fn bump(tx: &mut Tx<'_>, tenant: TenantId) -> db::Result<()> {
    tx.run(
        "INSERT INTO security_epoch (tenant_id, epoch) VALUES ($1, 1)
         ON CONFLICT (tenant_id) DO UPDATE SET epoch = security_epoch.epoch + 1",
        params![tenant],
    )?;
    Ok(())
}

pub(crate) fn recorded(conn: &mut Conn<'_>, node: NodeId) -> db::Result<Option<Held>> {
    conn.find("SELECT self_guard_id, flow_guard_id FROM security_guarded WHERE node_id = $1", params![node], |row| {
        Ok(Held { own: row.get(0)?, flow: row.get(1)? })
    })
}

/// The truth, found by walking up.
pub(crate) fn truth_at(conn: &mut Conn<'_>, node: NodeId) -> db::Result<Held> {
    let chain = nodes::ancestors(conn, node)?;
    truth_of(conn, &chain)
}

/// The truth about the first of `chain`, which is a node and all above it.
pub(crate) fn truth_of(conn: &mut Conn<'_>, chain: &[Ancestor]) -> db::Result<Held> {
    let nearest = chain.iter().position(|step| step.own_guard).ok_or(db::Error::Missing)?;
    let held = recorded(conn, chain[nearest].id)?.ok_or(db::Error::Missing)?;
    Ok(if nearest == 0 { held } else { Held { own: held.flow, flow: held.flow } })
}

/// A repository begins with a guard of its own, under which nobody but the tenant's admins has access.
pub fn found_repository(tx: &mut Tx<'_>, tenant: TenantId, node: NodeId) -> Result<()> {
    let guard = insert_guard(tx, tenant, node, None)?;
    hold(tx, node, Held { own: guard, flow: guard })?;
    nodes::set_own_guard(tx, node)?;
    Ok(bump(tx, tenant)?)
}

/// A new folder takes over what its parent hands down. Call it in the transaction that makes the folder, whose
/// place was opened in it. Files keep no row.
pub fn adopt(tx: &mut Tx<'_>, tenant: TenantId, parent: NodeId, folder: NodeId) -> Result<()> {
    tx.lock_shared(tree_lock(tenant))?;
    let flow = truth_at(tx, parent)?.flow;
    Ok(hold(tx, folder, Held { own: flow, flow })?)
}

/// What is known of nodes that are deleted for good.
pub fn forget(tx: &mut Tx<'_>, tenant: TenantId, nodes: &[NodeId]) -> Result<()> {
    for node in nodes {
        for sql in [
            "DELETE FROM security_grant WHERE node_id = $1",
            "DELETE FROM security_node_mark WHERE node_id = $1",
            "DELETE FROM security_guard WHERE node_id = $1",
            "DELETE FROM security_guarded WHERE node_id = $1",
            "DELETE FROM security_passable WHERE node_id = $1",
        ] {
            tx.run(sql, params![*node])?;
        }
    }
    Ok(bump(tx, tenant)?)
}

/// Whether the node has a guard of its own.
pub fn found(conn: &mut Conn<'_>, node: NodeId) -> db::Result<bool> {
    conn.exists("SELECT 1 FROM security_guard WHERE node_id = $1 LIMIT 1", params![node])
}

/// Call after the grants or marks set on `node` changed, in the same transaction. What takes access away is in force
/// when the transaction is; a subtree that has to be rewritten is fenced until that is done.
pub(crate) fn settle(tx: &mut Tx<'_>, tenant: TenantId, node: NodeId, kind: NodeKind, now: Seconds) -> Result<()> {
    tx.lock(tree_lock(tenant))?;
    if !found(tx, node)? {
        define(tx, tenant, node, kind, now)?;
    }
    let scheme = Scheme::load(tx, tenant)?;
    recompute(tx, tenant, node, &scheme)?;
    Ok(bump(tx, tenant)?)
}

/// Gives `node` a guard of its own, between the one above and those below.
fn define(tx: &mut Tx<'_>, tenant: TenantId, node: NodeId, kind: NodeKind, now: Seconds) -> Result<()> {
    let above = truth_at(tx, node)?.flow;
    let guard = insert_guard(tx, tenant, node, Some(above))?;
    if kind.is_container() {
        for (nested, place) in children_of(tx, above)? {
            let below = place != node && nodes::ancestors(tx, place)?.iter().any(|step| step.id == node);
            if below {
                tx.run("UPDATE security_guard SET parent_guard_id = $2 WHERE guard_id = $1", params![nested, guard])?;
            }
        }
        fence::raise(tx, tenant, node, now)?;
    }
    hold(tx, node, Held { own: guard, flow: guard })?;
    nodes::set_own_guard(tx, node)?;
    Ok(())
}

/// Works out what the guards at `node` and those below it say.
fn recompute(tx: &mut Tx<'_>, tenant: TenantId, node: NodeId, scheme: &Scheme) -> Result<()> {
    let mut open = vec![node];
    while let Some(node) = open.pop() {
        let held = recorded(tx, node)?.ok_or(db::Error::Missing)?;
        let parent = parent_of(tx, held.flow)?;
        let received = parent.map_or_else(|| Ok(Content::default()), |parent| content(tx, parent))?;
        let (own, flow) = combine(&received, &local(tx, node)?, scheme);
        write_content(tx, held.flow, &flow)?;
        if own != flow && held.own == held.flow {
            let separate = insert_guard(tx, tenant, node, parent)?;
            write_content(tx, separate, &own)?;
            hold(tx, node, Held { own: separate, flow: held.flow })?;
        } else if held.own != held.flow {
            write_content(tx, held.own, &own)?;
        }
        let below: BTreeSet<_> = children_of(tx, held.flow)?.into_iter().map(|(_, place)| place).collect();
        open.extend(below);
    }
    Ok(())
}

fn insert_guard(tx: &mut Tx<'_>, tenant: TenantId, node: NodeId, parent: Option<GuardId>) -> db::Result<GuardId> {
    tx.get(
        "INSERT INTO security_guard (tenant_id, node_id, parent_guard_id, grants, marks) VALUES ($1, $2, $3, '', '')
         RETURNING guard_id",
        params![tenant, node, parent],
        |row| row.get(0),
    )
}

fn hold(tx: &mut Tx<'_>, node: NodeId, held: Held) -> db::Result<()> {
    tx.run(
        "INSERT INTO security_guarded (node_id, self_guard_id, flow_guard_id) VALUES ($1, $2, $3)
         ON CONFLICT (node_id) DO UPDATE
         SET self_guard_id = excluded.self_guard_id, flow_guard_id = excluded.flow_guard_id",
        params![node, held.own, held.flow],
    )?;
    Ok(())
}

fn parent_of(conn: &mut Conn<'_>, guard: GuardId) -> db::Result<Option<GuardId>> {
    conn.get("SELECT parent_guard_id FROM security_guard WHERE guard_id = $1", params![guard], |row| row.get(0))
}

fn children_of(conn: &mut Conn<'_>, guard: GuardId) -> db::Result<Vec<(GuardId, NodeId)>> {
    conn.rows("SELECT guard_id, node_id FROM security_guard WHERE parent_guard_id = $1", params![guard], |row| {
        Ok((row.get(0)?, row.get(1)?))
    })
}

pub(crate) fn content(conn: &mut Conn<'_>, guard: GuardId) -> db::Result<Content> {
    let (grants, marks) =
        conn.get("SELECT grants, marks FROM security_guard WHERE guard_id = $1", params![guard], |row| {
            Ok((row.get::<String>(0)?, row.get::<String>(1)?))
        })?;
    Content::decode(&grants, &marks).ok_or_else(|| db::Error::Broken(format!("guard {guard}: {grants:?} {marks:?}")))
}

fn write_content(tx: &mut Tx<'_>, guard: GuardId, content: &Content) -> db::Result<()> {
    let (grants, marks) = content.encode();
    tx.run("UPDATE security_guard SET grants = $2, marks = $3 WHERE guard_id = $1", params![guard, &grants, &marks])?;
    Ok(())
}

/// What is set on the node itself.
pub(crate) fn local(conn: &mut Conn<'_>, node: NodeId) -> db::Result<Local> {
    let grants = conn.rows(
        "SELECT user_group_id, users_id, role, recursive FROM security_grant WHERE node_id = $1",
        params![node],
        |row| {
            let group = row.get::<Option<primitives::GroupId>>(0)?;
            let user = row.get::<Option<primitives::UserId>>(1)?;
            let principal = group.map(Principal::Group).or(user.map(Principal::User)).ok_or(db::Error::Missing)?;
            Ok((principal, row.get::<NodeRole>(2)?, row.get(3)?))
        },
    )?;
    let marks =
        conn.rows("SELECT security_mark_id FROM security_node_mark WHERE node_id = $1", params![node], |row| {
            row.get::<MarkId>(0)
        })?;
    Ok(Local { grants, marks: marks.into_iter().collect() })
}
