//! Answers the question that every room asks: may this actor do that to this node, in this snapshot?

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use authz::{Action, Actor, Denied, Facts, Permit, decide};
use db::{Conn, Row, Value, params};
use nodes::{Node, NodeState, in_list};
use primitives::{NodeId, NodeRole, TenantId};

use crate::patch::{Effort, Patch};
use crate::principal_set::PrincipalSet;
use crate::scope::Behind;
use crate::{AclId, Error, PrincipalScope, Result, acls, pending};

/// The rights of an actor, during one closure.
pub struct Access<'a> {
    actor: &'a Actor,
    scopes: HashMap<TenantId, PrincipalScope>,
    propagating: HashMap<TenantId, bool>,
    /// Asked inside a transaction that may itself change rights.
    writes: bool,
    /// Differences from the stored roles may be noted beside the database.
    notes: bool,
    /// Sets whose stored roles should be updated later.
    behind: Vec<Behind>,
}

/// A node that was found, with the actor's rights.
#[derive(Clone, Debug)]
pub struct VisibleNode {
    pub node: Node,
    pub facts: Facts,
    pub scope: PrincipalScope,
    /// The node's effective ACL.
    acl: AclId,
    /// The ACL that its content inherits, if it is recorded and can be trusted.
    inheritable: Option<AclId>,
}

impl VisibleNode {
    /// The permit for `A`, or why it is denied.
    pub fn permit<A: Action>(&self) -> Result<Permit<A>> {
        Ok(decide::<A>(self.facts.clone())?)
    }
}

impl<'a> Access<'a> {
    pub fn of(actor: &'a Actor) -> Self {
        Self {
            actor,
            scopes: HashMap::new(),
            propagating: HashMap::new(),
            writes: false,
            notes: false,
            behind: Vec::new(),
        }
    }

    /// On a connection with open notes.
    pub(crate) fn noting(actor: &'a Actor) -> Self {
        Self { notes: true, ..Self::of(actor) }
    }

    /// For a transaction whose sets were brought up to date when it began.
    pub(crate) fn within(actor: &'a Actor, scopes: HashMap<TenantId, PrincipalScope>) -> Self {
        Self { scopes, writes: true, ..Self::of(actor) }
    }

    pub(crate) fn into_behind(self) -> Vec<Behind> {
        self.behind
    }

