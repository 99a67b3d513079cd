//! A patch: the changes to the stored roles of an outdated set, computed from the log of changes.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use db::{Conn, Value, params};
use nodes::in_list;
use primitives::{NodeId, NodeRole, TenantId};

use crate::effective_roles::{EffectiveRoles, Paths};
use crate::epoch::{self, Changes};
use crate::evaluated::EvaluatedAcls;
use crate::principal_set::{PrincipalSet, PrincipalSetId};
use crate::{AclId, Result};

/// The differences between the current and the stored roles.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Patch {
    pub roles: BTreeMap<AclId, Option<NodeRole>>,
    pub traversable: BTreeMap<NodeId, bool>,
}

/// How much work the computation may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effort {
    /// No more than an ordinary question takes.
    Little,
    AsNeeded,
}

/// Rows of the log, and ACLs, that are considered during a question.
const FEW: usize = 64;
/// With more ACLs than this, computing all of them is as fast.
const MANY: usize = 512;

impl Effort {
    fn most(self) -> usize {
        match self {
            Self::Little => FEW,
            Self::AsNeeded => MANY,
        }
    }
}

impl Patch {
    pub fn is_empty(&self) -> bool {
        self.roles.is_empty() && self.traversable.is_empty()
    }

    /// The number of different rows.
    pub fn len(&self) -> usize {
        self.roles.len() + self.traversable.len()
    }

    /// From the stored roles to those of the tenant's epoch `now`. None if that takes more than the effort.
    pub fn to(
        conn: &mut Conn<'_>,
        tenant: TenantId,
        stored_set: &PrincipalSet,
        now: i64,
        effort: Effort,
    ) -> Result<Option<Self>> {
        if let Some(changes) = remembered(conn, tenant, stored_set, now, effort)? {
            if changes.is_none() {
                return Ok(Some(Self::default()));
            }
            let most = effort.most();
            if let Some(touched) = touched(conn, &changes, most)? {
                return Ok(Some(Climb::begin(conn, tenant, stored_set, &changes, &touched)?.patch(conn)?));
            }
        }
        if effort == Effort::Little {
            return Ok(None);
        }
        let effective_roles = EffectiveRoles::of(conn, tenant, &stored_set.key)?;
        Ok(Some(Self::between(conn, stored_set.id, effective_roles)?))
    }

    /// From the stored roles to all of `effective_roles`.
    fn between(conn: &mut Conn<'_>, set: PrincipalSetId, effective_roles: EffectiveRoles) -> db::Result<Self> {
        let sql = "SELECT acl_id, role FROM security_effective_role WHERE principal_set_id = $1";
        let stored = conn.rows(sql, params![set], |row| Ok((row.get(0)?, row.get(1)?)))?;
        let stored: HashMap<AclId, NodeRole> = stored.into_iter().collect();
        let held: HashSet<AclId> = effective_roles.roles.iter().map(|(acl, _)| *acl).collect();
        let mut patch = Self::default();
        patch.roles.extend(stored.keys().filter(|acl| !held.contains(acl)).map(|acl| (*acl, None)));
        let differs = |effective_role: &&(AclId, NodeRole)| stored.get(&effective_role.0) != Some(&effective_role.1);
        patch.roles.extend(effective_roles.roles.iter().filter(differs).map(|(acl, role)| (*acl, Some(*role))));
        let sql = "SELECT node_id FROM security_traversable WHERE principal_set_id = $1";
        let stored: BTreeSet<NodeId> = conn.rows(sql, params![set], |row| row.get(0))?.into_iter().collect();
        let traversable: BTreeSet<NodeId> = effective_roles.traversable.into_iter().collect();
        patch.traversable.extend(stored.difference(&traversable).map(|node| (*node, false)));
        patch.traversable.extend(traversable.difference(&stored).map(|node| (*node, true)));
        Ok(patch)
    }
}

/// The changes since then; None if they are too many, or older than the log.
fn remembered(
    conn: &mut Conn<'_>,
    tenant: TenantId,
    stored_set: &PrincipalSet,
    now: i64,
    effort: Effort,
) -> db::Result<Option<Changes>> {
    if stored_set.epoch < 0 || now - stored_set.epoch >= epoch::REMEMBERED {
        return Ok(None);
    }
    let most = i64::try_from(effort.most()).unwrap_or(i64::MAX);
    let changes = epoch::since(conn, tenant, &stored_set.key, stored_set.epoch, most)?;
    Ok(changes.filter(|changes| !changes.all))
}

