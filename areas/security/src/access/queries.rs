//! What queries need that ask about many nodes of a tenant at once.

use db::Conn;
use primitives::TenantId;

use super::Access;
use super::node_with_acl::has_hidden_folders;
use crate::Result;
use crate::acl_sql::{RECORDED, RESOLVED};

impl Access<'_> {
    /// SQL for the ACL of a node `n` with the joins of `JOINED`. While a propagation is pending, records are not
    /// trusted, and the statement itself goes up to the nearest ACL.
    pub fn acl_sql(&mut self, conn: &mut Conn<'_>, tenant: TenantId) -> Result<&'static str> {
        Ok(if self.is_propagating(conn, tenant)? { RESOLVED } else { RECORDED })
    }

    /// Whether results of a query in the tenant must be checked one by one: a propagation is pending, or folders are in
    /// the bin or in staging, whose content the query does not know to be hidden.
    pub fn walks(&mut self, conn: &mut Conn<'_>, tenant: TenantId) -> Result<bool> {
        Ok(self.is_propagating(conn, tenant)? || has_hidden_folders(conn, tenant)?)
    }
}
