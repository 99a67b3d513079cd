//! The entries of notices that their reader sees now.

use std::collections::HashMap;

use db::Conn;
use primitives::{NodeId, TenantId};
use security::{Access, Result};

use crate::model::NoticeEntry;

/// Those of a tenant's nodes that the reader has a role at.
pub(crate) fn find(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    tenant: TenantId,
    nodes: &[NodeId],
) -> Result<HashMap<NodeId, NoticeEntry>> {
    let open = access.open_nodes(conn, tenant, nodes)?;
    let folders: Vec<NodeId> = open.values().filter_map(|node| node.parent).collect();
    let scope = access.scope(conn, tenant)?;
    let visible = access.visible_folders(conn, scope, &folders)?;
    let entry = |node: nodes::Listed| NoticeEntry {
        node_id: node.id,
        parent_id: node.parent.filter(|folder| visible.contains(folder)),
        node_type: node.kind,
        entry_type: node.entry_type,
        name: node.name,
    };
    Ok(open.into_iter().map(|(id, node)| (id, entry(node))).collect())
}