/// The ACLs that were touched, with those below them where these are affected.
fn touched(conn: &mut Conn<'_>, changes: &Changes, most: usize) -> db::Result<Option<BTreeSet<AclId>>> {
    let mut found: BTreeSet<AclId> = changes.acls.iter().chain(&changes.below).copied().collect();
    let below: Vec<_> = changes.below.iter().copied().collect::<BTreeSet<_>>().into_iter().collect();
    let children = db::seek(conn.engine(), "security_acl", "g", "g.parent_acl_id = down.acl_id");
    for some in below.chunks(256) {
        let (list, mut values) = in_list(2, some);
        values.insert(0, Value::from(i64::try_from(most).unwrap_or(i64::MAX) + 1));
        let sql = format!(
            "WITH RECURSIVE down (acl_id) AS (
               SELECT acl_id FROM security_acl WHERE parent_acl_id IN ({list})
               UNION
               SELECT g.acl_id FROM down {children}
             )
             SELECT acl_id FROM down LIMIT $1"
        );
        found.extend(conn.rows(&sql, &values, |row| row.get::<AclId>(0))?);
    }
    Ok((found.len() <= most).then_some(found))
}

/// The way up from touched nodes. A node is computed again if something in it now leads on, or no longer does.
struct Climb<'c> {
    set: PrincipalSetId,
    touched: &'c BTreeSet<AclId>,
    paths: Paths,
    evaluated: EvaluatedAcls,
    /// The stored roles of the touched ACLs and those at the nodes.
    roles: HashMap<AclId, NodeRole>,
    traversable: HashSet<NodeId>,
    /// Computed in any case.
    forced: HashSet<NodeId>,
    /// Nodes that were added, removed or moved: their parents must be computed again.
    uncertain: HashSet<NodeId>,
}

impl<'c> Climb<'c> {
    fn begin(
        conn: &mut Conn<'_>,
        tenant: TenantId,
        stored_set: &PrincipalSet,
        changes: &Changes,
        touched: &'c BTreeSet<AclId>,
    ) -> Result<Self> {
        let acls: Vec<_> = touched.iter().copied().collect();
        let places = places(conn, &acls)?;
        let uncertain: HashSet<NodeId> = changes.nodes.iter().copied().collect();
        let starts: BTreeSet<NodeId> = places.values().chain(&uncertain).copied().collect();
        let paths = Paths::above(conn, &starts.iter().copied().collect::<Vec<_>>())?;
        let wanted: BTreeSet<AclId> = touched.iter().copied().chain(paths.acls()).collect();
        let wanted: Vec<_> = wanted.into_iter().collect();
        let evaluated = EvaluatedAcls::some(conn, tenant, &stored_set.key, &wanted)?;
        let roles = stored_roles(conn, stored_set.id, &wanted)?;
        let traversable = stored_traversable(conn, stored_set.id, &paths.steps.keys().copied().collect::<Vec<_>>())?;
        let roots = changes.below.iter().filter_map(|acl| places.get(acl).copied());
        let roots: HashSet<NodeId> = roots.chain(uncertain.iter().copied()).collect();
        let forced = starts.iter().flat_map(|start| up_to(&paths, *start, &roots)).collect();
        Ok(Self { set: stored_set.id, touched, paths, evaluated, roles, traversable, forced, uncertain })
    }

    fn patch(self, conn: &mut Conn<'_>) -> Result<Patch> {
        let mut patch = Patch::default();
        for acl in self.touched {
            let role = self.evaluated.role(*acl);
            if role != self.roles.get(acl).copied() {
                patch.roles.insert(*acl, role);
            }
        }
        // The content of a node is computed before the node.
        let mut leads: HashMap<NodeId, Vec<(NodeId, bool)>> = HashMap::new();
        let mut dirty = self.forced.clone();
        for node in self.deepest_first() {
            let within = leads.remove(&node).unwrap_or_default();
            let stored = self.traversable.contains(&node);
            let now = if dirty.contains(&node) { self.is_traversable(conn, node, &within)? } else { stored };
            if now != stored {
                patch.traversable.insert(node, now);
            }
            let acl = self.paths.acl_at(node);
            let would_lead = now || acl.is_some_and(|acl| self.evaluated.is_open(acl));
            let did_lead = stored || acl.is_some_and(|acl| self.roles.contains_key(&acl));
            let Some(parent) = self.paths.parent_of(node) else { continue };
            if would_lead != did_lead || (would_lead && self.uncertain.contains(&node)) {
                dirty.insert(parent);
            }
            leads.entry(parent).or_default().push((node, would_lead && self.paths.is_ready(node)));
        }
        Ok(patch)
    }

