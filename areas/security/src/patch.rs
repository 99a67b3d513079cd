//! A patch: what a set that is behind would be stored otherwise, worked out from what was touched since.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use db::{Conn, Value, params};
use nodes::in_list;
use primitives::{GuardId, NodeId, NodeRole, PrincipalSetId, TenantId};

use crate::Result;
use crate::epoch::{self, Changes};
use crate::judged::Judged;
use crate::kept::Kept;
use crate::verdicts::{Paths, Verdicts};

/// Where what holds now differs from what is stored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Patch {
    pub roles: BTreeMap<GuardId, Option<NodeRole>>,
    pub passable: BTreeMap<NodeId, bool>,
}

/// How much a question may work out on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effort {
    /// What takes no longer than a question itself.
    Little,
    AsNeeded,
}

/// Rows of the log, and guards, that are looked at on the way of a question.
const FEW: usize = 64;
/// More guards than these are not looked at one by one: all of them are as quick.
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
        self.roles.is_empty() && self.passable.is_empty()
    }

    /// Rows that differ.
    pub fn len(&self) -> usize {
        self.roles.len() + self.passable.len()
    }

    /// From what is stored to the tenant's epoch `now`. None where that takes more than the effort.
    pub fn to(conn: &mut Conn<'_>, tenant: TenantId, kept: &Kept, now: i64, effort: Effort) -> Result<Option<Self>> {
        if let Some(changes) = remembered(conn, tenant, kept, now, effort)? {
            if changes.is_none() {
                return Ok(Some(Self::default()));
            }
            let most = effort.most();
            if let Some(touched) = touched(conn, &changes, most)? {
                return Ok(Some(Climb::begin(conn, tenant, kept, &changes, &touched)?.patch(conn)?));
            }
        }
        if effort == Effort::Little {
            return Ok(None);
        }
        let verdicts = Verdicts::of(conn, tenant, &kept.members)?;
        Ok(Some(Self::between(conn, kept.set, verdicts)?))
    }

    /// From what is stored to all of `verdicts`.
    fn between(conn: &mut Conn<'_>, set: PrincipalSetId, verdicts: Verdicts) -> db::Result<Self> {
        let sql = "SELECT guard_id, role FROM security_verdict WHERE principal_set_id = $1";
        let stored = conn.rows(sql, params![set], |row| Ok((row.get(0)?, row.get(1)?)))?;
        let stored: HashMap<GuardId, NodeRole> = stored.into_iter().collect();
        let held: HashSet<GuardId> = verdicts.roles.iter().map(|(guard, _)| *guard).collect();
        let mut patch = Self::default();
        patch.roles.extend(stored.keys().filter(|guard| !held.contains(guard)).map(|guard| (*guard, None)));
        let differs = |verdict: &&(GuardId, NodeRole)| stored.get(&verdict.0) != Some(&verdict.1);
        patch.roles.extend(verdicts.roles.iter().filter(differs).map(|(guard, role)| (*guard, Some(*role))));
        let sql = "SELECT node_id FROM security_passable WHERE principal_set_id = $1";
        let stored: BTreeSet<NodeId> = conn.rows(sql, params![set], |row| row.get(0))?.into_iter().collect();
        let passable: BTreeSet<NodeId> = verdicts.passable.into_iter().collect();
        patch.passable.extend(stored.difference(&passable).map(|node| (*node, false)));
        patch.passable.extend(passable.difference(&stored).map(|node| (*node, true)));
        Ok(patch)
    }
}

/// What was touched since, unless that is more than is looked at, or the log does not reach back so far.
fn remembered(
    conn: &mut Conn<'_>,
    tenant: TenantId,
    kept: &Kept,
    now: i64,
    effort: Effort,
) -> db::Result<Option<Changes>> {
    if kept.epoch < 0 || now - kept.epoch >= epoch::REMEMBERED {
        return Ok(None);
    }
    let most = i64::try_from(effort.most()).unwrap_or(i64::MAX);
    let changes = epoch::since(conn, tenant, &kept.members, kept.epoch, most)?;
    Ok(changes.filter(|changes| !changes.all))
}

