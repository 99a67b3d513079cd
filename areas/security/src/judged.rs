//! Guards as one principal set meets them: what its members hold at each, and whether the marks let them pass.

use std::collections::{BTreeMap, HashMap};

use db::{Conn, Row, Value, params};
use nodes::in_list;
use primitives::{GuardId, NodeId, NodeRole, TenantId};

use crate::Result;
use crate::content::decode_marks;
use crate::guards::broken;
use crate::marks::Marks;
use crate::principal::Members;
use crate::scheme::{Scheme, clearances};

/// A guard, and what it means to one set.
#[derive(Clone, Debug)]
pub(crate) struct Guard {
    pub id: GuardId,
    pub node: NodeId,
    pub parent: Option<GuardId>,
    /// It holds at its node alone.
    stays: bool,
    /// Whether its marks are no wall to the set.
    pub passes: bool,
    pub role: Option<NodeRole>,
}

/// Guards by their ids, each with all those that it hangs under.
pub(crate) struct Judged(Vec<Guard>);

impl Judged {
    /// All guards of a tenant.
    pub fn all(conn: &mut Conn<'_>, tenant: TenantId, members: &Members) -> Result<Self> {
        let mut walls = Walls::of(conn, tenant, members)?;
        let guards = conn.rows(
            "SELECT guard_id, node_id, parent_guard_id, stays, marks FROM security_guard WHERE tenant_id = $1
             ORDER BY guard_id",
            params![tenant],
            |row| walls.meet(row),
        )?;
        let held = if members.admin { Held::default() } else { Held::in_tenant(conn, tenant, members)? };
        Ok(Self::sum(guards, &held, members))
    }

    /// Some guards of a tenant; those that are gone are left out.
    pub fn some(conn: &mut Conn<'_>, tenant: TenantId, members: &Members, wanted: &[GuardId]) -> Result<Self> {
        let mut walls = Walls::of(conn, tenant, members)?;
        let mut guards = BTreeMap::new();
        for some in wanted.chunks(256) {
            let (list, values) = in_list(1, some);
            let sql = format!(
                "WITH RECURSIVE up (guard_id, node_id, parent_guard_id, stays, marks) AS (
                   SELECT guard_id, node_id, parent_guard_id, stays, marks FROM security_guard WHERE guard_id IN ({list})
                   UNION
                   SELECT g.guard_id, g.node_id, g.parent_guard_id, g.stays, g.marks
                   FROM up
                   JOIN security_guard g ON g.guard_id = up.parent_guard_id
                 )
                 SELECT guard_id, node_id, parent_guard_id, stays, marks FROM up"
            );
            let found = conn.rows(&sql, &values, |row| walls.meet(row))?;
            guards.extend(found.into_iter().map(|guard| (guard.id, guard)));
        }
        let guards: Vec<_> = guards.into_values().collect();
        let held = if members.admin { Held::default() } else { Held::at(conn, &guards, members)? };
        Ok(Self::sum(guards, &held, members))
    }

    /// What each guard says is what is held at its node, and what the one above it says.
    fn sum(guards: Vec<Guard>, held: &Held, members: &Members) -> Self {
        let mut judged = Self(guards);
        let mut summed: Vec<Option<Option<NodeRole>>> = vec![None; judged.0.len()];
        let mut path = Vec::new();
        for start in 0..judged.0.len() {
            let mut next = Some(start);
            while let Some(at) = next.filter(|at| summed[*at].is_none()) {
                path.push(at);
                next = judged.0[at].parent.and_then(|parent| judged.place(parent));
            }
            let mut above = next.and_then(|at| summed[at]).flatten();
            while let Some(at) = path.pop() {
                let guard = &mut judged.0[at];
                above = if members.admin { Some(NodeRole::Manager) } else { above.max(held.by(guard)) };
                summed[at] = Some(above);
                guard.role = above.filter(|_| guard.passes);
            }
        }
        judged
    }

    fn place(&self, guard: GuardId) -> Option<usize> {
        self.0.binary_search_by_key(&guard, |guard| guard.id).ok()
    }

    pub fn find(&self, guard: GuardId) -> Option<&Guard> {
        Some(&self.0[self.place(guard)?])
    }

    pub fn is_open(&self, guard: GuardId) -> bool {
        self.role(guard).is_some()
    }

    pub fn role(&self, guard: GuardId) -> Option<NodeRole> {
        self.find(guard)?.role
    }

    pub fn iter(&self) -> impl Iterator<Item = &Guard> {
        self.0.iter()
    }
}