    fn deepest_first(&self) -> Vec<NodeId> {
        let depth = |node: NodeId| std::iter::successors(Some(node), |at| self.paths.parent_of(*at)).count();
        let mut nodes: Vec<_> = self.paths.steps.keys().map(|node| (depth(*node), *node)).collect();
        nodes.sort_unstable_by(|one, other| other.cmp(one));
        nodes.into_iter().map(|(_, node)| node).collect()
    }

    /// Whether the closed node leads to something open: in this climb, or by any other entry in it.
    fn is_traversable(&self, conn: &mut Conn<'_>, node: NodeId, within: &[(NodeId, bool)]) -> db::Result<bool> {
        let acl = self.paths.acl_at(node).and_then(|acl| self.evaluated.find(acl));
        if acl.is_none_or(|acl| acl.role.is_some() || !acl.passes) {
            return Ok(false);
        }
        if within.iter().any(|(_, leads)| *leads) {
            return Ok(true);
        }
        let known: HashSet<NodeId> = within.iter().map(|(child, _)| *child).collect();
        for leading in [OPEN_IN, TRAVERSABLE_IN] {
            // None of those in this climb leads on, so one more than their number is another entry.
            let limit = i64::try_from(known.len() + 1).unwrap_or(i64::MAX);
            let found = conn.rows(leading, params![node, self.set, limit], |row| row.get::<NodeId>(0))?;
            if found.iter().any(|child| !known.contains(child)) {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// The entries of a folder that are stored as open by an ACL of their own.
const OPEN_IN: &str = concat!(
    "SELECT n.node_id FROM nodes_node n
    JOIN security_node_acl g ON g.node_id = n.node_id
    WHERE n.parent_id = $1 AND n.state = ",
    nodes::state!(Ready),
    " AND n.has_own_acl
      AND EXISTS (SELECT 1 FROM security_effective_role v WHERE v.principal_set_id = $2 AND v.acl_id = g.effective_acl_id)
    LIMIT $3"
);

/// The folders in a folder that are stored as traversable.
const TRAVERSABLE_IN: &str = concat!(
    "SELECT n.node_id FROM nodes_node n
    WHERE n.parent_id = $1 AND n.state = ",
    nodes::state!(Ready),
    " AND n.kind = 1
      AND EXISTS (SELECT 1 FROM security_traversable p WHERE p.principal_set_id = $2 AND p.node_id = n.node_id)
    LIMIT $3"
);

/// The path from `start` up to the highest of `roots` on it; empty if there is none.
fn up_to(paths: &Paths, start: NodeId, roots: &HashSet<NodeId>) -> Vec<NodeId> {
    let mut path: Vec<_> = std::iter::successors(Some(start), |node| paths.parent_of(*node)).collect();
    let highest = path.iter().rposition(|node| roots.contains(node));
    // The start itself was touched.
    path.truncate(highest.map_or(1, |at| at + 1));
    path
}

/// The nodes of ACLs.
fn places(conn: &mut Conn<'_>, acls: &[AclId]) -> db::Result<HashMap<AclId, NodeId>> {
    let mut found = HashMap::new();
    for some in acls.chunks(256) {
        let (list, values) = in_list(1, some);
        let sql = format!("SELECT acl_id, node_id FROM security_acl WHERE acl_id IN ({list})");
        found.extend(conn.rows(&sql, &values, |row| Ok((row.get::<AclId>(0)?, row.get::<NodeId>(1)?)))?);
    }
    Ok(found)
}

fn stored_roles(conn: &mut Conn<'_>, set: PrincipalSetId, acls: &[AclId]) -> db::Result<HashMap<AclId, NodeRole>> {
    let mut found = HashMap::new();
    for some in acls.chunks(256) {
        let (list, mut values) = in_list(2, some);
        values.insert(0, Value::from(set));
        let sql = format!(
            "SELECT acl_id, role FROM security_effective_role WHERE principal_set_id = $1 AND acl_id IN ({list})"
        );
        found.extend(conn.rows(&sql, &values, |row| Ok((row.get::<AclId>(0)?, row.get::<NodeRole>(1)?)))?);
    }
    Ok(found)
}

fn stored_traversable(conn: &mut Conn<'_>, set: PrincipalSetId, nodes: &[NodeId]) -> db::Result<HashSet<NodeId>> {
    let mut found = HashSet::new();
    for some in nodes.chunks(256) {
        let (list, mut values) = in_list(2, some);
        values.insert(0, Value::from(set));
        let sql =
            format!("SELECT node_id FROM security_traversable WHERE principal_set_id = $1 AND node_id IN ({list})");
        found.extend(conn.rows(&sql, &values, |row| row.get::<NodeId>(0))?);
    }
    Ok(found)
}