/// The guards that were touched, with those under them where they count.
fn touched(conn: &mut Conn<'_>, changes: &Changes, most: usize) -> db::Result<Option<BTreeSet<GuardId>>> {
    let mut found: BTreeSet<GuardId> = changes.guards.iter().chain(&changes.below).copied().collect();
    let below: Vec<_> = changes.below.iter().copied().collect::<BTreeSet<_>>().into_iter().collect();
    for some in below.chunks(256) {
        let (list, mut values) = in_list(2, some);
        values.insert(0, Value::from(i64::try_from(most).unwrap_or(i64::MAX) + 1));
        let sql = format!(
            "WITH RECURSIVE down (guard_id) AS (
               SELECT guard_id FROM security_guard WHERE parent_guard_id IN ({list})
               UNION
               SELECT g.guard_id FROM down JOIN security_guard g ON g.parent_guard_id = down.guard_id
             )
             SELECT guard_id FROM down LIMIT $1"
        );
        found.extend(conn.rows(&sql, &values, |row| row.get::<GuardId>(0))?);
    }
    Ok((found.len() <= most).then_some(found))
}

/// The way up from what was touched. A node is worked out anew where something in it leads on otherwise than before.
struct Climb<'c> {
    set: PrincipalSetId,
    touched: &'c BTreeSet<GuardId>,
    paths: Paths,
    judged: Judged,
    /// What is stored of the touched guards and those at the nodes, and of the nodes.
    roles: HashMap<GuardId, NodeRole>,
    passable: HashSet<NodeId>,
    /// Worked out in any case.
    forced: HashSet<NodeId>,
    /// Nodes that came, went or moved: that they lead on is news to what they are in.
    uncertain: HashSet<NodeId>,
}

impl<'c> Climb<'c> {
    fn begin(
        conn: &mut Conn<'_>,
        tenant: TenantId,
        kept: &Kept,
        changes: &Changes,
        touched: &'c BTreeSet<GuardId>,
    ) -> Result<Self> {
        let guards: Vec<_> = touched.iter().copied().collect();
        let places = places(conn, &guards)?;
        let uncertain: HashSet<NodeId> = changes.nodes.iter().copied().collect();
        let starts: BTreeSet<NodeId> = places.values().chain(&uncertain).copied().collect();
        let paths = Paths::above(conn, &starts.iter().copied().collect::<Vec<_>>())?;
        let wanted: BTreeSet<GuardId> = touched.iter().copied().chain(paths.guards()).collect();
        let wanted: Vec<_> = wanted.into_iter().collect();
        let judged = Judged::some(conn, tenant, &kept.members, &wanted)?;
        let roles = stored_roles(conn, kept.set, &wanted)?;
        let passable = stored_passable(conn, kept.set, &paths.steps.keys().copied().collect::<Vec<_>>())?;
        let roots = changes.below.iter().filter_map(|guard| places.get(guard).copied());
        let roots: HashSet<NodeId> = roots.chain(uncertain.iter().copied()).collect();
        let forced = starts.iter().flat_map(|start| up_to(&paths, *start, &roots)).collect();
        Ok(Self { set: kept.set, touched, paths, judged, roles, passable, forced, uncertain })
    }

