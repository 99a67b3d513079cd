//! The folders whose content a set sees: for searches of whole trees, which skip closed folders.

use std::sync::Arc;

use db::{Conn, Value, params};
use nodes::comma_separated;
use primitives::NodeId;

use crate::{Access, PrincipalScope, Result, acls};

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

    /// SQL for PostgreSQL that lists the folders whose content the set sees; `set` is the parameter with the set. A
    /// folder may come twice, and entries with an ACL of their own may differ from their folder. None while a propagation
    /// is pending.
    pub fn open_folders(&mut self, conn: &mut Conn<'_>, scope: PrincipalScope, set: &str) -> Result<Option<String>> {
        if self.is_propagating(conn, scope.tenant)? {
            return Ok(None);
        }
        // Separate, so that the folders of each ACL are looked up instead of all being read.
        Ok(Some(format!(
            "SELECT g.node_id FROM ({}) v
             CROSS JOIN LATERAL (
               SELECT u.node_id FROM security_node_acl u WHERE u.inheritable_acl_id = v.acl_id OFFSET 0
             ) g",
            scope.open_acls(set)
        )))
    }

    /// Finds those of `folders` whose content the set sees, on PostgreSQL. Entries with an ACL of their own may differ
    /// from their folder. None while a propagation is pending.
    pub fn open_among(
        &mut self,
        conn: &mut Conn<'_>,
        scope: PrincipalScope,
        folders: &[NodeId],
    ) -> Result<Option<Vec<NodeId>>> {
        if self.is_propagating(conn, scope.tenant)? {
            return Ok(None);
        }
        let sql = format!(
            "SELECT f.node_id
             FROM unnest(string_to_array($2, ',')::BIGINT[]) f (node_id)
             CROSS JOIN LATERAL (
               SELECT u.inheritable_acl_id FROM security_node_acl u WHERE u.node_id = f.node_id OFFSET 0
             ) g
             WHERE {} IS NOT NULL",
            scope.role("$1", "g.inheritable_acl_id")
        );
        let folders = comma_separated(folders);
        Ok(Some(conn.rows(&sql, &[Value::from(scope.set), Value::from(&folders)], |row| row.get(0))?))
    }

    /// Finds the nodes in closed folders whose own ACL is open to the set, on PostgreSQL; some others may be among them.
    /// Only open ACLs are read, so the time does not depend on what is hidden.
    pub fn open_in_closed(&mut self, conn: &mut Conn<'_>, scope: PrincipalScope) -> Result<Arc<[NodeId]>> {
        if let Some(known) = self.open_in_closed.get(&scope.tenant).filter(|_| !self.writes) {
            return Ok(known.clone());
        }
        let sql = format!(
            "SELECT a.node_id FROM ({}) v
             CROSS JOIN LATERAL (
               SELECT u.node_id, u.parent_acl_id FROM security_acl u WHERE u.acl_id = v.acl_id OFFSET 0
             ) a
             WHERE {} IS NULL",
            scope.open_acls("$1"),
            scope.role("$1", "a.parent_acl_id")
        );
        let found: Arc<[NodeId]> = conn.rows(&sql, params![scope.set], |row| row.get::<NodeId>(0))?.into();
        self.open_in_closed.insert(scope.tenant, found.clone());
        Ok(found)
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
