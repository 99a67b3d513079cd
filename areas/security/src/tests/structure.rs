//! Whether the ACLs, and the folders' pointers to them, equal those of a fresh computation.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use authz::Actor;
use db::{Conn, params};
use primitives::{NodeId, NodeKind, NodeRole, TenantId};

use super::reference::Reference;
use crate::acls::{NodeAcl, is_propagating, locals, marks_from};
use crate::effective_roles::EffectiveRoles;
use crate::marks::Marks;
use crate::patch::{Effort, Patch};
use crate::principal_set::PrincipalSet;
use crate::{AclId, Principal, Result};

/// The content of an ACL: the grants in effect, and the marks.
#[derive(Debug, PartialEq)]
struct Content {
    grants: BTreeMap<Principal, NodeRole>,
    marks: Marks,
}

struct Acl {
    node: NodeId,
    parent: Option<AclId>,
    stays: bool,
    marks: Marks,
}

struct ACLs {
    acls: BTreeMap<AclId, Acl>,
    /// The grants and marks set on nodes.
    grants: HashMap<NodeId, Vec<(Principal, NodeRole, bool)>>,
}

impl ACLs {
    fn load(conn: &mut Conn<'_>, tenant: TenantId) -> db::Result<Self> {
        let sql = "SELECT acl_id, node_id, parent_acl_id, stays, marks FROM security_acl WHERE tenant_id = $1";
        let acls: BTreeMap<AclId, Acl> = conn
            .rows(sql, params![tenant], |r| {
                let (node, parent, stays, marks) = (r.get(1)?, r.get(2)?, r.get(3)?, marks_from(r, 4)?);
                Ok((r.get(0)?, Acl { node, parent, stays, marks }))
            })?
            .into_iter()
            .collect();
        let nodes: Vec<_> = acls.values().map(|acl| acl.node).collect();
        let mut grants = HashMap::new();
        for some in nodes.chunks(256) {
            grants.extend(locals(conn, some)?.into_iter().map(|(node, local)| (node, local.grants)));
        }
        Ok(Self { acls, grants })
    }

    /// The grants set on its node, and the content of the ACL above.
    fn content(&self, id: AclId) -> Content {
        let acl = &self.acls[&id];
        let mut grants = acl.parent.map(|parent| self.content(parent).grants).unwrap_or_default();
        for (principal, role, recursive) in self.grants.get(&acl.node).into_iter().flatten() {
            if *recursive || acl.stays {
                let held = grants.entry(*principal).or_insert(*role);
                *held = (*held).max(*role);
            }
        }
        Content { grants, marks: acl.marks.clone() }
    }
}

/// Differences between a set's stored roles, with the changes since, and a computation from the beginning.
pub fn set_differences(conn: &mut Conn<'_>, actor: &Actor, tenant: TenantId) -> Result<Vec<String>> {
    let (stored_set, now) = PrincipalSet::find(conn, actor, tenant)?;
    let sql = "SELECT acl_id, role FROM security_effective_role WHERE principal_set_id = $1";
    let stored = conn.rows(sql, params![stored_set.id], |r| Ok((r.get(0)?, r.get(1)?)))?;
    let mut roles: BTreeMap<AclId, NodeRole> = stored.into_iter().collect();
    let sql = "SELECT node_id FROM security_traversable WHERE principal_set_id = $1";
    let mut traversable: BTreeSet<NodeId> = conn.rows(sql, params![stored_set.id], |r| r.get(0))?.into_iter().collect();
    if stored_set.epoch != now {
        let patch = Patch::to(conn, tenant, &stored_set, now, Effort::AsNeeded)?.unwrap();
        for (acl, role) in patch.roles {
            match role {
                Some(role) => drop(roles.insert(acl, role)),
                None => drop(roles.remove(&acl)),
            }
        }
        for (node, passes) in patch.traversable {
            let _ = if passes { traversable.insert(node) } else { traversable.remove(&node) };
        }
    }
    let fresh = EffectiveRoles::of(conn, tenant, &stored_set.key)?;
    let stored_set =
        EffectiveRoles { roles: roles.into_iter().collect(), traversable: traversable.into_iter().collect() };
    let differs = stored_set != fresh;
    Ok(differs.then(|| format!("user {}: {stored_set:?} for {fresh:?}", actor.user)).into_iter().collect())
}

/// Every difference, in words.
pub fn differences(conn: &mut Conn<'_>, tenant: TenantId, truth: &Reference) -> db::Result<Vec<String>> {
    let acls = ACLs::load(conn, tenant)?;
    let sql = "SELECT n.node_id, n.has_own_acl, g.effective_acl_id, g.inheritable_acl_id
        FROM nodes_node n JOIN security_node_acl g ON g.node_id = n.node_id WHERE n.tenant_id = $1";
    let pointers: BTreeMap<NodeId, (bool, NodeAcl)> = conn
        .rows(sql, params![tenant], |r| {
            Ok((r.get(0)?, (r.get(1)?, NodeAcl { effective: r.get(2)?, inheritable: r.get(3)? })))
        })?
        .into_iter()
        .collect();
    let propagating = is_propagating(conn, tenant)?;
    // A node inherits the nearest ACL above it.
    let flows_into = |node: NodeId| {
        let parent = |node: &NodeId| truth.nodes[node].0;
        let mut above = std::iter::successors(parent(&node), parent);
        above.find_map(|step| pointers.get(&step).filter(|(own, _)| *own).map(|(_, held)| held.inheritable))
    };
    let mut wrong = Vec::new();
    for (node, (_, kind, _)) in &truth.nodes {
        match (pointers.get(node), *kind) {
            (Some((true, held)), _) => {
                for (acl, handed_down) in [(held.effective, false), (held.inheritable, true)] {
                    // If both are one, the inheritable ACL is the effective one.
                    let wanted =
                        Content { grants: truth.grants(*node, handed_down), marks: truth.marks(*node, handed_down) };
                    let content = acls.content(acl);
                    let Acl { node: place, parent, .. } = &acls.acls[&acl];
                    let above = flows_into(*node);
                    if (*place, *parent) != (*node, above) || content != wanted {
                        let said = format!("at {place}, under {parent:?}, says {content:?}");
                        wrong.push(format!("acl {acl} of node {node} {said} for {wanted:?} under {above:?}"));
                    }
                }
            }
            (Some((false, held)), NodeKind::Folder) if propagating || Some(held.inheritable) == flows_into(*node) => {
                if !propagating && held.effective != held.inheritable {
                    wrong.push(format!("folder {node} has a part of an ACL"));
                }
            }
            (None, NodeKind::File) => {}
            (found, kind) => wrong.push(format!("{kind:?} {node} has {found:?} for {:?}", flows_into(*node))),
        }
    }
    Ok(wrong)
}
