//! The rows of grants, with the names of their principals.

use db::{Conn, Row, Table, Value, params};
use nodes::in_list;
use primitives::{Listing, NodeId, TenantId};

use super::model::{Grant, GroupCandidate};
use crate::held_grants::GrantId;
use crate::principal::Principal;

const SELECT: &str = "SELECT g.grant_id, g.node_id, g.user_group_id, g.users_id,
      COALESCE(p.group_title, u.name, ''), COALESCE(p.group_key, u.email, ''), u.avatar_url,
      COALESCE(p.active, u.active, FALSE), g.role, g.recursive
    FROM security_grant g
    LEFT JOIN tenancy_usergroup p ON p.user_group_id = g.user_group_id
    LEFT JOIN identity_user u ON u.users_id = g.users_id";

fn grant(row: &Row<'_>) -> db::Result<Grant> {
    Ok(Grant {
        grant_id: row.get(0)?,
        node_id: row.get(1)?,
        user_group_id: row.get(2)?,
        users_id: row.get(3)?,
        name: row.get(4)?,
        detail: row.get(5)?,
        avatar_url: row.get(6)?,
        active: row.get(7)?,
        role: row.get(8)?,
        recursive: row.get(9)?,
    })
}

/// Grants on these nodes: groups first, by name.
pub(super) fn on(conn: &mut Conn<'_>, nodes: &[NodeId]) -> db::Result<Vec<Grant>> {
    let (list, values) = in_list(1, nodes);
    let sql = format!(
        "{SELECT}
         WHERE g.node_id IN ({list})
         ORDER BY CASE WHEN g.user_group_id IS NULL THEN 1 ELSE 0 END, COALESCE(p.folded, u.folded), g.grant_id
         LIMIT 1000"
    );
    conn.rows(&sql, &values, grant)
}

/// The grant of a principal on a node.
pub(super) fn of(conn: &mut Conn<'_>, node: NodeId, principal: Principal) -> db::Result<Vec<Grant>> {
    let (column, id) = match principal {
        Principal::Group(group) => ("user_group_id", group.0),
        Principal::User(user) => ("users_id", user.0),
    };
    let sql = format!("{SELECT} WHERE g.node_id = $1 AND g.{column} = $2 ORDER BY g.grant_id");
    conn.rows(&sql, params![node, id], grant)
}

pub(super) fn find(conn: &mut Conn<'_>, id: GrantId) -> db::Result<Option<Grant>> {
    conn.find(&format!("{SELECT} WHERE g.grant_id = $1"), params![id], grant)
}

/// Whether the principal can have grants in the tenant: groups of it, and users whose home it is.
pub(super) fn is_of(conn: &mut Conn<'_>, tenant: TenantId, principal: Principal) -> db::Result<bool> {
    match principal {
        Principal::Group(group) => {
            let sql = "SELECT 1 FROM tenancy_usergroup WHERE user_group_id = $1 AND tenant_id = $2";
            conn.exists(sql, params![group, tenant])
        }
        Principal::User(user) => {
            let sql = "SELECT 1 FROM identity_user WHERE users_id = $1 AND tenant_id = $2";
            conn.exists(sql, params![user, tenant])
        }
    }
}

/// Groups of the tenant that match the search.
pub(super) fn groups(conn: &mut Conn<'_>, tenant: TenantId, listing: &Listing) -> db::Result<Vec<GroupCandidate>> {
    let table = Table {
        columns: "g.user_group_id, g.group_title, g.group_key, c.company_name",
        from: "tenancy_usergroup g JOIN tenancy_company c ON c.company_id = g.company_id",
        filter: "g.tenant_id = $1 AND g.active".into(),
        values: vec![Value::from(tenant)],
        searched: "g.folded",
        order: "g.folded",
        id: "g.user_group_id",
    };
    let page = conn.page(&table, listing, |row| {
        Ok(GroupCandidate {
            user_group_id: row.get(0)?,
            group_title: row.get(1)?,
            group_key: row.get(2)?,
            company_name: row.get(3)?,
        })
    })?;
    Ok(page.items)
}
