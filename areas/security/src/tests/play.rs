//! Random acts on a random tree: everything that may change access.

use std::collections::BTreeSet;
use std::sync::Arc;

use authz::{Actor, Membership};
use db::{Tx, params};
use events::Header;
use nodes::NodeState;
use primitives::{GroupId, NodeId, NodeKind, NodeRole, TenantId, UserId};

use super::acts::{CreateChild, Purge, Remove, Rename, Restore};
use super::world::{NOW, OTHER_TENANT, World, create, fresh_name, member, somebody};
use crate::tree_changes::came_or_went;
use crate::{Access, Error, GrantAccess, MarkId, Match, Principal, PropagationPolicy, Result};

/// A deterministic random generator (splitmix64).
#[derive(Clone, Debug)]
pub struct SeededRng(pub u64);

impl SeededRng {
    pub fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % sides.max(1) as u64) as usize
    }

    pub fn pick<T: Copy>(&mut self, from: &[T]) -> Option<T> {
        (!from.is_empty()).then(|| from[self.roll(from.len())])
    }

    fn one_in(&mut self, sides: usize) -> bool {
        self.roll(sides) == 0
    }
}

/// The marks of a world and the most nodes that it may grow to.
#[derive(Clone, Debug)]
pub struct Stage {
    pub tenant: TenantId,
    pub marks: Arc<Vec<MarkId>>,
    pub most_nodes: usize,
    /// Propagations advance in one of this many steps; never if it is 0.
    pub propagates_one_in: usize,
}

impl Stage {
    /// Groups of every match type, both policies and both cardinalities.
    pub async fn set(world: &World) -> Self {
        let mut marks = Vec::new();
        for (kind, propagation, single, parents) in [
            (Match::And, PropagationPolicy::Inherited, false, &[None, None][..]),
            (Match::Or, PropagationPolicy::Inherited, false, &[None, None]),
            (Match::Tree, PropagationPolicy::Inherited, false, &[None, Some(0), Some(1), None]),
            (Match::And, PropagationPolicy::NeverCopy, false, &[None, None]),
            (Match::Or, PropagationPolicy::Inherited, true, &[None, None]),
        ] {
            marks.extend(world.marks(kind, propagation, single, parents).await);
        }
        Self { tenant: world.tenant, marks: Arc::new(marks), most_nodes: 120, propagates_one_in: 3 }
    }
}

/// The people whose views are compared: admins without clearance, members, an external, a foreigner, a master.
pub fn cast(world: &World) -> Vec<Arc<Actor>> {
    let tenant = world.tenant;
    let groups = |ids: &[i64]| ids.iter().map(|id| GroupId(*id)).collect::<Vec<_>>();
    let admin = Actor { admin_of: vec![tenant], ..somebody(10, tenant) };
    let master = Actor { master: true, home: None, ..somebody(11, tenant) };
    let mut cast = vec![world.chief.clone(), Arc::new(admin), Arc::new(master)];
    cast.push(Arc::new(somebody(12, OTHER_TENANT)));
    cast.push(member(13, OTHER_TENANT, &groups(&[2]), tenant));
    for (user, ids) in [(14, &[1][..]), (15, &[1, 2]), (16, &[3]), (17, &[4, 5]), (18, &[]), (19, &[6])] {
        cast.push(member(user, tenant, &groups(ids), tenant));
    }
    cast
}

/// A person joins or leaves a group of the tenant; the chief and the foreigner do not change.
pub fn regroup(cast: &mut [Arc<Actor>], tenant: TenantId, rng: &mut SeededRng) {
    let at = 4 + rng.roll(cast.len() - 4);
    let group = GroupId(1 + rng.roll(6) as i64);
    let mut actor = (*cast[at]).clone();
    if actor.groups_in(tenant).any(|mine| mine == group) {
        actor.groups.retain(|membership| membership.group != group);
    } else {
        actor.groups.push(Membership { group, tenant, manager: false });
    }
    cast[at] = Arc::new(actor);
}