    pub fn actor(&self) -> &'a Actor {
        self.actor
    }

    /// The permit to do `A` to `node`.
    pub fn authorize<A: Action>(&mut self, conn: &mut Conn<'_>, node: NodeId) -> Result<Permit<A>> {
        if A::RULE.inside {
            self.find_visible_with_inside(conn, node)?.permit()
        } else {
            self.find_visible(conn, node)?.permit()
        }
    }

    /// The node and the actor's rights; invisible and missing nodes give the same error.
    pub fn find_visible(&mut self, conn: &mut Conn<'_>, node: NodeId) -> Result<VisibleNode> {
        self.find_visible_in(conn, node, NodeState::Ready)
    }

    /// As `find_visible`, with the actor's rights inside the node.
    pub fn find_visible_with_inside(&mut self, conn: &mut Conn<'_>, node: NodeId) -> Result<VisibleNode> {
        let mut seen = self.find_visible(conn, node)?;
        if seen.node.kind.is_container() && seen.facts.role.is_some() {
            seen.facts.role_inside = self.within_seen(conn, &seen)?.1;
        }
        Ok(seen)
    }

    /// As `authorize`, for a node in the bin.
    pub fn authorize_binned<A: Action>(&mut self, conn: &mut Conn<'_>, node: NodeId) -> Result<(Permit<A>, Node)> {
        let seen = self.find_visible_in(conn, node, NodeState::Binned)?;
        Ok((seen.permit()?, seen.node))
    }

    /// Refuses an actor who has the role for `A` nowhere. For what is not at any node yet.
    pub fn require_somewhere<A: Action>(&mut self, conn: &mut Conn<'_>) -> Result<()> {
        for tenant in self.actor.tenants() {
            if self.scope(conn, tenant)?.has_somewhere(conn, A::RULE.role)? {
                return Ok(());
            }
        }
        Err(Denied::NeedsRole(A::RULE.role).into())
    }

    /// The actor's up-to-date set in one of their tenants.
    pub fn scope(&mut self, conn: &mut Conn<'_>, tenant: TenantId) -> Result<PrincipalScope> {
        if let Some(scope) = self.scopes.get(&tenant) {
            return Ok(*scope);
        }
        if !self.actor.belongs_to(tenant) {
            return Err(Denied::Invisible.into());
        }
        let find = if self.notes { PrincipalScope::noted } else { PrincipalScope::stored };
        let (scope, behind) = find(conn, self.actor, tenant)?;
        self.scopes.insert(tenant, scope);
        self.behind.extend(behind);
        Ok(scope)
    }

    fn find_visible_in(&mut self, conn: &mut Conn<'_>, id: NodeId, state: NodeState) -> Result<VisibleNode> {
        for _ in 0..4 {
            let theirs = |found: &NodeWithAcl| self.actor.belongs_to(found.node.tenant) && found.node.state == state;
            let Some(found) = find_with_acl(conn, id)?.filter(theirs) else { return self.miss(conn, id) };
            let scope = self.scope(conn, found.node.tenant)?;
            let in_force = acl_in_force(conn, &found)?;
            let acl = in_force.unwrap_or(NOWHERE);
            let Some((role, traversable)) = self.evaluate(conn, scope, &found, acl)? else { continue };
            // A node in the bin makes nothing traversable.
            let is_way = traversable && state == NodeState::Ready;
            if in_force.is_none() || (role.is_none() && !is_way) {
                return self.refuse(conn, found.node.tenant);
            }
            let inheritable = found.inheritable.filter(|_| !found.propagating);
            return Ok(seen(self.actor, found.node, Place { scope, acl, inheritable }, role, traversable));
        }
        Err(Error::KeepsChanging)
    }

    /// An invisible node has already run the statements of `miss`, except for this one.
    fn refuse<T>(&mut self, conn: &mut Conn<'_>, tenant: TenantId) -> Result<T> {
        self.walks(conn, tenant)?;
        self.see_everywhere(conn)?;
        Err(Denied::Invisible.into())
    }

    /// A missing node is refused after the same statements as an invisible one, so that the time reveals nothing.
    fn miss<T>(&mut self, conn: &mut Conn<'_>, id: NodeId) -> Result<T> {
        self.see_everywhere(conn)?;
        let Some(tenant) = self.actor.tenants().first().copied() else { return Err(Denied::Invisible.into()) };
        let scope = self.scope(conn, tenant)?;
        let propagating = self.is_propagating(conn, tenant)?;
        if propagating || has_hidden_folders(conn, tenant)? {
            nodes::ancestors(conn, id)?;
            if propagating {
                acls::recorded(conn, id)?;
            }
        }
        scope.role_at(conn, NOWHERE)?;
        scope.may_traverse(conn, id)?;
        Err(Denied::Invisible.into())
    }

    /// All sets of the actor, so that the node's tenant does not affect the statements.
    fn see_everywhere(&mut self, conn: &mut Conn<'_>) -> Result<()> {
        self.actor.tenants().into_iter().try_for_each(|tenant| self.scope(conn, tenant).map(|_| ()))
    }

    /// The role under `acl`, and whether the node is traversable. None if rights changed meanwhile.
    fn evaluate(
        &mut self,
        conn: &mut Conn<'_>,
        scope: PrincipalScope,
        found: &NodeWithAcl,
        acl: AclId,
    ) -> Result<Option<(Option<NodeRole>, bool)>> {
        let (id, tenant) = (found.node.id, found.node.tenant);
        let container = found.node.kind.is_container();
        if scope.epoch == found.epoch {
            let role = scope.role_at(conn, acl)?;
            return Ok(Some((role, role.is_none() && scope.may_traverse(conn, id)? && container)));
        }
        if !self.writes {
            return Err(Error::Stale(tenant));
        }
        // This transaction, or another one on PostgreSQL, changed rights after the set was brought up to date.
        let (stored_set, now) = PrincipalSet::find(conn, self.actor, tenant)?;
        let stored = PrincipalScope::of(tenant, stored_set.id, now);
        let patch = Patch::to(conn, tenant, &stored_set, now, Effort::AsNeeded)?.unwrap_or_default();
        let role = stored.role_at(conn, acl)?;
        let role = patch.roles.get(&acl).copied().unwrap_or(role);
        let traversable = stored.may_traverse(conn, id)?;
        let traversable = patch.traversable.get(&id).copied().unwrap_or(traversable);
        // Whether all of this belongs to one moment.
        let (again, then) = PrincipalSet::find(conn, self.actor, tenant)?;
        if (then, again.turn, again.id) != (found.epoch, stored_set.turn, stored_set.id) || now != then {
            return Ok(None);
        }
        Ok(Some((role, role.is_none() && container && traversable)))
    }

    /// The inheritable ACL of a visible folder, and the actor's role under it.
    pub fn within_seen(&mut self, conn: &mut Conn<'_>, seen: &VisibleNode) -> Result<(AclId, Option<NodeRole>)> {
        match seen.inheritable {
            Some(inheritable) if inheritable == seen.acl => Ok((inheritable, seen.facts.role)),
            _ => {
                let inheritable = self.inheritable_acl(conn, seen.node.tenant, seen.node.id)?;
                Ok((inheritable, seen.scope.role_at(conn, inheritable)?))
            }
        }
    }

    /// The inheritable ACL of a folder, for lists of its content.
    pub fn inheritable_acl(&mut self, conn: &mut Conn<'_>, tenant: TenantId, folder: NodeId) -> Result<AclId> {
        if self.is_propagating(conn, tenant)? {
            return Ok(acls::resolve_at(conn, folder)?.inheritable);
        }
        Ok(acls::recorded(conn, folder)?.ok_or(db::Error::Missing)?.inheritable)
    }

    /// The inheritable ACL of each of `folders`, and the set's role under it.
    pub fn within_folders(
        &mut self,
        conn: &mut Conn<'_>,
        scope: PrincipalScope,
        folders: &[NodeId],
    ) -> Result<Vec<(NodeId, AclId, Option<NodeRole>)>> {
        if self.is_propagating(conn, scope.tenant)? {
            let mut within = Vec::with_capacity(folders.len());
            for folder in folders {
                let acl = acls::resolve_at(conn, *folder)?.inheritable;
                within.push((*folder, acl, scope.role_at(conn, acl)?));
            }
            return Ok(within);
        }
        let (list, nodes) = in_list(2, folders);
        let role = scope.role("$1", "g.inheritable_acl_id");
        let sql = format!(
            "SELECT g.node_id, g.inheritable_acl_id, {role} FROM security_node_acl g WHERE g.node_id IN ({list})"
        );
        let values: Vec<_> = std::iter::once(Value::from(scope.set)).chain(nodes).collect();
        let role = |row: &Row<'_>| row.get::<Option<i64>>(2).map(|code| code.and_then(NodeRole::from_code));
        Ok(conn.rows(&sql, &values, |row| Ok((row.get(0)?, row.get(1)?, role(row)?)))?)
    }

    /// Those of `folders` that the actor sees or may traverse.
    pub fn visible_folders(
        &mut self,
        conn: &mut Conn<'_>,
        scope: PrincipalScope,
        folders: &[NodeId],
    ) -> Result<HashSet<NodeId>> {
        let mut visible = HashSet::new();
        if self.walks(conn, scope.tenant)? {
            for folder in folders {
                match self.find_visible(conn, *folder) {
                    Ok(_) => visible.extend([*folder]),
                    Err(Error::Denied(_)) => {}
                    Err(error) => return Err(error),
                }
            }
            return Ok(visible);
        }
        for some in folders.chunks(256) {
            let (list, nodes) = in_list(2, some);
            let sql = format!(
                "SELECT g.node_id FROM security_node_acl g
                 WHERE g.node_id IN ({list}) AND ({} IS NOT NULL OR {})",
                scope.role("$1", "g.effective_acl_id"),
                scope.passes("$1", "g.node_id")
            );
            let values: Vec<_> = std::iter::once(Value::from(scope.set)).chain(nodes).collect();
            visible.extend(conn.rows(&sql, &values, |row| row.get::<NodeId>(0))?);
        }
        Ok(visible)
    }

    /// The effective ACL of a visible node.
    pub fn acl_of(&mut self, conn: &mut Conn<'_>, node: &Node) -> Result<AclId> {
        Ok(acls::resolve_at(conn, node.id)?.effective)
    }

    /// SQL for the ACL of a node `n` with the joins of `JOINED`. While a propagation is pending, records are not
    /// trusted, and the statement itself goes up to the nearest ACL.
    pub fn acl_sql(&mut self, conn: &mut Conn<'_>, tenant: TenantId) -> Result<&'static str> {
        Ok(if self.is_propagating(conn, tenant)? { acls::RESOLVED } else { acls::RECORDED })
    }

    /// Whether results of a query in the tenant must be checked one by one: a propagation is pending, or folders are in
    /// the bin or in staging, whose content the query does not know to be hidden.
    pub fn walks(&mut self, conn: &mut Conn<'_>, tenant: TenantId) -> Result<bool> {
        Ok(self.is_propagating(conn, tenant)? || has_hidden_folders(conn, tenant)?)
    }

    /// A reading closure sees one snapshot, so it asks once.
    pub(crate) fn is_propagating(&mut self, conn: &mut Conn<'_>, tenant: TenantId) -> Result<bool> {
        if let Some(propagating) = self.propagating.get(&tenant).filter(|_| !self.writes) {
            return Ok(*propagating);
        }
        let propagating = pending::any(conn, tenant)?;
        self.propagating.insert(tenant, propagating);
        Ok(propagating)
    }
}

