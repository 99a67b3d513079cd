//! The written rules, evaluated naively from the raw rows: no ACLs, no sets, no pending propagations.

use std::collections::{BTreeMap, BTreeSet};

use authz::Actor;
use db::{Conn, params};
use primitives::{GroupId, NodeId, NodeKind, NodeRole, TenantId, UserId};

use crate::{MarkId, Principal, SecurityGroupId};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sees {
    Role(NodeRole),
    /// Its name, so that the tree can be walked.
    Passing,
    Nothing,
}

type Grants = BTreeMap<Principal, NodeRole>;
type Marks = BTreeSet<MarkId>;

#[derive(Debug)]
pub struct Reference {
    tenant: TenantId,
    /// Parent, kind, and whether it is ready.
    pub nodes: BTreeMap<NodeId, (Option<NodeId>, NodeKind, bool)>,
    grants: Vec<(NodeId, Principal, NodeRole, bool)>,
    local: Vec<(NodeId, MarkId)>,
    group_of: BTreeMap<MarkId, SecurityGroupId>,
    above: BTreeMap<MarkId, MarkId>,
    rules: BTreeMap<SecurityGroupId, (String, bool)>,
    clearances: Vec<(GroupId, MarkId)>,
}

impl Reference {
    pub fn load(conn: &mut Conn<'_>, tenant: TenantId) -> db::Result<Self> {
        let sql = "SELECT node_id, parent_id, kind, state = 1 FROM nodes_node WHERE tenant_id = $1";
        let nodes = conn.rows(sql, params![tenant], |r| Ok((r.get(0)?, (r.get(1)?, r.get(2)?, r.get(3)?))))?;
        let sql = "SELECT node_id, user_group_id, users_id, role, recursive FROM security_grant WHERE tenant_id = $1";
        let grants = conn.rows(sql, params![tenant], |r| {
            let group = r.get::<Option<GroupId>>(1)?.map(Principal::Group);
            let user = r.get::<Option<UserId>>(2)?.map(Principal::User);
            Ok((r.get(0)?, group.or(user).ok_or(db::Error::Missing)?, r.get(3)?, r.get(4)?))
        })?;
        let marks =
            conn.rows("SELECT security_mark_id, security_group_id, mark_parent FROM security_mark", &[], |r| {
                Ok((r.get(0)?, r.get(1)?, r.get::<Option<MarkId>>(2)?))
            })?;
        let sql = "SELECT security_group_id, match_type, propagation_policy = 'inherited' FROM security_group";
        Ok(Self {
            tenant,
            nodes: nodes.into_iter().collect(),
            grants,
            local: conn.rows("SELECT node_id, security_mark_id FROM security_node_mark", &[], |r| {
                Ok((r.get(0)?, r.get(1)?))
            })?,
            group_of: marks.iter().map(|(mark, group, _)| (*mark, *group)).collect(),
            above: marks.iter().filter_map(|(mark, _, parent)| Some((*mark, (*parent)?))).collect(),
            rules: conn.rows(sql, &[], |r| Ok((r.get(0)?, (r.get(1)?, r.get(2)?))))?.into_iter().collect(),
            clearances: conn.rows("SELECT user_group_id, security_mark_id FROM security_clearance", &[], |r| {
                Ok((r.get(0)?, r.get(1)?))
            })?,
        })
    }

    fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.nodes[&node].0
    }

    /// The node, its parent, and so on.
    fn path(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(Some(node), |node| self.parent(*node))
    }

    /// The grants in effect at the node, or those that its content inherits.
    pub fn grants(&self, node: NodeId, handed_down: bool) -> Grants {
        let mut sum = Grants::new();
        for step in self.path(node) {
            for (_, principal, role, recursive) in self.grants.iter().filter(|grant| grant.0 == step) {
                if *recursive || (step == node && !handed_down) {
                    let held = sum.entry(*principal).or_insert(*role);
                    *held = (*held).max(*role);
                }
            }
        }
        sum
    }

    fn marks_of(&self, group: SecurityGroupId, node: NodeId, inheritables: bool) -> Marks {
        let of_group = |mark: &MarkId| self.group_of[mark] == group;
        let local: Marks = self.local.iter().filter(|(at, mark)| *at == node && of_group(mark)).map(|l| l.1).collect();
        match self.parent(node) {
            Some(parent) if local.is_empty() && inheritables => self.marks_of(group, parent, inheritables),
            _ => local,
        }
    }

    /// The marks in effect at the node, or those that its content inherits.
    pub fn marks(&self, node: NodeId, handed_down: bool) -> Marks {
        let groups = self.rules.iter().filter(|(_, (_, inheritables))| *inheritables || !handed_down);
        groups.flat_map(|(group, (_, inheritables))| self.marks_of(*group, node, *inheritables)).collect()
    }

    fn cleared_for(&self, actor: &Actor) -> Marks {
        let held = |group: &GroupId| actor.groups_in(self.tenant).any(|mine| mine == *group);
        self.clearances.iter().filter(|(group, _)| held(group)).map(|(_, mark)| *mark).collect()
    }

    pub fn marks_let_pass(&self, actor: &Actor, node: NodeId) -> bool {
        let cleared = self.cleared_for(actor);
        self.rules.iter().all(|(group, (kind, inheritables))| {
            let effective = self.marks_of(*group, node, *inheritables);
            let outranked = |mark: &MarkId| {
                let mut lineage = std::iter::successors(Some(*mark), |mark| self.above.get(mark).copied());
                lineage.any(|mark| cleared.contains(&mark))
            };
            match kind.as_str() {
                "and" => effective.iter().all(|mark| cleared.contains(mark)),
                "or" => effective.is_empty() || effective.iter().any(|mark| cleared.contains(mark)),
                "tree" => effective.iter().all(outranked),
                other => panic!("{other}"),
            }
        })
    }

    /// The marks in effect at the node that the actor would have to be cleared for, and is not.
    pub fn keeping_out(&self, actor: &Actor, node: NodeId) -> Marks {
        let mut found = Marks::new();
        for (group, (kind, inheritables)) in &self.rules {
            let effective = self.marks_of(*group, node, *inheritables);
            let lacked: Marks =
                effective.iter().copied().filter(|mark| self.clearing(actor, *mark, kind).is_empty()).collect();
            if kind != "or" || lacked == effective {
                found.extend(lacked);
            }
        }
        found
    }

    /// The actor's groups that clear for the mark.
    fn clearing(&self, actor: &Actor, mark: MarkId, kind: &str) -> Vec<GroupId> {
        let highest = if kind == "tree" { usize::MAX } else { 1 };
        let lineage = std::iter::successors(Some(mark), |mark| self.above.get(mark).copied()).take(highest);
        let enough: Marks = lineage.collect();
        let clears = |group: &GroupId| self.clearances.iter().any(|held| held.0 == *group && enough.contains(&held.1));
        let mut groups: Vec<_> = actor.groups_in(self.tenant).filter(clears).collect();
        groups.sort_unstable();
        groups
    }

    /// The marks in effect at the node that the actor is cleared for, and the groups that clear them.
    pub fn cleared_by(&self, actor: &Actor, node: NodeId) -> BTreeMap<MarkId, Vec<GroupId>> {
        let clearing = |mark: &MarkId| (*mark, self.clearing(actor, *mark, &self.rules[&self.group_of[mark]].0));
        self.marks(node, false).iter().map(clearing).filter(|(_, groups)| !groups.is_empty()).collect()
    }

    fn is_held(&self, actor: &Actor, principal: Principal) -> bool {
        match principal {
            Principal::Group(group) => actor.groups_in(self.tenant).any(|mine| mine == group),
            Principal::User(user) => actor.user == user,
        }
    }

    /// The grants that give the actor this role at the node.
    pub fn giving(&self, actor: &Actor, node: NodeId, role: NodeRole) -> BTreeSet<(NodeId, Principal)> {
        let path: BTreeSet<NodeId> = self.path(node).collect();
        let in_effect = |(at, _, _, recursive): &&(NodeId, Principal, NodeRole, bool)| {
            *at == node || (*recursive && path.contains(at))
        };
        let theirs = self.grants.iter().filter(in_effect).filter(|grant| self.is_held(actor, grant.1));
        theirs.filter(|grant| grant.2 == role).map(|grant| (grant.0, grant.1)).collect()
    }

    pub fn has_mark_set(&self, node: NodeId, mark: MarkId) -> bool {
        self.local.contains(&(node, mark))
    }

    /// The node is ready, and so is everything above it.
    pub fn is_there(&self, node: NodeId) -> bool {
        self.path(node).all(|step| self.nodes[&step].2)
    }

    fn role(&self, actor: &Actor, node: NodeId) -> Option<NodeRole> {
        let mine = |principal: &Principal| self.is_held(actor, *principal);
        let given = self.grants(node, false).into_iter().filter(|(principal, _)| mine(principal)).map(|g| g.1).max();
        let role = if actor.is_admin_of(self.tenant) { Some(NodeRole::Manager) } else { given };
        role.filter(|_| self.marks_let_pass(actor, node))
    }

    /// The actor's view of every node.
    pub fn sees(&self, actor: &Actor) -> BTreeMap<NodeId, Sees> {
        let mut sees = BTreeMap::new();
        for root in self.nodes.iter().filter(|(_, node)| node.0.is_none()).map(|(id, _)| *id) {
            self.see_below(actor, root, actor.belongs_to(self.tenant), &mut sees);
        }
        sees
    }

    /// Whether the node leads to something open: it is ready, and open, or its marks allow access and something in it
    /// leads on.
    fn see_below(&self, actor: &Actor, node: NodeId, shown: bool, sees: &mut BTreeMap<NodeId, Sees>) -> bool {
        let shown = shown && self.nodes[&node].2;
        let within = self.nodes.iter().filter(|(_, child)| child.0 == Some(node)).map(|(id, _)| *id);
        let leads_on = within.map(|child| self.see_below(actor, child, shown, sees)).filter(|leads| *leads).count() > 0;
        let role = self.role(actor, node);
        let passing = leads_on && self.marks_let_pass(actor, node);
        let seen = match role {
            _ if !shown => Sees::Nothing,
            Some(role) => Sees::Role(role),
            None if passing => Sees::Passing,
            None => Sees::Nothing,
        };
        sees.insert(node, seen);
        self.nodes[&node].2 && (role.is_some() || passing)
    }
}
