//! Answers the question that every room asks: may this actor do that to this node, in this snapshot?

mod folders;
mod node_with_acl;
mod open_nodes;
mod queries;
mod terms;

use std::collections::HashMap;
use std::sync::Arc;

use authz::{Action, Actor, Denied, Facts, Permit, Release, decide};
use db::{Conn, Tx};
use nodes::{Node, NodeState};
use primitives::{NodeId, NodeRole, TenantId};

use self::node_with_acl::{NodeWithAcl, acl_in_force, find_with_acl, has_hidden_folders};
use self::terms::KnownTerms;
use crate::losing::Losing;
use crate::patch::{Effort, Patch};
use crate::principal_set::PrincipalSet;
use crate::scope::Behind;
use crate::{AclId, Error, PrincipalScope, Result, acls};

pub use self::terms::have_ended;

/// The rights of an actor, during one closure.
pub struct Access<'a> {
    actor: &'a Actor,
    scopes: HashMap<TenantId, PrincipalScope>,
    propagating: HashMap<TenantId, bool>,
    terms: KnownTerms,
    /// What `Access::open_in_closed` has found.
    pub(crate) open_in_closed: HashMap<TenantId, Arc<[NodeId]>>,
    /// What was read for moves that take marks away.
    pub(crate) losing: Losing,
    /// Asked inside a transaction that may itself change rights.
    pub(crate) writes: bool,
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
    /// The node's effective ACL.
    pub fn acl(&self) -> AclId {
        self.acl
    }

    /// The permit for `A`, or why it is denied. An act that gives bytes away needs `find_visible_with_terms`.
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
            terms: KnownTerms::default(),
            open_in_closed: HashMap::new(),
            losing: Losing::default(),
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

    /// Takes in what this transaction has changed, so that many questions after it cost what they do without changes.
    pub(crate) fn renew(&mut self, tx: &mut Tx<'_>, tenant: TenantId) -> Result<()> {
        let scope = PrincipalScope::held(tx, self.actor, tenant)?;
        self.scopes.insert(tenant, scope);
        self.open_in_closed.remove(&tenant);
        Ok(())
    }

    pub fn actor(&self) -> &'a Actor {
        self.actor
    }

    /// The permit to do `A` to `node`.
    pub fn authorize<A: Action>(&mut self, conn: &mut Conn<'_>, node: NodeId) -> Result<Permit<A>> {
        let mut seen =
            if A::RULE.inside { self.find_visible_with_inside(conn, node)? } else { self.find_visible(conn, node)? };
        if A::RULE.gives_bytes {
            self.add_terms(conn, &mut seen)?;
        }
        seen.permit()
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
            // Nobody sees an earlier version of a file, which is reached by its file, nor what waits to be taken in.
            let theirs = |found: &NodeWithAcl| {
                let node = &found.node;
                self.actor.belongs_to(node.tenant) && node.state == state && !node.is_apart()
            };
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

    /// The effective ACL of a visible node.
    pub fn acl_of(&mut self, conn: &mut Conn<'_>, node: &Node) -> Result<AclId> {
        Ok(acls::resolve_at(conn, node.id)?.effective)
    }

    /// A reading closure sees one snapshot, so it asks once.
    pub(crate) fn is_propagating(&mut self, conn: &mut Conn<'_>, tenant: TenantId) -> Result<bool> {
        if let Some(propagating) = self.propagating.get(&tenant).filter(|_| !self.writes) {
            return Ok(*propagating);
        }
        let propagating = acls::is_propagating(conn, tenant)?;
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
        release: Release::Unknown,
        traversable,
        actor: actor.user,
    };
    VisibleNode { node, facts, scope: place.scope, acl: place.acl, inheritable: place.inheritable }
}
