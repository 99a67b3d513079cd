//! Who is told that somebody asks: people who manage the folder.

use db::{Conn, Value, params};
use nodes::in_list;
use primitives::{NodeId, NodeRole, TenantId, UserId};
use security::{AclId, Principal};

/// So many are told.
const MOST: usize = 20;
/// So many are looked at: a mark may keep some of them from the folder.
const LOOK: i64 = 60;

/// People whom grants make managers of the folder, or else the tenant's admins; all of them see it.
pub(super) fn of(
    conn: &mut Conn<'_>,
    (tenant, folder, acl): (TenantId, NodeId, AclId),
) -> security::Result<Vec<UserId>> {
    let candidates = by_grants(conn, folder)?;
    let named = manage(conn, (tenant, acl), candidates)?;
    if !named.is_empty() {
        return Ok(named);
    }
    let admins = admins(conn, tenant)?;
    manage(conn, (tenant, acl), admins)
}

/// People who have such a grant on the folder or above it, by themselves or in a group.
fn by_grants(conn: &mut Conn<'_>, folder: NodeId) -> db::Result<Vec<UserId>> {
    let way: Vec<NodeId> = nodes::ancestors(conn, folder)?.into_iter().map(|step| step.id).collect();
    let (list, values) = in_list(3, &way);
    let sql = format!(
        "SELECT users_id FROM (
           SELECT g.users_id FROM security_grant g
           WHERE g.node_id IN ({list}) AND g.role = $1 AND g.users_id IS NOT NULL
           UNION
           SELECT m.users_id FROM security_grant g
           JOIN identity_member m ON m.user_group_id = g.user_group_id
           WHERE g.node_id IN ({list}) AND g.role = $1
         ) managing
         ORDER BY users_id
         LIMIT $2"
    );
    let first = [Value::from(NodeRole::Manager.code()), Value::from(LOOK)];
    let values: Vec<Value<'_>> = first.into_iter().chain(values).collect();
    conn.rows(&sql, &values, |row| row.get(0))
}

fn admins(conn: &mut Conn<'_>, tenant: TenantId) -> db::Result<Vec<UserId>> {
    let sql = "SELECT users_id FROM identity_admin WHERE tenant_id = $1 ORDER BY users_id LIMIT $2";
    conn.rows(sql, params![tenant, LOOK], |row| row.get(0))
}

/// Those who are managers under the ACL now.
fn manage(conn: &mut Conn<'_>, (tenant, acl): (TenantId, AclId), people: Vec<UserId>) -> security::Result<Vec<UserId>> {
    let mut managing = Vec::new();
    for user in people {
        let roles = security::roles_of(conn, tenant, Principal::User(user), &[acl])?;
        if roles.get(&acl) == Some(&NodeRole::Manager) {
            managing.push(user);
        }
        if managing.len() == MOST {
            break;
        }
    }
    Ok(managing)
}
