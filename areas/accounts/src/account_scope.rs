//! How far an account reaches: the groups that it can join, and whether it has rights beyond some tenants.
//!
//! This rule alone decides who may change the credentials of an account on behalf of its home tenant. New credentials
//! let their holder act as that person everywhere, so the home's admins and its identity provider are both bound by it.

use db::{Conn, Value, params, placeholders};
use primitives::{GroupId, TenantId, UserId};

use crate::Result;

/// The group's tenant is the user's home, or the group has invited the user's company and it has accepted.
pub fn can_join(conn: &mut Conn<'_>, user: UserId, group: GroupId) -> db::Result<bool> {
    conn.exists(
        "SELECT CAST(1 AS BIGINT)
         FROM identity_user u
         JOIN tenancy_usergroup g ON g.user_group_id = $2
         LEFT JOIN tenancy_external_company x
           ON x.user_group_id = g.user_group_id AND x.company_id = u.company_id AND x.accepted_at IS NOT NULL
         WHERE u.users_id = $1 AND (u.tenant_id = g.tenant_id OR x.company_id IS NOT NULL)",
        params![user, group],
    )
}

/// The user is a master, has another home, is an admin elsewhere, or is in a group elsewhere.
pub fn reaches_beyond(conn: &mut Conn<'_>, user: UserId, tenants: &[TenantId]) -> Result<bool> {
    if tenants.is_empty() {
        return Ok(true);
    }
    let within = placeholders(2, tenants.len());
    let sql = format!(
        "SELECT CAST(1 AS BIGINT)
         FROM identity_user u
         WHERE u.users_id = $1 AND (u.master OR u.tenant_id IS NULL OR u.tenant_id NOT IN ({within})
           OR EXISTS (SELECT 1 FROM identity_admin a WHERE a.users_id = u.users_id AND a.tenant_id NOT IN ({within}))
           OR EXISTS (
             SELECT 1
             FROM identity_member m
             JOIN tenancy_usergroup g ON g.user_group_id = m.user_group_id
             WHERE m.users_id = u.users_id AND g.tenant_id NOT IN ({within})))"
    );
    let values: Vec<Value<'_>> =
        std::iter::once(Value::from(user)).chain(tenants.iter().copied().map(Value::from)).collect();
    Ok(conn.exists(&sql, &values)?)
}
