//! ACLs evaluated for one principal set: its role under each, and whether its clearance covers the marks.

use std::collections::{BTreeMap, HashMap};

use db::{Conn, Row, Value, params};
use nodes::in_list;
use primitives::{NodeId, NodeRole, TenantId};

use crate::acls::broken;
use crate::held_grants::held_at;
use crate::marks::{Marks, decode_marks};
use crate::principal_key::PrincipalKey;
use crate::scheme::{Scheme, clearances};
use crate::{AclId, Result};

/// An ACL, evaluated for one set.
#[derive(Clone, Debug)]
pub(crate) struct Acl {
    pub id: AclId,
    pub node: NodeId,
    pub parent: Option<AclId>,
    /// It applies to its node only.
    stays: bool,
    /// Whether the set is cleared for its marks.
    pub passes: bool,
    pub role: Option<NodeRole>,
}

/// ACLs by id, each with all those above it.
pub(crate) struct EvaluatedAcls(Vec<Acl>);

impl EvaluatedAcls {
    /// All ACLs of a tenant.
    pub fn all(conn: &mut Conn<'_>, tenant: TenantId, key: &PrincipalKey) -> Result<Self> {
        let mut check = MarkCheck::of(conn, tenant, key)?;
        let acls = conn.rows(
            "SELECT acl_id, node_id, parent_acl_id, stays, marks FROM security_acl WHERE tenant_id = $1
             ORDER BY acl_id",
            params![tenant],
            |row| check.acl(row),
        )?;
        let held = if key.admin { Held::default() } else { Held::in_tenant(conn, tenant, key)? };
        Ok(Self::sum(acls, &held, key))
    }

    /// Some ACLs of a tenant; deleted ones are left out.
    pub fn some(conn: &mut Conn<'_>, tenant: TenantId, key: &PrincipalKey, wanted: &[AclId]) -> Result<Self> {
        let mut check = MarkCheck::of(conn, tenant, key)?;
        let mut acls = BTreeMap::new();
        let parents = db::seek(conn.engine(), "security_acl", "g", "g.acl_id = up.parent_acl_id");
        for some in wanted.chunks(256) {
            let (list, values) = in_list(1, some);
            let sql = format!(
                "WITH RECURSIVE up (acl_id, node_id, parent_acl_id, stays, marks) AS (
                   SELECT acl_id, node_id, parent_acl_id, stays, marks FROM security_acl WHERE acl_id IN ({list})
                   UNION
                   SELECT g.acl_id, g.node_id, g.parent_acl_id, g.stays, g.marks
                   FROM up {parents}
                 )
                 SELECT acl_id, node_id, parent_acl_id, stays, marks FROM up"
            );
            let found = conn.rows(&sql, &values, |row| check.acl(row))?;
            acls.extend(found.into_iter().map(|acl| (acl.id, acl)));
        }
        let acls: Vec<_> = acls.into_values().collect();
        let nodes: Vec<_> = acls.iter().map(|acl| acl.node).collect();
        let held = if key.admin { Held::default() } else { Held::at(conn, &nodes, key)? };
        Ok(Self::sum(acls, &held, key))
    }

    /// The role under each ACL is the strongest of the grants at its node and the role under the ACL above.
    fn sum(acls: Vec<Acl>, held: &Held, key: &PrincipalKey) -> Self {
        let mut evaluated = Self(acls);
        let mut summed: Vec<Option<Option<NodeRole>>> = vec![None; evaluated.0.len()];
        let mut path = Vec::new();
        for start in 0..evaluated.0.len() {
            let mut next = Some(start);
            while let Some(at) = next.filter(|at| summed[*at].is_none()) {
                path.push(at);
                next = evaluated.0[at].parent.and_then(|parent| evaluated.place(parent));
            }
            let mut above = next.and_then(|at| summed[at]).flatten();
            while let Some(at) = path.pop() {
                let acl = &mut evaluated.0[at];
                above = if key.admin { Some(NodeRole::Manager) } else { above.max(held.by(acl)) };
                summed[at] = Some(above);
                acl.role = above.filter(|_| acl.passes);
            }
        }
        evaluated
    }

    fn place(&self, acl: AclId) -> Option<usize> {
        self.0.binary_search_by_key(&acl, |acl| acl.id).ok()
    }

    pub fn find(&self, acl: AclId) -> Option<&Acl> {
        Some(&self.0[self.place(acl)?])
    }

    pub fn is_open(&self, acl: AclId) -> bool {
        self.role(acl).is_some()
    }

    pub fn role(&self, acl: AclId) -> Option<NodeRole> {
        self.find(acl)?.role
    }

    pub fn iter(&self) -> impl Iterator<Item = &Acl> {
        self.0.iter()
    }
}

/// The strongest roles that the set has at nodes, by grants on the nodes themselves.
#[derive(Debug, Default)]
struct Held(HashMap<NodeId, Roles>);

#[derive(Clone, Copy, Debug, Default)]
struct Roles {
    handed_down: Option<NodeRole>,
    /// Including grants that are not inherited.
    own: Option<NodeRole>,
}

impl Held {
    fn by(&self, acl: &Acl) -> Option<NodeRole> {
        let roles = self.0.get(&acl.node)?;
        if acl.stays { roles.own } else { roles.handed_down }
    }

    fn in_tenant(conn: &mut Conn<'_>, tenant: TenantId, key: &PrincipalKey) -> db::Result<Self> {
        let mut held = Self::default();
        let groups: Vec<_> = key.groups.iter().copied().collect();
        for some in groups.chunks(256) {
            let (list, groups) = in_list(2, some);
            let sql = format!(
                "SELECT node_id, role, recursive FROM security_grant WHERE tenant_id = $1 AND user_group_id IN ({list})"
            );
            let values: Vec<_> = std::iter::once(Value::from(tenant)).chain(groups).collect();
            held.add(conn.rows(&sql, &values, grant)?);
        }
        if let Some(user) = key.user {
            let sql = "SELECT node_id, role, recursive FROM security_grant WHERE tenant_id = $1 AND users_id = $2";
            held.add(conn.rows(sql, params![tenant, user], grant)?);
        }
        Ok(held)
    }

    fn at(conn: &mut Conn<'_>, nodes: &[NodeId], key: &PrincipalKey) -> db::Result<Self> {
        let mut held = Self::default();
        let grants = held_at(conn, nodes, key)?;
        held.add(grants.into_iter().map(|grant| (grant.node, grant.role, grant.recursive)).collect());
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

fn grant(row: &Row<'_>) -> db::Result<(NodeId, NodeRole, bool)> {
    Ok((row.get(0)?, row.get(1)?, row.get(2)?))
}

/// The marks that the set is cleared for. A tenant has many ACLs, but few different marks on them.
struct MarkCheck {
    scheme: Scheme,
    cleared: Marks,
    known: HashMap<String, bool>,
}

impl MarkCheck {
    fn of(conn: &mut Conn<'_>, tenant: TenantId, key: &PrincipalKey) -> db::Result<Self> {
        let (scheme, cleared) = (Scheme::load(conn, tenant)?, clearances(conn, &key.groups)?);
        Ok(Self { scheme, cleared, known: HashMap::new() })
    }

    /// The ACL of a row, with no role yet.
    fn acl(&mut self, row: &Row<'_>) -> db::Result<Acl> {
        let passes = self.let_pass(row.text(4)?)?;
        let (id, node, parent, stays) = (row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?);
        Ok(Acl { id, node, parent, stays, passes, role: None })
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
