//! A patch: what has to change in what is stored of a set that is behind, computed from what was touched since.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use db::{Conn, Value, params};
use nodes::in_list;
use primitives::{AclId, NodeId, NodeRole, PrincipalSetId, TenantId};

use crate::Result;
use crate::effective_roles::{EffectiveRoles, Paths};
use crate::epoch::{self, Changes};
use crate::evaluated::EvaluatedAcls;
use crate::principal_set::PrincipalSet;

/// Where what holds now differs from what is stored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Patch {
    pub roles: BTreeMap<AclId, Option<NodeRole>>,
    pub traversable: BTreeMap<NodeId, bool>,
}

/// How much a question may compute on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effort {
    /// What takes no longer than a question itself.
    Little,
    AsNeeded,
}

/// Rows of the log, and ACLs, that are looked at on the way of a question.
const FEW: usize = 64;
/// More ACLs than these are not looked at one by one: all of them are as quick.
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

    /// Rows that differ.
    pub fn len(&self) -> usize {
        self.roles.len() + self.traversable.len()
    }

    /// From what is stored to the tenant's epoch `now`. None where that takes more than the effort.
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

    /// From what is stored to all of `effective_roles`.
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

/// What was touched since, unless that is more than is looked at, or the log does not reach back so far.
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

/// The ACLs that were touched, with those under them where they count.
fn touched(conn: &mut Conn<'_>, changes: &Changes, most: usize) -> db::Result<Option<BTreeSet<AclId>>> {
    let mut found: BTreeSet<AclId> = changes.acls.iter().chain(&changes.below).copied().collect();
    let below: Vec<_> = changes.below.iter().copied().collect::<BTreeSet<_>>().into_iter().collect();
    for some in below.chunks(256) {
        let (list, mut values) = in_list(2, some);
        values.insert(0, Value::from(i64::try_from(most).unwrap_or(i64::MAX) + 1));
        let sql = format!(
            "WITH RECURSIVE down (acl_id) AS (
               SELECT acl_id FROM security_acl WHERE parent_acl_id IN ({list})
               UNION
               SELECT g.acl_id FROM down JOIN security_acl g ON g.parent_acl_id = down.acl_id
             )
             SELECT acl_id FROM down LIMIT $1"
        );
        found.extend(conn.rows(&sql, &values, |row| row.get::<AclId>(0))?);
    }
    Ok((found.len() <= most).then_some(found))
}

/// The way up from what was touched. A node is computed anew where something in it leads on otherwise than before.
struct Climb<'c> {
    set: PrincipalSetId,
    touched: &'c BTreeSet<AclId>,
    paths: Paths,
    evaluated: EvaluatedAcls,
    /// What is stored of the touched ACLs and those at the nodes, and of the nodes.
    roles: HashMap<AclId, NodeRole>,
    traversable: HashSet<NodeId>,
    /// Worked out in any case.
    forced: HashSet<NodeId>,
    /// Nodes that came, went or moved: that they lead on is news to what they are in.
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
        // What is in a node comes before it.
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

    /// Whether the closed node leads to something open: by what is on the climb, or by anything else in it.
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
            // Of what is on the climb, none leads on: one more than those is another.
            let limit = i64::try_from(known.len() + 1).unwrap_or(i64::MAX);
            let found = conn.rows(leading, params![node, self.set, limit], |row| row.get::<NodeId>(0))?;
            if found.iter().any(|child| !known.contains(child)) {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// What is in a folder and stored as open by an ACL of its own.
const OPEN_IN: &str = "SELECT n.node_id FROM nodes_node n
    JOIN security_node_acl g ON g.node_id = n.node_id
    WHERE n.parent_id = $1 AND n.state = 1 AND n.has_own_acl
      AND EXISTS (SELECT 1 FROM security_effective_role v WHERE v.principal_set_id = $2 AND v.acl_id = g.effective_acl_id)
    LIMIT $3";

/// The folders in a folder that are stored as traversable.
const TRAVERSABLE_IN: &str = "SELECT n.node_id FROM nodes_node n
    WHERE n.parent_id = $1 AND n.state = 1 AND n.kind = 1
      AND EXISTS (SELECT 1 FROM security_traversable p WHERE p.principal_set_id = $2 AND p.node_id = n.node_id)
    LIMIT $3";

/// The way from `start` up to the highest of `roots` on it; nothing where there is none.
fn up_to(paths: &Paths, start: NodeId, roots: &HashSet<NodeId>) -> Vec<NodeId> {
    let mut way: Vec<_> = std::iter::successors(Some(start), |node| paths.parent_of(*node)).collect();
    let highest = way.iter().rposition(|node| roots.contains(node));
    // The start itself is where something was touched.
    way.truncate(highest.map_or(1, |at| at + 1));
    way
}

/// Where ACLs are.
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
