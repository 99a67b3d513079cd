//! Whether the guards, and where folders point at them, are what they would be if they were made afresh.

use std::collections::BTreeMap;

use db::{Conn, params};
use primitives::{GuardId, NodeId, NodeKind, TenantId};

use super::reference::Reference;
use crate::content::Content;
use crate::fence;
use crate::guards::{Held, content_from};

/// Every difference, in words.
pub fn differences(conn: &mut Conn<'_>, tenant: TenantId, truth: &Reference) -> db::Result<Vec<String>> {
    let sql = "SELECT guard_id, node_id, parent_guard_id, grants, marks FROM security_guard WHERE tenant_id = $1";
    let guards: BTreeMap<GuardId, (NodeId, Option<GuardId>, Content)> = conn
        .rows(sql, params![tenant], |r| Ok((r.get(0)?, (r.get(1)?, r.get(2)?, content_from(r, 3)?))))?
        .into_iter()
        .collect();
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
                    let (place, parent, content) = &guards[&guard];
                    if (*place, *parent) != (*node, flows_into(*node)) || *content != wanted {
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
