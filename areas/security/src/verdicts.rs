//! Verdicts: what one principal set may do at every guard of a tenant, and the closed nodes it may pass through.

use std::collections::{BTreeSet, HashMap};

use db::Conn;
use nodes::{NodeState, in_list};
use primitives::{GuardId, NodeId, NodeRole, TenantId};

use crate::Result;
use crate::guards::Held;
use crate::judged::Judged;
use crate::principal::Members;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Verdicts {
    /// By guard.
    pub roles: Vec<(GuardId, NodeRole)>,
    /// In order.
    pub passable: Vec<NodeId>,
}

impl Verdicts {
    /// From the beginning.
    pub fn of(conn: &mut Conn<'_>, tenant: TenantId, members: &Members) -> Result<Self> {
        let judged = Judged::all(conn, tenant, members)?;
        let roles = judged.iter().filter_map(|guard| Some((guard.id, guard.role?))).collect();
        Ok(Self { roles, passable: passable(conn, &judged)?.into_iter().collect() })
    }
}

/// The closed nodes above what is open: from each place where access begins, upwards, until a mark is in the way, or
/// something that is not ready, which nobody sees and which leads nowhere.
fn passable(conn: &mut Conn<'_>, judged: &Judged) -> Result<BTreeSet<NodeId>> {
    let begins = judged
        .iter()
        .filter(|guard| guard.role.is_some() && guard.parent.is_some_and(|parent| !judged.is_open(parent)));
    let mut begins: Vec<_> = begins.map(|guard| guard.node).collect();
    if begins.is_empty() {
        return Ok(BTreeSet::new());
    }
    begins.sort_unstable();
    begins.dedup();
    let paths = Paths::above(conn, &begins)?;
    let mut found = BTreeSet::new();
    for start in begins {
        // What it hands down is open, but a mark that stays behind may close the node itself, and with it the way up.
        if !paths.guard_at(start).is_some_and(|own| judged.is_open(own)) {
            continue;
        }
        let mut at = start;
        while let Some(above) = paths.parent_of(at).filter(|_| paths.is_ready(at)) {
            let Some(guard) = paths.guard_at(above).and_then(|guard| judged.find(guard)).filter(|guard| guard.passes)
            else {
                break;
            };
            // What is open itself needs no passing; what was found already leads on as before.
            if guard.role.is_none() && !found.insert(above) {
                break;
            }
            at = above;
        }
    }
    Ok(found)
}

/// Nodes, all above them, and the guards that hold there.
pub(crate) struct Paths {
    pub steps: HashMap<NodeId, nodes::Step>,
    held: HashMap<NodeId, Held>,
}

impl Paths {
    pub fn above(conn: &mut Conn<'_>, nodes: &[NodeId]) -> db::Result<Self> {
        let steps = nodes::above(conn, nodes)?;
        let own: Vec<_> = steps.iter().filter(|(_, step)| step.own_guard).map(|(node, _)| *node).collect();
        let mut held = HashMap::new();
        for some in own.chunks(256) {
            let (list, values) = in_list(1, some);
            let sql =
                format!("SELECT node_id, self_guard_id, flow_guard_id FROM security_guarded WHERE node_id IN ({list})");
            held.extend(conn.rows(&sql, &values, |row| {
                Ok((row.get::<NodeId>(0)?, Held { own: row.get(1)?, flow: row.get(2)? }))
            })?);
        }
        Ok(Self { steps, held })
    }

    pub fn parent_of(&self, node: NodeId) -> Option<NodeId> {
        self.steps.get(&node)?.parent
    }

    pub fn is_ready(&self, node: NodeId) -> bool {
        self.steps.get(&node).is_some_and(|step| step.state == NodeState::Ready)
    }

    pub fn guard_at(&self, node: NodeId) -> Option<GuardId> {
        if let Some(held) = self.held.get(&node) {
            return Some(held.own);
        }
        let mut above = std::iter::successors(self.parent_of(node), |node| self.parent_of(*node));
        above.find_map(|node| self.held.get(&node)).map(|held| held.flow)
    }

    /// Every guard that holds at one of the nodes.
    pub fn guards(&self) -> impl Iterator<Item = GuardId> {
        self.held.values().flat_map(|held| [held.own, held.flow])
    }
}
