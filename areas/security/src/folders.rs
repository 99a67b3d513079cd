//! The folders whose content a set sees: for searches of whole trees, which skip closed folders.

use db::{Conn, Engine, params};
use primitives::NodeId;

use crate::{Access, PrincipalScope, Result, acls};

/// SQL for what is open, perhaps with some more nodes and some twice.
pub struct Open {
    /// Folders whose content is open, except for entries with an ACL of their own.
    pub folders: String,
    /// Nodes with an ACL of their own.
    pub nodes: String,
}

impl Access<'_> {
    /// Whether the set sees the entries of a folder that have no ACL of their own.
    pub fn sees_into(&mut self, conn: &mut Conn<'_>, scope: PrincipalScope, folder: NodeId) -> Result<bool> {
        if self.is_propagating(conn, scope.tenant)? {
            let inheritable = acls::resolve_at(conn, folder)?.inheritable;
            return Ok(scope.role_at(conn, inheritable)?.is_some());
        }
        let role = scope.role("$1", "g.inheritable_acl_id");
        let sql = format!("SELECT 1 FROM security_node_acl g WHERE g.node_id = $2 AND {role} IS NOT NULL");
        Ok(conn.exists(&sql, params![scope.set, folder])?)
    }

    /// SQL for what is open to a set, on PostgreSQL; `set` is the parameter with the set. None while a propagation is
    /// pending.
    pub fn what_is_open(&mut self, conn: &mut Conn<'_>, scope: PrincipalScope, set: &str) -> Result<Option<Open>> {
        if self.is_propagating(conn, scope.tenant)? {
            return Ok(None);
        }
        // Separate, so that the folders of each ACL are looked up instead of all being read.
        let folders = format!(
            "SELECT g.node_id FROM ({}) v
             CROSS JOIN LATERAL (
               SELECT u.node_id FROM security_node_acl u WHERE u.inheritable_acl_id = v.acl_id OFFSET 0
             ) g",
            scope.open_acls(set)
        );
        Ok(Some(Open { folders, nodes: scope.open_nodes(Engine::Postgres, set) }))
    }

    /// SQL for all folders in which the set sees anything, perhaps with some more nodes and some twice; `set` is the
    /// parameter with the set. None while a propagation is pending.
    pub fn folders_to_see_into(
        &mut self,
        conn: &mut Conn<'_>,
        scope: PrincipalScope,
        set: &str,
    ) -> Result<Option<String>> {
        if self.is_propagating(conn, scope.tenant)? {
            return Ok(None);
        }
        // The outer table of a crossed join is read first: the open ACLs, and then the folders of each.
        let open = scope.open_acls(set);
        Ok(Some(format!(
            "SELECT g.node_id FROM ({open}) v CROSS JOIN security_node_acl g WHERE g.inheritable_acl_id = v.acl_id
             UNION ALL
             SELECT n.parent_id FROM ({open}) v CROSS JOIN security_acl g CROSS JOIN nodes_node n
             WHERE g.acl_id = v.acl_id AND n.node_id = g.node_id AND n.parent_id IS NOT NULL"
        )))
    }
}
