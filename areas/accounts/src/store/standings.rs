//! The memberships and admin rights that are in force.

use std::collections::HashMap;

use authz::Membership;
use db::{Conn, Row, Value, placeholders};
use primitives::{TenantId, UserId};

/// The active tenants that a user administers and the active groups they are in, with their titles.
#[derive(Default)]
pub(crate) struct Standing {
    pub admins: Vec<Administered>,
    pub groups: Vec<Joined>,
}

pub(crate) struct Administered {
    pub tenant: TenantId,
    pub title: String,
}

pub(crate) struct Joined {
    pub membership: Membership,
    pub title: String,
}

pub(crate) fn standing(conn: &mut Conn<'_>, user: UserId) -> db::Result<Standing> {
    Ok(standings(conn, &[user])?.remove(&user).unwrap_or_default())
}

/// Who has none is missing. At least one user is asked about.
pub(crate) fn standings(conn: &mut Conn<'_>, users: &[UserId]) -> db::Result<HashMap<UserId, Standing>> {
    let (list, values) = (placeholders(1, users.len()), users.iter().copied().map(Value::from).collect::<Vec<_>>());
    let mut found: HashMap<UserId, Standing> = HashMap::new();
    let sql = format!(
        "SELECT a.users_id, t.tenant_id, t.tenant_title
         FROM identity_admin a
         JOIN tenancy_tenant t ON t.tenant_id = a.tenant_id AND t.active
         WHERE a.users_id IN ({list})
         ORDER BY a.users_id, t.tenant_id"
    );
    let read = |row: &Row<'_>| Ok((row.get(0)?, Administered { tenant: row.get(1)?, title: row.get(2)? }));
    for (user, admin) in conn.rows(&sql, &values, read)? {
        found.entry(user).or_default().admins.push(admin);
    }
    let sql = format!(
        "SELECT m.users_id, g.user_group_id, g.tenant_id, m.manager, g.group_title
         FROM identity_member m
         JOIN tenancy_usergroup g ON g.user_group_id = m.user_group_id AND g.active
         JOIN tenancy_company c ON c.company_id = g.company_id AND c.active
         JOIN tenancy_tenant t ON t.tenant_id = g.tenant_id AND t.active
         WHERE m.users_id IN ({list})
         ORDER BY m.users_id, g.user_group_id"
    );
    let read = |row: &Row<'_>| {
        let membership = Membership { group: row.get(1)?, tenant: row.get(2)?, manager: row.get(3)? };
        Ok((row.get(0)?, Joined { membership, title: row.get(4)? }))
    };
    for (user, joined) in conn.rows(&sql, &values, read)? {
        found.entry(user).or_default().groups.push(joined);
    }
    Ok(found)
}
