//! Whether the guards, and where folders point at them, are what they would be if they were made afresh.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use authz::Actor;
use db::{Conn, params};
use primitives::{GuardId, NodeId, NodeKind, NodeRole, TenantId};

use super::reference::Reference;
use crate::guards::{Held, locals, marks_from};
use crate::kept::Kept;
use crate::marks::Marks;
use crate::patch::{Effort, Patch};
use crate::verdicts::Verdicts;
use crate::{Principal, Result, fence};

/// What a guard says: the grants in effect, and the marks.
#[derive(Debug, PartialEq)]
struct Content {
    grants: BTreeMap<Principal, NodeRole>,
    marks: Marks,
}

struct Guard {
    node: NodeId,
    parent: Option<GuardId>,
    stays: bool,
    marks: Marks,
}

struct Guards {
    guards: BTreeMap<GuardId, Guard>,
    /// What is set on nodes.
    grants: HashMap<NodeId, Vec<(Principal, NodeRole, bool)>>,
}

impl Guards {
    fn load(conn: &mut Conn<'_>, tenant: TenantId) -> db::Result<Self> {
        let sql = "SELECT guard_id, node_id, parent_guard_id, stays, marks FROM security_guard WHERE tenant_id = $1";
        let guards: BTreeMap<GuardId, Guard> = conn
            .rows(sql, params![tenant], |r| {
                let (node, parent, stays, marks) = (r.get(1)?, r.get(2)?, r.get(3)?, marks_from(r, 4)?);
                Ok((r.get(0)?, Guard { node, parent, stays, marks }))
            })?
            .into_iter()
            .collect();
        let nodes: Vec<_> = guards.values().map(|guard| guard.node).collect();
        let mut grants = HashMap::new();
        for some in nodes.chunks(256) {
            grants.extend(locals(conn, some)?.into_iter().map(|(node, local)| (node, local.grants)));
        }
        Ok(Self { guards, grants })
    }

    /// The grants set on its node, and what the guard that it hangs under says.
    fn content(&self, id: GuardId) -> Content {
        let guard = &self.guards[&id];
        let mut grants = guard.parent.map(|parent| self.content(parent).grants).unwrap_or_default();
        for (principal, role, recursive) in self.grants.get(&guard.node).into_iter().flatten() {
            if *recursive || guard.stays {
                let held = grants.entry(*principal).or_insert(*role);
                *held = (*held).max(*role);
            }
        }
        Content { grants, marks: guard.marks.clone() }
    }
}

/// Where what is stored of a set, with what changed since, differs from what is worked out from the beginning.
pub fn set_differences(conn: &mut Conn<'_>, actor: &Actor, tenant: TenantId) -> Result<Vec<String>> {
    let (kept, now) = Kept::find(conn, actor, tenant)?;
    let sql = "SELECT guard_id, role FROM security_verdict WHERE principal_set_id = $1";
    let stored = conn.rows(sql, params![kept.set], |r| Ok((r.get(0)?, r.get(1)?)))?;
    let mut roles: BTreeMap<GuardId, NodeRole> = stored.into_iter().collect();
    let sql = "SELECT node_id FROM security_passable WHERE principal_set_id = $1";
    let mut passable: BTreeSet<NodeId> = conn.rows(sql, params![kept.set], |r| r.get(0))?.into_iter().collect();
    if kept.epoch != now {
        let patch = Patch::to(conn, tenant, &kept, now, Effort::AsNeeded)?.unwrap();
        for (guard, role) in patch.roles {
            match role {
                Some(role) => drop(roles.insert(guard, role)),
                None => drop(roles.remove(&guard)),
            }
        }
        for (node, passes) in patch.passable {
            let _ = if passes { passable.insert(node) } else { passable.remove(&node) };
        }
    }
    let fresh = Verdicts::of(conn, tenant, &kept.members)?;
    let kept = Verdicts { roles: roles.into_iter().collect(), passable: passable.into_iter().collect() };
    let differs = kept != fresh;
    Ok(differs.then(|| format!("user {}: {kept:?} for {fresh:?}", actor.user)).into_iter().collect())
}

/// Every difference, in words.
pub fn differences(conn: &mut Conn<'_>, tenant: TenantId, truth: &Reference) -> db::Result<Vec<String>> {
    let guards = Guards::load(conn, tenant)?;
    let sql = "SELECT n.node_id, n.own_guard, g.self_guard_id, g.flow_guard_id
        FROM nodes_node n JOIN security_guarded g ON g.node_id = n.node_id WHERE n.tenant_id = $1";
    let pointers: BTreeMap<NodeId, (bool, Held)> = conn
        .rows(sql, params![tenant], |r| Ok((r.get(0)?, (r.get(1)?, Held { own: r.get(2)?, flow: r.get(3)? }))))?
        .into_iter()
        .collect();
    let fenced = fence::stands(conn, tenant)?;
    // What flows into a node: the nearest guard of its own that anything above it has.
    let flows_into = |node: NodeId| {
        let parent = |node: &NodeId| truth.nodes[node].0;
        let mut above = std::iter::successors(parent(&node), parent);
        above.find_map(|step| pointers.get(&step).filter(|(own, _)| *own).map(|(_, held)| held.flow))
    };
    let mut wrong = Vec::new();
    for (node, (_, kind, _)) in &truth.nodes {
        match (pointers.get(node), *kind) {
            (Some((true, held)), _) => {
                for (guard, handed_down) in [(held.own, false), (held.flow, true)] {
                    // Where both are one, what is handed down is what holds.
                    let wanted =
                        Content { grants: truth.grants(*node, handed_down), marks: truth.marks(*node, handed_down) };
                    let content = guards.content(guard);
                    let Guard { node: place, parent, .. } = &guards.guards[&guard];
                    if (*place, *parent) != (*node, flows_into(*node)) || content != wanted {
                        wrong.push(format!("guard {guard} of node {node} says {content:?} for {wanted:?}"));
                    }
                }
            }
            (Some((false, held)), NodeKind::Folder) if fenced || Some(held.flow) == flows_into(*node) => {
                if !fenced && held.own != held.flow {
                    wrong.push(format!("folder {node} has a part of a guard"));
                }
            }
            (None, NodeKind::File) => {}
            (found, kind) => wrong.push(format!("{kind:?} {node} has {found:?} for {:?}", flows_into(*node))),
        }
    }
    Ok(wrong)
}
