//! Which of many nodes are open to the actor, for lists of what somebody remembered or asked for.

use std::collections::HashMap;

use authz::Action;
use db::{Conn, Value};
use nodes::{Listed, NodeState, READY, Step, in_list};
use primitives::{NodeId, TenantId};

use super::Access;
use crate::acl_sql::JOINED;
use crate::{GrantAccess, Result};

/// So many are named in one statement.
const AT_ONCE: usize = 256;

impl Access<'_> {
    /// Those of a tenant's nodes at which the actor has a role now. Access is a condition of the statement, so that many
    /// cost as few statements as one. For closures that only read.
    pub fn open_nodes(
        &mut self,
        conn: &mut Conn<'_>,
        tenant: TenantId,
        nodes: &[NodeId],
    ) -> Result<HashMap<NodeId, Listed>> {
        self.nodes_by_role(conn, tenant, nodes, "IS NOT NULL")
    }

    /// Whether the actor may do `GrantAccess` to each of these nodes of a tenant. As `open_nodes`.
    pub(crate) fn manages_all(&mut self, conn: &mut Conn<'_>, tenant: TenantId, nodes: &[NodeId]) -> Result<bool> {
        let needed = format!(">= {}", GrantAccess::RULE.role.code());
        let managed = self.nodes_by_role(conn, tenant, nodes, &needed)?;
        let user = self.actor.user;
        let is_free = |found: &Listed| found.locked_by.is_none_or(|holder| holder == user);
        Ok(nodes.iter().all(|node| managed.get(node).is_some_and(is_free)))
    }

    /// Those at which the actor's role is as `wanted` says in SQL.
    fn nodes_by_role(
        &mut self,
        conn: &mut Conn<'_>,
        tenant: TenantId,
        nodes: &[NodeId],
        wanted: &str,
    ) -> Result<HashMap<NodeId, Listed>> {
        let scope = self.scope(conn, tenant)?;
        let acl = self.acl_sql(conn, tenant)?;
        let role = scope.role("$1", &format!("({acl})"));
        let mut open = HashMap::new();
        for some in nodes.chunks(AT_ONCE) {
            let (list, ids) = in_list(3, some);
            let sql = format!(
                "SELECT {}
                 FROM nodes_node n
                 {JOINED}
                 WHERE n.node_id IN ({list}) AND n.tenant_id = $2 AND n.state = {READY} AND {role} {wanted}",
                Listed::COLUMNS
            );
            let values: Vec<_> = [Value::from(scope.set), Value::from(tenant)].into_iter().chain(ids).collect();
            open.extend(conn.rows(&sql, &values, Listed::from_row)?.into_iter().map(|node| (node.id, node)));
        }
        if self.walks(conn, tenant)? {
            let found: Vec<NodeId> = open.keys().copied().collect();
            let steps = nodes::above(conn, &found)?;
            open.retain(|node, _| is_shown(*node, &steps));
        }
        Ok(open)
    }
}

/// Whether it is not below a folder in the bin or in staging, which hides its content.
fn is_shown(node: NodeId, steps: &HashMap<NodeId, Step>) -> bool {
    let above = |step: &NodeId| steps.get(step).and_then(|step| step.parent);
    let mut path = std::iter::successors(Some(node), above);
    path.all(|step| steps.get(&step).is_some_and(|step| step.state == NodeState::Ready))
}
