//! Effective roles: the role of one principal set under every ACL of a tenant, and the closed nodes that it may
//! traverse.

use std::collections::{BTreeSet, HashMap};

use db::Conn;
use nodes::{NodeState, in_list};
use primitives::{NodeId, NodeRole, TenantId};

use crate::acls::NodeAcl;
use crate::evaluated::EvaluatedAcls;
use crate::principal_key::PrincipalKey;
use crate::{AclId, Result};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct EffectiveRoles {
    /// By ACL.
    pub roles: Vec<(AclId, NodeRole)>,
    /// In order.
    pub traversable: Vec<NodeId>,
}

impl EffectiveRoles {
    /// Computed from the beginning.
    pub fn of(conn: &mut Conn<'_>, tenant: TenantId, key: &PrincipalKey) -> Result<Self> {
        let evaluated = EvaluatedAcls::all(conn, tenant, key)?;
        let roles = evaluated.iter().filter_map(|acl| Some((acl.id, acl.role?))).collect();
        Ok(Self { roles, traversable: traversable(conn, &evaluated)?.into_iter().collect() })
    }
}

/// The closed nodes above open ones.
fn traversable(conn: &mut Conn<'_>, evaluated: &EvaluatedAcls) -> Result<BTreeSet<NodeId>> {
    let begins = evaluated
        .iter()
        .filter(|acl| acl.role.is_some() && acl.parent.is_some_and(|parent| !evaluated.is_open(parent)));
    let mut begins: Vec<_> = begins.map(|acl| acl.node).collect();
    if begins.is_empty() {
        return Ok(BTreeSet::new());
    }
    begins.sort_unstable();
    begins.dedup();
    let paths = Paths::above(conn, &begins)?;
    Ok(above_open(&paths, evaluated, &begins))
}

/// From each place where access begins upwards, until a mark blocks the way, or a node that is not ready, which nobody
/// sees or traverses.
fn above_open(paths: &Paths, evaluated: &EvaluatedAcls, begins: &[NodeId]) -> BTreeSet<NodeId> {
    let mut found = BTreeSet::new();
    for start in begins.iter().copied() {
        // The inherited ACL is open, but a mark of the node alone may close the node itself, and with it the way up.
        if !paths.acl_at(start).is_some_and(|own| evaluated.is_open(own)) {
            continue;
        }
        let mut at = start;
        while let Some(above) = paths.parent_of(at).filter(|_| paths.is_ready(at)) {
            let Some(acl) = paths.acl_at(above).and_then(|acl| evaluated.find(acl)).filter(|acl| acl.passes) else {
                break;
            };
            // An open node need not be traversable, and the ancestors of known ones are known too.
            if acl.role.is_none() && !found.insert(above) {
                break;
            }
            at = above;
        }
    }
    found
}

/// Whether a set may traverse a node that is closed to it, for a set whose roles may not be stored. `granted` are the
/// nodes with grants to the set: below a closed node whose marks let the set pass, access begins at one of them.
pub(crate) fn may_traverse(
    conn: &mut Conn<'_>,
    tenant: TenantId,
    key: &PrincipalKey,
    node: NodeId,
    granted: &[NodeId],
) -> Result<bool> {
    for some in granted.chunks(256) {
        let paths = Paths::above(conn, some)?;
        if !paths.steps.contains_key(&node) {
            continue;
        }
        let acls: BTreeSet<_> = paths.acls().collect();
        let evaluated = EvaluatedAcls::some(conn, tenant, key, &acls.into_iter().collect::<Vec<_>>())?;
        if above_open(&paths, &evaluated, some).contains(&node) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Nodes, all their ancestors, and their effective ACLs.
pub(crate) struct Paths {
    pub steps: HashMap<NodeId, nodes::Step>,
    held: HashMap<NodeId, NodeAcl>,
}

impl Paths {
    pub fn above(conn: &mut Conn<'_>, nodes: &[NodeId]) -> db::Result<Self> {
        let steps = nodes::above(conn, nodes)?;
        let own: Vec<_> = steps.iter().filter(|(_, step)| step.has_own_acl).map(|(node, _)| *node).collect();
        let mut held = HashMap::new();
        for some in own.chunks(256) {
            let (list, values) = in_list(1, some);
            let sql = format!(
                "SELECT node_id, effective_acl_id, inheritable_acl_id FROM security_node_acl WHERE node_id IN ({list})"
            );
            held.extend(conn.rows(&sql, &values, |row| {
                Ok((row.get::<NodeId>(0)?, NodeAcl { effective: row.get(1)?, inheritable: row.get(2)? }))
            })?);
        }
        Ok(Self { steps, held })
    }

    pub fn parent_of(&self, node: NodeId) -> Option<NodeId> {
        self.steps.get(&node)?.parent
    }

    pub fn is_ready(&self, node: NodeId) -> bool {
        self.steps.get(&node).is_some_and(|step| step.state == NodeState::Ready)
    }

    pub fn acl_at(&self, node: NodeId) -> Option<AclId> {
        if let Some(held) = self.held.get(&node) {
            return Some(held.effective);
        }
        let mut above = std::iter::successors(self.parent_of(node), |node| self.parent_of(*node));
        above.find_map(|node| self.held.get(&node)).map(|held| held.inheritable)
    }

    /// Every ACL that is effective at one of the nodes.
    pub fn acls(&self) -> impl Iterator<Item = AclId> {
        self.held.values().flat_map(|held| [held.effective, held.inheritable])
    }
}
