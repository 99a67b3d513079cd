//! The rights of an actor in folders: the ACLs that their content inherits, and who sees them.

use std::collections::HashSet;

use db::{Conn, Row, Value};
use nodes::in_list;
use primitives::{NodeId, NodeRole, TenantId};

use super::{Access, VisibleNode};
use crate::{AclId, Error, PrincipalScope, Result, acls};

impl Access<'_> {
    /// The inheritable ACL of a visible folder, and the actor's role under it.
    pub fn within_seen(&mut self, conn: &mut Conn<'_>, seen: &VisibleNode) -> Result<(AclId, Option<NodeRole>)> {
        match seen.inheritable {
            Some(inheritable) if inheritable == seen.acl => Ok((inheritable, seen.facts.role)),
            _ => {
                let inheritable = self.inheritable_acl(conn, seen.node.tenant, seen.node.id)?;
                Ok((inheritable, seen.scope.role_at(conn, inheritable)?))
            }
        }
    }

    /// The inheritable ACL of a folder, for lists of its content.
    pub fn inheritable_acl(&mut self, conn: &mut Conn<'_>, tenant: TenantId, folder: NodeId) -> Result<AclId> {
        if self.is_propagating(conn, tenant)? {
            return Ok(acls::resolve_at(conn, folder)?.inheritable);
        }
        Ok(acls::recorded(conn, folder)?.ok_or(db::Error::Missing)?.inheritable)
    }

    /// The inheritable ACL of each of `folders`, and the set's role under it.
    pub fn within_folders(
        &mut self,
        conn: &mut Conn<'_>,
        scope: PrincipalScope,
        folders: &[NodeId],
    ) -> Result<Vec<(NodeId, AclId, Option<NodeRole>)>> {
        if self.is_propagating(conn, scope.tenant)? {
            let mut within = Vec::with_capacity(folders.len());
            for folder in folders {
                let acl = acls::resolve_at(conn, *folder)?.inheritable;
                within.push((*folder, acl, scope.role_at(conn, acl)?));
            }
            return Ok(within);
        }
        let (list, nodes) = in_list(2, folders);
        let role = scope.role("$1", "g.inheritable_acl_id");
        let sql = format!(
            "SELECT g.node_id, g.inheritable_acl_id, {role} FROM security_node_acl g WHERE g.node_id IN ({list})"
        );
        let values: Vec<_> = std::iter::once(Value::from(scope.set)).chain(nodes).collect();
        let role = |row: &Row<'_>| row.get::<Option<i64>>(2).map(|code| code.and_then(NodeRole::from_code));
        Ok(conn.rows(&sql, &values, |row| Ok((row.get(0)?, row.get(1)?, role(row)?)))?)
    }

    /// Those of `folders` that the actor sees or may traverse.
    pub fn visible_folders(
        &mut self,
        conn: &mut Conn<'_>,
        scope: PrincipalScope,
        folders: &[NodeId],
    ) -> Result<HashSet<NodeId>> {
        let mut visible = HashSet::new();
        if self.walks(conn, scope.tenant)? {
            for folder in folders {
                match self.find_visible(conn, *folder) {
                    Ok(_) => visible.extend([*folder]),
                    Err(Error::Denied(_)) => {}
                    Err(error) => return Err(error),
                }
            }
            return Ok(visible);
        }
        for some in folders.chunks(256) {
            let (list, nodes) = in_list(2, some);
            let sql = format!(
                "SELECT g.node_id FROM security_node_acl g
                 WHERE g.node_id IN ({list}) AND ({} IS NOT NULL OR {})",
                scope.role("$1", "g.effective_acl_id"),
                scope.passes("$1", "g.node_id")
            );
            let values: Vec<_> = std::iter::once(Value::from(scope.set)).chain(nodes).collect();
            visible.extend(conn.rows(&sql, &values, |row| row.get::<NodeId>(0))?);
        }
        Ok(visible)
    }
}
