//! Who is told that somebody asks: people who manage the folder.

use db::{Conn, Value, params};
use nodes::in_list;
use primitives::{NodeId, NodeRole, TenantId, UserId};
use security::{AclId, Principal};

/// So many are told.
pub(crate) const MOST: usize = 20;
/// So many are looked at: a mark may keep some of them from the folder.
const LOOK: i64 = 60;

/// At most so many people whom grants make managers of the folder, or else admins of the tenant; all of them see it.
pub(crate) fn of(
    conn: &mut Conn<'_>,
    (tenant, folder, acl): (TenantId, NodeId, AclId),
    most: usize,
) -> security::Result<Vec<UserId>> {
    let candidates = by_grants(conn, folder)?;
    let named = manage(conn, (tenant, acl), candidates, most)?;
    if !named.is_empty() {
        return Ok(named);
    }
    let admins = admins(conn, tenant)?;
    manage(conn, (tenant, acl), admins, most)
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
fn manage(
    conn: &mut Conn<'_>,
    (tenant, acl): (TenantId, AclId),
    people: Vec<UserId>,
    most: usize,
) -> security::Result<Vec<UserId>> {
    let mut managing = Vec::new();
    for user in people {
        let roles = security::roles_of(conn, tenant, Principal::User(user), &[acl])?;
        if roles.get(&acl) == Some(&NodeRole::Manager) {
            managing.push(user);
        }
        if managing.len() == most {
            break;
        }
    }
    Ok(managing)
}