/// The strongest roles that the set's members hold at nodes, by grants on the nodes themselves.
#[derive(Debug, Default)]
struct Held(HashMap<NodeId, Roles>);

#[derive(Clone, Copy, Debug, Default)]
struct Roles {
    handed_down: Option<NodeRole>,
    /// With what stays.
    own: Option<NodeRole>,
}

impl Held {
    fn by(&self, guard: &Guard) -> Option<NodeRole> {
        let roles = self.0.get(&guard.node)?;
        if guard.stays { roles.own } else { roles.handed_down }
    }

    fn in_tenant(conn: &mut Conn<'_>, tenant: TenantId, members: &Members) -> db::Result<Self> {
        let mut held = Self::default();
        let groups: Vec<_> = members.groups.iter().copied().collect();
        for some in groups.chunks(256) {
            let (list, groups) = in_list(2, some);
            let sql = format!(
                "SELECT node_id, role, recursive FROM security_grant WHERE tenant_id = $1 AND user_group_id IN ({list})"
            );
            let values: Vec<_> = std::iter::once(Value::from(tenant)).chain(groups).collect();
            held.add(conn.rows(&sql, &values, grant)?);
        }
        if let Some(user) = members.user {
            let sql = "SELECT node_id, role, recursive FROM security_grant WHERE tenant_id = $1 AND users_id = $2";
            held.add(conn.rows(sql, params![tenant, user], grant)?);
        }
        Ok(held)
    }

    fn at(conn: &mut Conn<'_>, guards: &[Guard], members: &Members) -> db::Result<Self> {
        let mut held = Self::default();
        let nodes: Vec<_> = guards.iter().map(|guard| guard.node).collect();
        let groups: Vec<_> = members.groups.iter().copied().collect();
        for some in nodes.chunks(256) {
            for of in groups.chunks(256) {
                let (list, mut values) = in_list(1, some);
                let (groups, more) = in_list(values.len() + 1, of);
                values.extend(more);
                held.add(conn.rows(&held_at(&list, &format!("IN ({groups})"), "= 0"), &values, grant)?);
            }
            if let Some(user) = members.user {
                let (list, nodes) = in_list(2, some);
                let values: Vec<_> = std::iter::once(Value::from(user)).chain(nodes).collect();
                held.add(conn.rows(&held_at(&list, "= 0", "= $1"), &values, grant)?);
            }
        }
        Ok(held)
    }

    fn add(&mut self, grants: Vec<(NodeId, NodeRole, bool)>) {
        for (node, role, recursive) in grants {
            let roles = self.0.entry(node).or_default();
            roles.own = roles.own.max(Some(role));
            if recursive {
                roles.handed_down = roles.handed_down.max(Some(role));
            }
        }
    }
}

/// Grants on these nodes, by the index that has the principals of each: a node may have grants to hundreds.
fn held_at(nodes: &str, group: &str, user: &str) -> String {
    format!(
        "SELECT node_id, role, recursive FROM security_grant
         WHERE node_id IN ({nodes}) AND COALESCE(user_group_id, 0) {group} AND COALESCE(users_id, 0) {user}"
    )
}

fn grant(row: &Row<'_>) -> db::Result<(NodeId, NodeRole, bool)> {
    Ok((row.get(0)?, row.get(1)?, row.get(2)?))
}

/// The marks that a set meets. A tenant has many guards, and few different marks on them.
struct Walls {
    scheme: Scheme,
    cleared: Marks,
    known: HashMap<String, bool>,
}

impl Walls {
    fn of(conn: &mut Conn<'_>, tenant: TenantId, members: &Members) -> db::Result<Self> {
        let (scheme, cleared) = (Scheme::load(conn, tenant)?, clearances(conn, &members.groups)?);
        Ok(Self { scheme, cleared, known: HashMap::new() })
    }

    /// The guard of a row, with no role yet.
    fn meet(&mut self, row: &Row<'_>) -> db::Result<Guard> {
        let passes = self.let_pass(row.text(4)?)?;
        let (id, node, parent, stays) = (row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?);
        Ok(Guard { id, node, parent, stays, passes, role: None })
    }

    fn let_pass(&mut self, marks: &str) -> db::Result<bool> {
        if marks.is_empty() {
            return Ok(true);
        }
        if let Some(passes) = self.known.get(marks) {
            return Ok(*passes);
        }
        let effective = decode_marks(marks).ok_or_else(|| broken(marks))?;
        let passes = self.scheme.lets_pass(&effective, &self.cleared);
        self.known.insert(marks.to_owned(), passes);
        Ok(passes)
    }
}
