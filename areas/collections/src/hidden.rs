//! What a folder in the bin or in staging hides.

use db::Conn;
use nodes::{NodeState, Step};
use primitives::NodeId;

/// Those of the folders that are not below one in the bin or in staging, which hides its content.
pub(crate) fn not_hidden<T>(conn: &mut Conn<'_>, content: Vec<(NodeId, T)>) -> db::Result<Vec<(NodeId, T)>> {
    let folders: Vec<NodeId> = content.iter().map(|(folder, _)| *folder).collect();
    let steps = nodes::above(conn, &folders)?;
    let is_shown = |(folder, _): &(NodeId, T)| {
        let above = |step: &NodeId| steps.get(step).and_then(|step: &Step| step.parent);
        let mut path = std::iter::successors(Some(*folder), above);
        path.all(|step| steps.get(&step).is_some_and(|step| step.state == NodeState::Ready))
    };
    Ok(content.into_iter().filter(is_shown).collect())
}