/// An ACL that no tenant has.
const NOWHERE: AclId = AclId(0);

/// The set and the ACLs of a query.
struct Place {
    scope: PrincipalScope,
    acl: AclId,
    inheritable: Option<AclId>,
}

fn seen(actor: &Actor, node: Node, place: Place, role: Option<NodeRole>, traversable: bool) -> VisibleNode {
    let facts = Facts {
        node: node.id,
        tenant: node.tenant,
        repository: node.repository,
        parent: node.parent,
        kind: node.kind,
        entry_type: node.entry_type.clone(),
        locked_by: node.locked_by,
        role,
        role_inside: None,
        traversable,
        actor: actor.user,
    };
    VisibleNode { node, facts, scope: place.scope, acl: place.acl, inheritable: place.inheritable }
}

/// A node, with all data about its place that one statement can read.
struct NodeWithAcl {
    node: Node,
    /// The recorded ACL: its own, or the one it inherits.
    recorded: Option<AclId>,
    /// The recorded ACL that its content inherits.
    inheritable: Option<AclId>,
    propagating: bool,
    hidden_folders: bool,
    epoch: i64,
}

/// SQL for whether folders of the tenant of `n` hide their content.
const HIDDEN: &str =
    "EXISTS (SELECT 1 FROM nodes_node h WHERE h.tenant_id = n.tenant_id AND h.kind < 2 AND h.state <> 1)";