/// One act of the chief. An act that access or the tree refuses is skipped.
pub fn act(tx: &mut Tx<'_>, access: &mut Access<'_>, stage: &Stage, rng: &mut SeededRng) -> Result<()> {
    match try_act(tx, access, stage, rng) {
        Err(Error::Denied(_) | Error::SingleMark) => Ok(()),
        Err(Error::Nodes(nodes::Error::IntoItself | nodes::Error::OtherRepository)) => Ok(()),
        other => other,
    }
}

fn try_act(tx: &mut Tx<'_>, access: &mut Access<'_>, stage: &Stage, rng: &mut SeededRng) -> Result<()> {
    let sql = "SELECT node_id, kind, state FROM nodes_node WHERE tenant_id = $1 ORDER BY node_id";
    let all =
        tx.rows(sql, params![stage.tenant], |r| Ok((r.get::<NodeId>(0)?, r.get::<NodeKind>(1)?, r.get::<i64>(2)?)))?;
    let any: Vec<_> = all.iter().map(|node| node.0).collect();
    let folders: Vec<_> = all.iter().filter(|node| node.1.is_container()).map(|node| node.0).collect();
    let binned: Vec<_> = all.iter().filter(|node| node.2 == NodeState::Binned.code()).map(|node| node.0).collect();
    let (Some(node), Some(folder)) = (rng.pick(&any), rng.pick(&folders)) else { return Ok(()) };
    let place = if rng.one_in(3) { node } else { folder };
    match rng.roll(100) {
        0..20 if all.len() < stage.most_nodes => {
            // Every second one goes into the newest folder, so that trees grow deep.
            let newest = folders.last().copied().filter(|_| rng.one_in(2));
            let folder = newest.unwrap_or(folder);
            let kind = if rng.one_in(3) { NodeKind::File } else { NodeKind::Folder };
            create(tx, access, folder, kind, NodeState::Ready).map(|_| ())
        }
        0..38 => grant(tx, access, rng, place, &any),
        38..48 => revoke(tx, access, stage, rng),
        48..60 => classify(tx, access, stage, rng, place),
        60..66 => clear(tx, access, stage, rng),
        66..70 => {
            let permit = access.authorize::<Remove>(tx, node)?;
            // Before any row, like the operation that removes an entry.
            nodes::hold_tree(tx, stage.tenant)?;
            nodes::bin(tx, &permit, NOW)?;
            crate::binned(tx, &permit)
        }
        70..79 => {
            let Some(node) = rng.pick(&binned) else { return Ok(()) };
            let (permit, _) = access.authorize_binned::<Restore>(tx, node)?;
            nodes::hold_tree(tx, stage.tenant)?;
            nodes::restore(tx, &permit, &fresh_name())?;
            crate::restored(tx, &permit)
        }
        79..82 => purge(tx, access, stage, rng, &binned),
        82..97 => reparent(tx, access, node, folder),
        97..98 => {
            nodes::hold_tree(tx, stage.tenant)?;
            stay_or_arrive(tx, node)
        }
        _ => {
            nodes::hold_tree(tx, stage.tenant)?;
            all.iter().filter(|node| node.2 == 0).try_for_each(|node| stay_or_arrive(tx, node.0))
        }
    }
}

fn principal(rng: &mut SeededRng) -> Principal {
    match rng.roll(3) {
        0 => Principal::User(UserId(12 + rng.roll(8) as i64)),
        _ => Principal::Group(GroupId(1 + rng.roll(6) as i64)),
    }
}

/// On one node, or on several at once, perhaps one below the other.
fn grant(tx: &mut Tx<'_>, access: &mut Access<'_>, rng: &mut SeededRng, node: NodeId, any: &[NodeId]) -> Result<()> {
    let permit = access.authorize::<GrantAccess>(tx, node)?;
    let role = rng.pick(&NodeRole::ALL).unwrap_or(NodeRole::Reader);
    let new = crate::NewGrant { principal: principal(rng), role, recursive: !rng.one_in(3) };
    if !rng.one_in(3) {
        return crate::grant(tx, &permit, access.actor(), new, NOW);
    }
    let others: BTreeSet<_> = (0..4).filter_map(|_| rng.pick(any)).filter(|other| *other != node).collect();
    let mut permits = vec![permit];
    for other in others {
        match access.authorize(tx, other) {
            Ok(permit) => permits.push(permit),
            Err(Error::Denied(_)) => {}
            Err(error) => return Err(error),
        }
    }
    crate::grants::change::give(tx, &permits, access.actor(), new, NOW)?;
    access.renew(tx, permits[0].tenant())
}

