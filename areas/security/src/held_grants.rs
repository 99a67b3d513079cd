//! The grants that a principal set has at nodes.

use db::{Conn, Row, Value};
use nodes::in_list;
use primitives::{GroupId, NodeId, NodeRole, UserId};

use crate::principal::Principal;
use crate::principal_key::PrincipalKey;

db::id!(GrantId);

/// A grant to the user of a set, or to one of its groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct HeldGrant {
    pub id: GrantId,
    pub node: NodeId,
    pub principal: Principal,
    pub role: NodeRole,
    pub recursive: bool,
}

/// The grants to the set on these nodes themselves.
pub(crate) fn held_at(conn: &mut Conn<'_>, nodes: &[NodeId], key: &PrincipalKey) -> db::Result<Vec<HeldGrant>> {
    let mut held = Vec::new();
    let groups: Vec<_> = key.groups.iter().copied().collect();
    for some in nodes.chunks(256) {
        for of in groups.chunks(256) {
            let (list, mut values) = in_list(1, some);
            let (groups, more) = in_list(values.len() + 1, of);
            values.extend(more);
            held.extend(conn.rows(&select(&list, &format!("IN ({groups})"), "= 0"), &values, grant)?);
        }
        if let Some(user) = key.user {
            let (list, nodes) = in_list(2, some);
            let values: Vec<_> = std::iter::once(Value::from(user)).chain(nodes).collect();
            held.extend(conn.rows(&select(&list, "= 0", "= $1"), &values, grant)?);
        }
    }
    Ok(held)
}

/// By the index of principals per node: a node may have hundreds of grants.
fn select(nodes: &str, group: &str, user: &str) -> String {
    format!(
        "SELECT grant_id, node_id, user_group_id, users_id, role, recursive FROM security_grant
         WHERE node_id IN ({nodes}) AND COALESCE(user_group_id, 0) {group} AND COALESCE(users_id, 0) {user}"
    )
}

fn grant(row: &Row<'_>) -> db::Result<HeldGrant> {
    let group = row.get::<Option<GroupId>>(2)?.map(Principal::Group);
    let user = row.get::<Option<UserId>>(3)?.map(Principal::User);
    let principal = group.or(user).ok_or(db::Error::Missing)?;
    Ok(HeldGrant { id: row.get(0)?, node: row.get(1)?, principal, role: row.get(4)?, recursive: row.get(5)? })
}
