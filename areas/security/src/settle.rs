//! Settling: after grants, marks or the place of a node changed, guards are defined, hung in and worked out again.

use authz::Permit;
use db::{Conn, Tx, Value, params};
use nodes::{Moving, in_list};
use primitives::{GuardId, NodeId, NodeKind, Seconds, TenantId};

use crate::content::Content;
use crate::guards::{Held, found, hold, insert, truth_at};
use crate::sums::work_out;
use crate::{Result, epoch, fence};

/// Call after the grants or marks set on `node` changed, in the same transaction. What takes access away is in force
/// when the transaction is; a subtree that has to be rewritten is fenced until that is done.
pub(crate) fn settle(tx: &mut Tx<'_>, tenant: TenantId, node: NodeId, kind: NodeKind, now: Seconds) -> Result<()> {
    nodes::hold_tree(tx, tenant)?;
    if !found(tx, node)? {
        define(tx, tenant, node, kind, now)?;
    }
    work_out(tx, tenant, [node].into())?;
    Ok(epoch::advance(tx, tenant)?)
}

/// Call after `nodes::reparent`, in the same transaction, with the folder that it returned. What is set on the node
/// stays; what it inherits comes from its new parent. A folder under the same guard as before costs nothing more.
pub fn moved<M: Moving>(tx: &mut Tx<'_>, node: &Permit<M>, from: NodeId, now: Seconds) -> Result<()> {
    let (tenant, id) = (node.tenant(), node.node());
    nodes::hold_tree(tx, tenant)?;
    let before = truth_at(tx, from)?.flow;
    if found(tx, id)? {
        // Below it nothing is to be rewritten: folders there point at its own guard, wherever it hangs.
        let above = above(tx, id)?;
        let sql = "UPDATE security_guard SET parent_guard_id = $2 WHERE node_id = $1";
        tx.run(sql, params![id, above])?;
        work_out(tx, tenant, [id].into())?;
        return Ok(epoch::advance(tx, tenant)?);
    }
    if !node.kind().is_container() {
        return Ok(());
    }
    let after = truth_at(tx, id)?.flow;
    // A rewriting under way may have missed the folder at its old place and at its new one.
    let rewritten = fence::stands(tx, tenant)?;
    if before != after || rewritten {
        hold(tx, id, Held { own: after, flow: after })?;
        fence::raise(tx, tenant, id, now)?;
    }
    let opens_below = if before == after {
        may_hold_guards(tx, id)?
    } else {
        let nested = nested_below(tx, before, id)?;
        hang(tx, &nested, after)?;
        work_out(tx, tenant, nested.iter().map(|(_, place)| *place).collect())?;
        !nested.is_empty()
    };
    // Who may pass through the folders above depends on what opens below them.
    if opens_below {
        epoch::advance(tx, tenant)?;
    }
    Ok(())
}

/// Folders that are looked into for guards before they are taken to be there.
const LOOKED_INTO: usize = 64;

/// Whether something below `folder` has a guard of its own; of a large subtree it is assumed.
fn may_hold_guards(conn: &mut Conn<'_>, folder: NodeId) -> db::Result<bool> {
    let mut open = vec![folder];
    let mut looked_into = 0;
    while let Some(at) = open.pop() {
        let guarded = "SELECT 1 FROM nodes_node WHERE parent_id = $1 AND state = 1 AND own_guard
            UNION ALL SELECT 1 FROM nodes_node WHERE parent_id = $1 AND state IN (0, 2) AND own_guard LIMIT 1";
        looked_into += 1;
        if looked_into > LOOKED_INTO || conn.exists(guarded, params![at])? {
            return Ok(true);
        }
        let within = "SELECT node_id FROM nodes_node WHERE parent_id = $1 AND state IN (0, 1, 2) AND kind = 1 LIMIT $2";
        let most = i64::try_from(LOOKED_INTO).unwrap_or(i64::MAX);
        open.extend(conn.rows(within, params![at, most], |row| row.get::<NodeId>(0))?);
    }
    Ok(false)
}

/// Gives `node` a guard of its own, between the one above and those below.
fn define(tx: &mut Tx<'_>, tenant: TenantId, node: NodeId, kind: NodeKind, now: Seconds) -> Result<()> {
    let above = truth_at(tx, node)?.flow;
    let guard = insert(tx, tenant, node, Some(above), &Content::default())?;
    hold(tx, node, Held { own: guard, flow: guard })?;
    nodes::set_own_guard(tx, node)?;
    if kind.is_container() {
        let nested = nested_below(tx, above, node)?;
        hang(tx, &nested, guard)?;
        fence::raise(tx, tenant, node, now)?;
    }
    Ok(())
}

/// What the parent of `node` hands down.
fn above(conn: &mut Conn<'_>, node: NodeId) -> db::Result<Option<GuardId>> {
    let chain = nodes::ancestors(conn, node)?;
    chain.get(1).map(|parent| Ok(truth_at(conn, parent.id)?.flow)).transpose()
}

/// The guards that hang directly under `guard` and lie below `node`, with their places.
fn nested_below(conn: &mut Conn<'_>, guard: GuardId, node: NodeId) -> db::Result<Vec<(GuardId, NodeId)>> {
    let sql = "SELECT guard_id, node_id FROM security_guard WHERE parent_guard_id = $1";
    let nested = conn.rows(sql, params![guard], |row| Ok((row.get(0)?, row.get::<NodeId>(1)?)))?;
    if nested.is_empty() {
        return Ok(nested);
    }
    let steps = nodes::above(conn, &nested.iter().map(|(_, place)| *place).collect::<Vec<_>>())?;
    let above = |place: &NodeId| steps.get(place)?.parent;
    let below = |place: NodeId| std::iter::successors(above(&place), above).any(|step| step == node);
    Ok(nested.into_iter().filter(|(_, place)| below(*place)).collect())
}

/// Hangs `guards` under `parent`.
fn hang(tx: &mut Tx<'_>, guards: &[(GuardId, NodeId)], parent: GuardId) -> db::Result<()> {
    let ids: Vec<_> = guards.iter().map(|(guard, _)| *guard).collect();
    for some in ids.chunks(256) {
        let (list, guards) = in_list(2, some);
        let values: Vec<_> = std::iter::once(Value::from(parent)).chain(guards).collect();
        tx.run(&format!("UPDATE security_guard SET parent_guard_id = $1 WHERE guard_id IN ({list})"), &values)?;
    }
    Ok(())
}
