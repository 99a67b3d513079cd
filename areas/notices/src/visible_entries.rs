//! The entries of notices that their reader sees now.

use std::collections::HashMap;

use db::{Conn, Value};
use nodes::{NodeState, READY, Step, in_list};
use primitives::{NodeId, TenantId};
use security::{Access, Result};

use crate::model::NoticeEntry;

/// Those of a tenant's nodes that the reader has a role at: access is a condition of the statement.
pub(crate) fn find(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    tenant: TenantId,
    nodes: &[NodeId],
) -> Result<HashMap<NodeId, NoticeEntry>> {
    let scope = access.scope(conn, tenant)?;
    let acl = access.acl_sql(conn, tenant)?;
    let (list, ids) = in_list(3, nodes);
    let sql = format!(
        "SELECT n.node_id, n.parent_id, n.kind, n.entry_type, n.name
         FROM nodes_node n
         {}
         WHERE n.node_id IN ({list}) AND n.tenant_id = $2 AND n.state = {READY} AND {} IS NOT NULL",
        security::JOINED,
        scope.role("$1", &format!("({acl})"))
    );
    let values: Vec<_> = [Value::from(scope.set), Value::from(tenant)].into_iter().chain(ids).collect();
    let mut found: HashMap<NodeId, NoticeEntry> = conn
        .rows(&sql, &values, |row| {
            let node_id = row.get(0)?;
            let (parent_id, node_type) = (row.get(1)?, row.get(2)?);
            Ok((node_id, NoticeEntry { node_id, parent_id, node_type, entry_type: row.get(3)?, name: row.get(4)? }))
        })?
        .into_iter()
        .collect();
    if access.walks(conn, tenant)? {
        let below: Vec<NodeId> = found.keys().copied().collect();
        let steps = nodes::above(conn, &below)?;
        found.retain(|node, _| is_shown(*node, &steps));
    }
    let folders: Vec<NodeId> = found.values().filter_map(|entry| entry.parent_id).collect();
    let visible = access.visible_folders(conn, scope, &folders)?;
    for entry in found.values_mut() {
        entry.parent_id = entry.parent_id.filter(|folder| visible.contains(folder));
    }
    Ok(found)
}

/// Whether it is not below a folder in the bin or in staging, which hides its content.
fn is_shown(node: NodeId, steps: &HashMap<NodeId, Step>) -> bool {
    let above = |step: &NodeId| steps.get(step).and_then(|step| step.parent);
    let mut path = std::iter::successors(Some(node), above);
    path.all(|step| steps.get(&step).is_some_and(|step| step.state == NodeState::Ready))
}
