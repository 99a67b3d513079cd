//! People of other tenants who are in groups of a tenant: whom of them somebody may know at a node.

use authz::Actor;
use db::{Conn, Value};
use nodes::{Node, in_list};
use primitives::{GroupId, UserId};

/// The groups at a node whose guests the asker may know.
pub(crate) enum Known {
    /// Those of all groups of the tenant: the asker is at home there, or administers it.
    All,
    /// The asker's own groups, and those with access to the node, which a manager sees in the list of grants.
    Some(Vec<GroupId>),
}

impl Known {
    pub fn to(conn: &mut Conn<'_>, asker: &Actor, node: &Node) -> db::Result<Self> {
        if asker.home == Some(node.tenant) || asker.is_admin_of(node.tenant) {
            return Ok(Self::All);
        }
        let mut groups = with_access(conn, node)?;
        groups.extend(asker.groups_in(node.tenant));
        groups.sort_unstable();
        groups.dedup();
        Ok(Self::Some(groups))
    }

    /// None: all groups of the tenant.
    pub fn groups(&self) -> Option<&[GroupId]> {
        match self {
            Self::All => None,
            Self::Some(groups) => Some(groups),
        }
    }

    /// The name of a guest.
    pub fn find(&self, conn: &mut Conn<'_>, node: &Node, user: UserId) -> db::Result<Option<String>> {
        let mut values = vec![Value::from(user), Value::from(node.tenant)];
        let among = self.groups().map_or_else(String::new, |groups| {
            let (list, groups) = in_list(3, groups);
            values.extend(groups);
            format!("AND g.user_group_id IN ({list})")
        });
        let sql = format!(
            "SELECT u.name FROM identity_user u
             WHERE u.users_id = $1 AND u.tenant_id <> $2 AND u.active AND EXISTS (
               SELECT 1
               FROM identity_member m
               JOIN tenancy_usergroup g ON g.user_group_id = m.user_group_id
               WHERE m.users_id = u.users_id AND g.tenant_id = $2 AND g.active {among})"
        );
        conn.find(&sql, &values, |row| row.get(0))
    }
}

/// The groups with a grant on the node, or one from above that reaches it.
fn with_access(conn: &mut Conn<'_>, node: &Node) -> db::Result<Vec<GroupId>> {
    let path: Vec<_> = nodes::ancestors(conn, node.id)?.into_iter().map(|step| step.id).collect();
    let mut found = Vec::new();
    for some in path.chunks(256) {
        let (list, steps) = in_list(2, some);
        let values: Vec<_> = std::iter::once(Value::from(node.id)).chain(steps).collect();
        let sql = format!(
            "SELECT DISTINCT user_group_id FROM security_grant
             WHERE node_id IN ({list}) AND user_group_id IS NOT NULL AND (recursive OR node_id = $1)"
        );
        found.extend(conn.rows(&sql, &values, |row| row.get::<GroupId>(0))?);
    }
    Ok(found)
}
