//! What was given to a person, directly or through their groups: for rooms that show people what they have.
//!
//! Whether they see it now is not decided here: a mark may keep them out of what they have a grant on.

use authz::Actor;
use db::{Conn, Value};
use nodes::in_list;
use primitives::{GroupId, NodeId, Seconds, TenantId, UserId};

/// A grant that somebody else gave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Given {
    /// Grows with each grant; a changed grant is a new one.
    pub grant: i64,
    pub node: NodeId,
    pub by: UserId,
    pub at: Seconds,
}

/// The newest grants to `actor` that other people gave, older than the grant `before`. Grants of which it is not known
/// who gave them are left out.
pub fn given_by_others(conn: &mut Conn<'_>, actor: &Actor, before: i64, limit: usize) -> db::Result<Vec<Given>> {
    let mut given = Vec::new();
    for tenant in actor.tenants() {
        let theirs = Theirs::in_tenant(actor, tenant, 5);
        let sql = format!(
            "SELECT g.grant_id, g.node_id, g.given_by, g.given_at
             FROM security_grant g
             WHERE {} AND g.grant_id < $3 AND g.given_by <> $2 AND g.given_at IS NOT NULL
             ORDER BY g.grant_id DESC
             LIMIT $4",
            theirs.condition
        );
        let values = theirs.values([before, i64::try_from(limit).unwrap_or(i64::MAX)]);
        given.extend(conn.rows(&sql, &values, |row| {
            Ok(Given { grant: row.get(0)?, node: row.get(1)?, by: row.get(2)?, at: row.get(3)? })
        })?);
    }
    given.sort_unstable_by_key(|given| std::cmp::Reverse(given.grant));
    given.truncate(limit);
    Ok(given)
}

/// The nodes of the newest grants to `actor`, whoever gave them.
pub fn granted_nodes(conn: &mut Conn<'_>, actor: &Actor, limit: usize) -> db::Result<Vec<NodeId>> {
    let mut found: Vec<(i64, NodeId)> = Vec::new();
    for tenant in actor.tenants() {
        let theirs = Theirs::in_tenant(actor, tenant, 4);
        let sql = format!(
            "SELECT g.grant_id, g.node_id FROM security_grant g WHERE {} ORDER BY g.grant_id DESC LIMIT $3",
            theirs.condition
        );
        let values = theirs.values([i64::try_from(limit).unwrap_or(i64::MAX)]);
        found.extend(conn.rows(&sql, &values, |row| Ok((row.get(0)?, row.get(1)?)))?);
    }
    found.sort_unstable_by_key(|(grant, _)| std::cmp::Reverse(*grant));
    found.truncate(limit);
    Ok(found.into_iter().map(|(_, node)| node).collect())
}

/// The grants to a person and their groups in one tenant.
struct Theirs {
    tenant: TenantId,
    user: UserId,
    groups: Vec<Value<'static>>,
    condition: String,
}

impl Theirs {
    /// `$1` is the tenant, `$2` the person, and the groups begin at `$first`.
    fn in_tenant(actor: &Actor, tenant: TenantId, first: usize) -> Self {
        let groups: Vec<i64> = actor.groups_in(tenant).map(|GroupId(id)| id).collect();
        let (list, groups) = in_list(first, &groups);
        let condition = format!("g.tenant_id = $1 AND (g.users_id = $2 OR g.user_group_id IN ({list}))");
        Self { tenant, user: actor.user, groups, condition }
    }

    fn values<const N: usize>(self, between: [i64; N]) -> Vec<Value<'static>> {
        let first = [Value::from(self.tenant), Value::from(self.user)];
        first.into_iter().chain(between.map(Value::from)).chain(self.groups).collect()
    }
}
