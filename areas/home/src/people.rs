//! People as home names them: who gave access, and who uploaded.

use std::collections::HashMap;

use db::{Conn, params};
use nodes::in_list;
use primitives::{NodeId, UserId};
use serde::Serialize;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[schema(as = HomePerson)]
pub struct Person {
    pub users_id: UserId,
    pub name: String,
    #[schema(required)]
    #[serde(serialize_with = "rest::whole_address")]
    pub avatar_url: Option<String>,
}

pub fn person(conn: &mut Conn<'_>, user: UserId) -> db::Result<Option<Person>> {
    let sql = "SELECT u.users_id, u.name, u.avatar_url FROM identity_user u WHERE u.users_id = $1";
    conn.find(sql, params![user], |row| {
        Ok(Person { users_id: row.get(0)?, name: row.get(1)?, avatar_url: row.get(2)? })
    })
}

/// Who made each of `nodes`.
pub fn makers(conn: &mut Conn<'_>, nodes: &[NodeId]) -> db::Result<HashMap<NodeId, Person>> {
    let (list, values) = in_list(1, nodes);
    let sql = format!(
        "SELECT n.node_id, u.users_id, u.name, u.avatar_url
         FROM nodes_node n
         JOIN identity_user u ON u.users_id = n.created_by
         WHERE n.node_id IN ({list})"
    );
    let made = conn.rows(&sql, &values, |row| {
        Ok((row.get(0)?, Person { users_id: row.get(1)?, name: row.get(2)?, avatar_url: row.get(3)? }))
    });
    Ok(made?.into_iter().collect())
}
