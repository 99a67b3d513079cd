//! Entries that are not inside others of the same kind: of the bin, or of what is selected.

use std::collections::HashSet;

use db::Conn;
use nodes::{Node, NodeState};
use primitives::NodeId;

/// Those of `found` that are not inside another entry of the bin: the others are restored or deleted with it.
pub(crate) fn uppermost<T>(conn: &mut Conn<'_>, found: Vec<T>, node: impl Fn(&T) -> &Node) -> db::Result<Vec<T>> {
    let parents: Vec<NodeId> = found.iter().filter_map(|one| node(one).parent).collect();
    let steps = nodes::above(conn, &parents)?;
    let is_shown = |node: &Node| {
        let step = |node: Option<NodeId>| node.and_then(|node| steps.get(&node));
        std::iter::successors(step(node.parent), |above| step(above.parent)).all(|step| step.state == NodeState::Ready)
    };
    Ok(found.into_iter().filter(|one| is_shown(node(one))).collect())
}

/// Those of `found` that are not inside another one of them.
pub(crate) fn outermost(conn: &mut Conn<'_>, found: &[NodeId]) -> db::Result<HashSet<NodeId>> {
    let all: HashSet<NodeId> = found.iter().copied().collect();
    let steps = nodes::above(conn, &all.iter().copied().collect::<Vec<_>>())?;
    let above = |node: &NodeId| steps.get(node)?.parent;
    let lies_in_another = |node: &NodeId| std::iter::successors(above(node), above).any(|folder| all.contains(&folder));
    Ok(all.iter().copied().filter(|node| !lies_in_another(node)).collect())
}
