//! Reads a node, and the ACL that is in force at it.

use std::sync::LazyLock;

use db::{Conn, params};
use nodes::{Node, NodeState};
use primitives::{NodeId, TenantId};

use crate::{AclId, Result, acls};

/// A node, with all data about its place that one statement can read.
pub(super) struct NodeWithAcl {
    pub node: Node,
    /// The recorded ACL: its own, or the one it inherits.
    pub recorded: Option<AclId>,
    /// The recorded ACL that its content inherits.
    pub inheritable: Option<AclId>,
    pub propagating: bool,
    pub hidden_folders: bool,
    pub epoch: i64,
}

/// SQL for whether folders of the tenant of `n` hide their content.
const HIDDEN: &str = concat!(
    "EXISTS (SELECT 1 FROM nodes_node h WHERE h.tenant_id = n.tenant_id AND h.kind < 2 AND h.state <> ",
    nodes::state!(Ready),
    ")"
);

static FIND_WITH_ACL: LazyLock<String> = LazyLock::new(|| {
    format!(
        "SELECT {}, CASE WHEN n.has_own_acl THEN own.effective_acl_id ELSE above.inheritable_acl_id END, {}, {HIDDEN},
           COALESCE((SELECT e.epoch FROM security_epoch e WHERE e.tenant_id = n.tenant_id), 0), own.inheritable_acl_id
         FROM nodes_node n
         LEFT JOIN security_node_acl own ON own.node_id = n.node_id
         LEFT JOIN security_node_acl above ON above.node_id = n.parent_id
         WHERE n.node_id = $1",
        nodes::COLUMNS,
        acls::PROPAGATING
    )
});

pub(super) fn find_with_acl(conn: &mut Conn<'_>, id: NodeId) -> db::Result<Option<NodeWithAcl>> {
    conn.find(&FIND_WITH_ACL, params![id], |row| {
        let node = nodes::from_row(row, 0)?;
        let [recorded, propagating, hidden_folders, epoch, inheritable] = [0, 1, 2, 3, 4].map(|at| nodes::WIDTH + at);
        Ok(NodeWithAcl {
            node,
            recorded: row.get(recorded)?,
            inheritable: row.get(inheritable)?,
            propagating: row.get(propagating)?,
            hidden_folders: row.get(hidden_folders)?,
            epoch: row.get(epoch)?,
        })
    })
}

/// The ACL in force right now. The tree is walked only while a propagation is pending, or while a folder of the tenant
/// is in the bin or in staging. Such a folder hides everything below it: then there is no ACL.
pub(super) fn acl_in_force(conn: &mut Conn<'_>, found: &NodeWithAcl) -> Result<Option<AclId>> {
    if !found.propagating && !found.hidden_folders {
        return Ok(found.recorded);
    }
    let chain = nodes::ancestors(conn, found.node.id)?;
    let acl = if found.propagating { Some(acls::resolve(conn, &chain)?.effective) } else { found.recorded };
    let is_hidden = chain.iter().skip(1).any(|step| step.state != NodeState::Ready);
    Ok(acl.filter(|_| !is_hidden))
}

pub(super) fn has_hidden_folders(conn: &mut Conn<'_>, tenant: TenantId) -> db::Result<bool> {
    conn.exists(
        concat!(
            "SELECT 1 FROM nodes_node WHERE tenant_id = $1 AND kind < 2 AND state <> ",
            nodes::state!(Ready),
            " LIMIT 1"
        ),
        params![tenant],
    )
}