fn revoke(tx: &mut Tx<'_>, access: &mut Access<'_>, stage: &Stage, rng: &mut SeededRng) -> Result<()> {
    let sql = "SELECT node_id, COALESCE(user_group_id, 0), COALESCE(users_id, 0), recursive FROM security_grant
        WHERE tenant_id = $1 ORDER BY grant_id";
    let given = tx.rows(sql, params![stage.tenant], |r| {
        let (group, user) = (r.get::<i64>(1)?, r.get::<i64>(2)?);
        let principal = if group > 0 { Principal::Group(GroupId(group)) } else { Principal::User(UserId(user)) };
        Ok((r.get::<NodeId>(0)?, principal, r.get::<bool>(3)?))
    })?;
    let Some((node, principal, recursive)) = rng.pick(&given) else { return Ok(()) };
    let permit = access.authorize::<GrantAccess>(tx, node)?;
    crate::revoke(tx, &permit, access.actor(), principal, recursive, NOW)
}

fn classify(tx: &mut Tx<'_>, access: &mut Access<'_>, stage: &Stage, rng: &mut SeededRng, node: NodeId) -> Result<()> {
    let permit = access.authorize::<GrantAccess>(tx, node)?;
    let some = (0..rng.roll(3)).filter_map(|_| rng.pick(&stage.marks)).collect();
    crate::classify(tx, &permit, access.actor(), &some, NOW)
}

fn clear(tx: &mut Tx<'_>, access: &Access<'_>, stage: &Stage, rng: &mut SeededRng) -> Result<()> {
    let header = Header::by(access.actor(), stage.tenant, NOW);
    let group = GroupId(1 + rng.roll(6) as i64);
    let Some(mark) = rng.pick(&stage.marks) else { return Ok(()) };
    if rng.one_in(3) {
        return crate::take_clearance(tx, header, group, mark);
    }
    crate::give_clearance(tx, header, group, mark)
}

/// Deletes what is in the bin, sometimes only a part of it.
fn purge(
    tx: &mut Tx<'_>,
    access: &mut Access<'_>,
    stage: &Stage,
    rng: &mut SeededRng,
    binned: &[NodeId],
) -> Result<()> {
    let Some(root) = rng.pick(binned) else { return Ok(()) };
    let (permit, _) = access.authorize_binned::<Purge>(tx, root)?;
    for _ in 0..rng.roll(8) {
        let some = nodes::subtree_batch(tx, root, 1 + rng.roll(5) as i64)?;
        crate::forget(tx, stage.tenant, &some)?;
        nodes::delete_rows(tx, &permit, &some)?;
    }
    Ok(())
}

fn reparent(tx: &mut Tx<'_>, access: &mut Access<'_>, node: NodeId, folder: NodeId) -> Result<()> {
    let (permit, into) = (access.authorize::<Rename>(tx, node)?, access.authorize::<CreateChild>(tx, folder)?);
    let from = nodes::reparent(tx, &permit, &into, &fresh_name(), NOW)?;
    crate::moved(tx, &permit, from, NOW)
}

/// A ready entry goes back to staging, or a staged one becomes ready.
fn stay_or_arrive(tx: &mut Tx<'_>, node: NodeId) -> Result<()> {
    let sql = "UPDATE nodes_node SET state = 1 - state WHERE node_id = $1 AND state < 2 AND kind > 0
        RETURNING parent_id, tenant_id, kind";
    let changed = tx.rows(sql, params![node], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    for (folder, tenant, kind) in changed {
        nodes::recount(tx, &[folder])?;
        came_or_went(tx, tenant, node, kind)?;
    }
    Ok(())
}
