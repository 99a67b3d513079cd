//! What work that is done for nobody needs to know of access.

use db::Conn;
use primitives::TenantId;

use crate::{acls, pending};

/// As `Access::acl_sql`: SQL for the ACL of a node `n` with the joins of `JOINED`.
pub fn acl_sql(conn: &mut Conn<'_>, tenant: TenantId) -> db::Result<&'static str> {
    Ok(if pending::any(conn, tenant)? { acls::RESOLVED } else { acls::RECORDED })
}
