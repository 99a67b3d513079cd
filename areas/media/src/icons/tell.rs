//! Tells pages that an entry has another icon.

use activity::About;
use db::Tx;
use nodes::Node;
use serde_json::json;

/// Pages that show the entry, or its folder, read it again.
pub(super) fn changed(tx: &mut Tx<'_>, node: &Node) -> db::Result<()> {
    let body = json!({ "type": "entry", "node_id": node.id, "parent_id": node.parent, "status": "updated" });
    std::iter::once(node.id)
        .chain(node.parent)
        .try_for_each(|shown| activity::tell_node(tx, shown, About::Node(node.id), &body))
}
