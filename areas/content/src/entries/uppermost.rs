//! What lies in the bin by itself, and not with a folder that does.

use db::Conn;
use nodes::{Node, NodeState};
use primitives::NodeId;

/// Those of `found` that lie below nothing of the bin: the others come back, or go, with what they lie in.
pub(crate) fn uppermost<T>(conn: &mut Conn<'_>, found: Vec<T>, node: impl Fn(&T) -> &Node) -> db::Result<Vec<T>> {
    let parents: Vec<NodeId> = found.iter().filter_map(|one| node(one).parent).collect();
    let steps = nodes::above(conn, &parents)?;
    let is_shown = |node: &Node| {
        let step = |node: Option<NodeId>| node.and_then(|node| steps.get(&node));
        std::iter::successors(step(node.parent), |above| step(above.parent)).all(|step| step.state == NodeState::Ready)
    };
    Ok(found.into_iter().filter(|one| is_shown(node(one))).collect())
}
