//! Settling: after grants, marks or the place of a node changed, guards are defined, hung in and worked out again.

use authz::{Permit, Remove, Restore};
use db::{Conn, Tx, Value, params};
use nodes::{Moving, in_list};
use primitives::{GuardId, NodeId, NodeKind, Seconds, TenantId};

use crate::content::Principal;
use crate::epoch::Touched;
use crate::guards::{Held, NewGuard, found, hold, insert, recorded, truth_at};
use crate::marks::Marks;
use crate::sums::{marks_of, work_out};
use crate::{Result, epoch, fence};

/// What changed on a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// What somebody holds there.
    Grant(Principal),
    Marks,
}

/// Call after the grants or marks set on `node` changed, in the same transaction. What takes access away is in force
/// when the transaction is; a subtree that has to be rewritten is fenced until that is done.
pub(crate) fn settle(
    tx: &mut Tx<'_>,
    tenant: TenantId,
    node: NodeId,
    kind: NodeKind,
    change: Change,
    now: Seconds,
) -> Result<()> {
    nodes::hold_tree(tx, tenant)?;
    let mut touched = Vec::new();
    if !found(tx, node)? {
        touched.push(Touched::Guard(define(tx, tenant, node, kind, now)?));
    }
    touched.extend(work_out(tx, tenant, [node].into())?.into_iter().map(Touched::Guard));
    let held = recorded(tx, node)?.ok_or(db::Error::Missing)?;
    let whose = match change {
        Change::Grant(principal) => Some(principal),
        Change::Marks => None,
    };
    touched.extend(below(held, whose));
    Ok(epoch::advance(tx, tenant, &touched)?)
}

/// Both guards of a node, with what is under them.
fn below(held: Held, whose: Option<Principal>) -> impl Iterator<Item = Touched> {
    let own = Some(held.own).filter(|own| *own != held.flow);
    own.into_iter().chain([held.flow]).map(move |guard| Touched::Below(guard, whose))
}

/// Call after `nodes::reparent`, in the same transaction, with the folder that it returned. What is set on the node
/// stays; what it inherits comes from its new parent. A folder under the same guard as before costs nothing more.
pub fn moved<M: Moving>(tx: &mut Tx<'_>, node: &Permit<M>, from: NodeId, now: Seconds) -> Result<()> {
    let (tenant, id) = (node.tenant(), node.node());
    nodes::hold_tree(tx, tenant)?;
    let before = truth_at(tx, from)?.flow;
    // Who may pass through the folders above depends on what opens below them.
    let mut touched = vec![Touched::Node(id), Touched::Node(from)];
    if found(tx, id)? {
        // Below it nothing is to be rewritten: folders there point at its own guard, wherever it hangs.
        let above = above(tx, id)?;
        let sql = "UPDATE security_guard SET parent_guard_id = $2 WHERE node_id = $1";
        tx.run(sql, params![id, above])?;
        touched.extend(work_out(tx, tenant, [id].into())?.into_iter().map(Touched::Guard));
        touched.extend(below(recorded(tx, id)?.ok_or(db::Error::Missing)?, None));
        return Ok(epoch::advance(tx, tenant, &touched)?);
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
        let made = work_out(tx, tenant, nested.iter().map(|(_, place)| *place).collect())?;
        touched.extend(made.into_iter().map(Touched::Guard));
        if nested.len() > MOST_NAMED {
            touched = vec![Touched::All(None)];
        } else {
            touched.extend(nested.iter().map(|(guard, _)| Touched::Below(*guard, None)));
        }
        !nested.is_empty()
    };
    if opens_below {
        epoch::advance(tx, tenant, &touched)?;
    }
    Ok(())
}

/// Call after `nodes::bin`, in the same transaction: what cannot be seen leads nobody on.
pub fn binned(tx: &mut Tx<'_>, node: &Permit<Remove>) -> Result<()> {
    came_or_went(tx, node.tenant(), node.node(), node.kind())
}

/// Call after `nodes::restore`, in the same transaction.
pub fn restored(tx: &mut Tx<'_>, node: &Permit<Restore>) -> Result<()> {
    came_or_went(tx, node.tenant(), node.node(), node.kind())
}

/// A node that was ready is not, or the other way round.
pub(crate) fn came_or_went(tx: &mut Tx<'_>, tenant: TenantId, node: NodeId, kind: NodeKind) -> Result<()> {
    nodes::hold_tree(tx, tenant)?;
    if found(tx, node)? || (kind.is_container() && may_hold_guards(tx, node)?) {
        epoch::advance(tx, tenant, &[Touched::Node(node)])?;
    }
    Ok(())
}

/// More guards than these are not named one by one in the log.
const MOST_NAMED: usize = 512;

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
fn define(tx: &mut Tx<'_>, tenant: TenantId, node: NodeId, kind: NodeKind, now: Seconds) -> Result<GuardId> {
    let above = truth_at(tx, node)?.flow;
    // It says what the one above says, so that nothing changes for those that are hung under it.
    let marks = marks_of(tx, &[above].into())?.remove(&above).unwrap_or_else(Marks::new);
    let guard = insert(tx, tenant, &NewGuard { node, parent: Some(above), stays: false, marks: &marks })?;
    hold(tx, node, Held { own: guard, flow: guard })?;
    nodes::set_own_guard(tx, node)?;
    if kind.is_container() {
        let nested = nested_below(tx, above, node)?;
        hang(tx, &nested, guard)?;
        fence::raise(tx, tenant, node, now)?;
    }
    Ok(guard)
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