static FIND_WITH_ACL: LazyLock<String> = LazyLock::new(|| {
    format!(
        "SELECT {}, CASE WHEN n.has_own_acl THEN own.effective_acl_id ELSE above.inheritable_acl_id END, {}, {HIDDEN},
           COALESCE((SELECT e.epoch FROM security_epoch e WHERE e.tenant_id = n.tenant_id), 0), own.inheritable_acl_id
         FROM nodes_node n
         LEFT JOIN security_node_acl own ON own.node_id = n.node_id
         LEFT JOIN security_node_acl above ON above.node_id = n.parent_id
         WHERE n.node_id = $1",
        nodes::COLUMNS,
        pending::ANY
    )
});

fn find_with_acl(conn: &mut Conn<'_>, id: NodeId) -> db::Result<Option<NodeWithAcl>> {
    conn.find(&FIND_WITH_ACL, params![id], |row| {
        let node = nodes::from_row(row, 0)?;
        let [recorded, propagating, hidden_folders, epoch, inheritable] = [0, 1, 2, 3, 4].map(|at| nodes::WIDTH + at);
        Ok(NodeWithAcl {
            node,
            recorded: row.get(recorded)?,
            inheritable: row.get(inheritable)?,
            propagating: row.get(propagating)?,
            hidden_folders: row.get(hidden_folders)?,
            epoch: row.get(epoch)?,
        })
    })
}

/// The ACL in force right now. The tree is walked only while a propagation is pending, or while a folder of the tenant
/// is in the bin or in staging. Such a folder hides everything below it: then there is no ACL.
fn acl_in_force(conn: &mut Conn<'_>, found: &NodeWithAcl) -> Result<Option<AclId>> {
    if !found.propagating && !found.hidden_folders {
        return Ok(found.recorded);
    }
    let chain = nodes::ancestors(conn, found.node.id)?;
    let acl = if found.propagating { Some(acls::resolve(conn, &chain)?.effective) } else { found.recorded };
    let is_hidden = chain.iter().skip(1).any(|step| step.state != NodeState::Ready);
    Ok(acl.filter(|_| !is_hidden))
}

fn has_hidden_folders(conn: &mut Conn<'_>, tenant: TenantId) -> db::Result<bool> {
    conn.exists("SELECT 1 FROM nodes_node WHERE tenant_id = $1 AND kind < 2 AND state <> 1 LIMIT 1", params![tenant])
}