    fn patch(self, conn: &mut Conn<'_>) -> Result<Patch> {
        let mut patch = Patch::default();
        for guard in self.touched {
            let role = self.judged.role(*guard);
            if role != self.roles.get(guard).copied() {
                patch.roles.insert(*guard, role);
            }
        }
        // What is in a node comes before it.
        let mut leads: HashMap<NodeId, Vec<(NodeId, bool)>> = HashMap::new();
        let mut dirty = self.forced.clone();
        for node in self.deepest_first() {
            let within = leads.remove(&node).unwrap_or_default();
            let stored = self.passable.contains(&node);
            let now = if dirty.contains(&node) { self.is_passable(conn, node, &within)? } else { stored };
            if now != stored {
                patch.passable.insert(node, now);
            }
            let guard = self.paths.guard_at(node);
            let would_lead = now || guard.is_some_and(|guard| self.judged.is_open(guard));
            let did_lead = stored || guard.is_some_and(|guard| self.roles.contains_key(&guard));
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
    fn is_passable(&self, conn: &mut Conn<'_>, node: NodeId, within: &[(NodeId, bool)]) -> db::Result<bool> {
        let guard = self.paths.guard_at(node).and_then(|guard| self.judged.find(guard));
        if guard.is_none_or(|guard| guard.role.is_some() || !guard.passes) {
            return Ok(false);
        }
        if within.iter().any(|(_, leads)| *leads) {
            return Ok(true);
        }
        let known: HashSet<NodeId> = within.iter().map(|(child, _)| *child).collect();
        for leading in [OPEN_IN, PASSABLE_IN] {
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

/// What is in a folder and stored as open by a guard of its own.
const OPEN_IN: &str = "SELECT n.node_id FROM nodes_node n
    JOIN security_guarded g ON g.node_id = n.node_id
    WHERE n.parent_id = $1 AND n.state = 1 AND n.own_guard
      AND EXISTS (SELECT 1 FROM security_verdict v WHERE v.principal_set_id = $2 AND v.guard_id = g.self_guard_id)
    LIMIT $3";

/// The folders in a folder that are stored as passable.
const PASSABLE_IN: &str = "SELECT n.node_id FROM nodes_node n
    WHERE n.parent_id = $1 AND n.state = 1 AND n.kind = 1
      AND EXISTS (SELECT 1 FROM security_passable p WHERE p.principal_set_id = $2 AND p.node_id = n.node_id)
    LIMIT $3";

/// The way from `start` up to the highest of `roots` on it; nothing where there is none.
fn up_to(paths: &Paths, start: NodeId, roots: &HashSet<NodeId>) -> Vec<NodeId> {
    let mut way: Vec<_> = std::iter::successors(Some(start), |node| paths.parent_of(*node)).collect();
    let highest = way.iter().rposition(|node| roots.contains(node));
    // The start itself is where something was touched.
    way.truncate(highest.map_or(1, |at| at + 1));
    way
}

/// Where guards are.
fn places(conn: &mut Conn<'_>, guards: &[GuardId]) -> db::Result<HashMap<GuardId, NodeId>> {
    let mut found = HashMap::new();
    for some in guards.chunks(256) {
        let (list, values) = in_list(1, some);
        let sql = format!("SELECT guard_id, node_id FROM security_guard WHERE guard_id IN ({list})");
        found.extend(conn.rows(&sql, &values, |row| Ok((row.get::<GuardId>(0)?, row.get::<NodeId>(1)?)))?);
    }
    Ok(found)
}

fn stored_roles(
    conn: &mut Conn<'_>,
    set: PrincipalSetId,
    guards: &[GuardId],
) -> db::Result<HashMap<GuardId, NodeRole>> {
    let mut found = HashMap::new();
    for some in guards.chunks(256) {
        let (list, mut values) = in_list(2, some);
        values.insert(0, Value::from(set));
        let sql =
            format!("SELECT guard_id, role FROM security_verdict WHERE principal_set_id = $1 AND guard_id IN ({list})");
        found.extend(conn.rows(&sql, &values, |row| Ok((row.get::<GuardId>(0)?, row.get::<NodeRole>(1)?)))?);
    }
    Ok(found)
}

fn stored_passable(conn: &mut Conn<'_>, set: PrincipalSetId, nodes: &[NodeId]) -> db::Result<HashSet<NodeId>> {
    let mut found = HashSet::new();
    for some in nodes.chunks(256) {
        let (list, mut values) = in_list(2, some);
        values.insert(0, Value::from(set));
        let sql = format!("SELECT node_id FROM security_passable WHERE principal_set_id = $1 AND node_id IN ({list})");
        found.extend(conn.rows(&sql, &values, |row| row.get::<NodeId>(0))?);
    }
    Ok(found)
}
