//! The question every room asks: may this actor do that to this node, in this snapshot?

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use authz::{Action, Actor, Denied, Facts, Permit, decide};
use db::{Conn, Value, params};
use nodes::{Node, NodeState, in_list};
use primitives::{GuardId, NodeId, NodeRole, TenantId};

use crate::kept::Kept;
use crate::patch::{Effort, Patch};
use crate::sight::Behind;
use crate::{Error, Result, Sight, fence, guards};

/// An actor before the walls, for the length of one closure.
pub struct Access<'a> {
    actor: &'a Actor,
    sights: HashMap<TenantId, Sight>,
    fenced: HashMap<TenantId, bool>,
    /// Asked inside a transaction that may itself change rights.
    writes: bool,
    /// What differs from what is stored may be noted beside it.
    notes: bool,
    /// Sets that are better written about once there is time.
    behind: Vec<Behind>,
}

/// A node that was found, with what the walls say of it.
#[derive(Clone, Debug)]
pub struct Seen {
    pub node: Node,
    pub facts: Facts,
    pub sight: Sight,
    /// The guard that holds at the node.
    guard: GuardId,
    /// The one it hands down, where that is recorded and to be believed.
    flow: Option<GuardId>,
}

impl Seen {
    /// The permit for `A`, or why not.
    pub fn permit<A: Action>(&self) -> Result<Permit<A>> {
        Ok(decide::<A>(self.facts.clone())?)
    }
}

impl<'a> Access<'a> {
    pub fn of(actor: &'a Actor) -> Self {
        Self { actor, sights: HashMap::new(), fenced: HashMap::new(), writes: false, notes: false, behind: Vec::new() }
    }

    /// On a connection whose notes are open.
    pub(crate) fn noting(actor: &'a Actor) -> Self {
        Self { notes: true, ..Self::of(actor) }
    }

    /// For a transaction whose sets were brought up to date when it began.
    pub(crate) fn within(actor: &'a Actor, sights: HashMap<TenantId, Sight>) -> Self {
        Self { sights, writes: true, ..Self::of(actor) }
    }

    pub(crate) fn into_behind(self) -> Vec<Behind> {
        self.behind
    }

    pub fn actor(&self) -> &'a Actor {
        self.actor
    }

    /// The permit to do `A` to `node`.
    pub fn open<A: Action>(&mut self, conn: &mut Conn<'_>, node: NodeId) -> Result<Permit<A>> {
        if A::RULE.inside { self.look_inside(conn, node)?.permit() } else { self.look(conn, node)?.permit() }
    }

    /// The node and what the actor may do with it; invisible and missing look the same.
    pub fn look(&mut self, conn: &mut Conn<'_>, node: NodeId) -> Result<Seen> {
        self.look_for(conn, node, NodeState::Ready)
    }

    /// As `look`, with what the actor may do with what lies in the node.
    pub fn look_inside(&mut self, conn: &mut Conn<'_>, node: NodeId) -> Result<Seen> {
        let mut seen = self.look(conn, node)?;
        if seen.node.kind.is_container() && seen.facts.role.is_some() {
            seen.facts.role_inside = self.within_seen(conn, &seen)?.1;
        }
        Ok(seen)
    }

    /// As `open`, for a node that lies in the bin.
    pub fn open_binned<A: Action>(&mut self, conn: &mut Conn<'_>, node: NodeId) -> Result<(Permit<A>, Node)> {
        let seen = self.look_for(conn, node, NodeState::Binned)?;
        Ok((seen.permit()?, seen.node))
    }

    /// The actor's up-to-date set in a tenant of theirs.
    pub fn sight(&mut self, conn: &mut Conn<'_>, tenant: TenantId) -> Result<Sight> {
        if let Some(sight) = self.sights.get(&tenant) {
            return Ok(*sight);
        }
        if !self.actor.belongs_to(tenant) {
            return Err(Denied::Invisible.into());
        }
        let find = if self.notes { Sight::noted } else { Sight::stored };
        let (sight, behind) = find(conn, self.actor, tenant)?;
        self.sights.insert(tenant, sight);
        self.behind.extend(behind);
        Ok(sight)
    }

    fn look_for(&mut self, conn: &mut Conn<'_>, id: NodeId, state: NodeState) -> Result<Seen> {
        for _ in 0..4 {
            let theirs = |found: &Guarded| self.actor.belongs_to(found.node.tenant) && found.node.state == state;
            let Some(found) = find_guarded(conn, id)?.filter(theirs) else { return self.miss(conn, id) };
            let sight = self.sight(conn, found.node.tenant)?;
            let in_force = guard_in_force(conn, &found)?;
            let guard = in_force.unwrap_or(NOWHERE);
            let Some((role, passable)) = self.judge(conn, sight, &found, guard)? else { continue };
            // What lies in the bin is nobody's way to anything.
            let is_way = passable && state == NodeState::Ready;
            if in_force.is_none() || (role.is_none() && !is_way) {
                return self.refuse(conn, found.node.tenant);
            }
            let flow = found.flow.filter(|_| !found.fenced);
            return Ok(seen(self.actor, found.node, Place { sight, guard, flow }, role, passable));
        }
        Err(Error::Unsettled)
    }

    /// What is there and invisible has been asked about as `miss` asks, but for this.
    fn refuse<T>(&mut self, conn: &mut Conn<'_>, tenant: TenantId) -> Result<T> {
        self.walks(conn, tenant)?;
        self.see_everywhere(conn)?;
        Err(Denied::Invisible.into())
    }

    /// What is missing is refused after the same statements as what is invisible: how long it takes tells nothing.
    fn miss<T>(&mut self, conn: &mut Conn<'_>, id: NodeId) -> Result<T> {
        self.see_everywhere(conn)?;
        let Some(tenant) = self.actor.tenants().first().copied() else { return Err(Denied::Invisible.into()) };
        let sight = self.sight(conn, tenant)?;
        let fenced = self.is_fenced(conn, tenant)?;
        if fenced || has_hidden_folders(conn, tenant)? {
            nodes::ancestors(conn, id)?;
            if fenced {
                guards::recorded(conn, id)?;
            }
        }
        sight.role_at(conn, NOWHERE)?;
        sight.may_pass(conn, id)?;
        Err(Denied::Invisible.into())
    }

    /// All sets of the actor: which tenant a node is in decides about none of them.
    fn see_everywhere(&mut self, conn: &mut Conn<'_>) -> Result<()> {
        self.actor.tenants().into_iter().try_for_each(|tenant| self.sight(conn, tenant).map(|_| ()))
    }

    /// The role at `guard`, and whether the node may be passed. None where rights changed while they were asked for.
    fn judge(
        &mut self,
        conn: &mut Conn<'_>,
        sight: Sight,
        found: &Guarded,
        guard: GuardId,
    ) -> Result<Option<(Option<NodeRole>, bool)>> {
        let (id, tenant) = (found.node.id, found.node.tenant);
        let container = found.node.kind.is_container();
        if sight.epoch == found.epoch {
            let role = sight.role_at(conn, guard)?;
            return Ok(Some((role, role.is_none() && sight.may_pass(conn, id)? && container)));
        }
        if !self.writes {
            return Err(Error::Stale(tenant));
        }
        // This transaction, or on PostgreSQL another one meanwhile, changed rights after the set was brought up to date.
        let (kept, now) = Kept::find(conn, self.actor, tenant)?;
        let stored = Sight::of(tenant, kept.set, now);
        let patch = Patch::to(conn, tenant, &kept, now, Effort::AsNeeded)?.unwrap_or_default();
        let role = stored.role_at(conn, guard)?;
        let role = patch.roles.get(&guard).copied().unwrap_or(role);
        let passable = stored.may_pass(conn, id)?;
        let passable = patch.passable.get(&id).copied().unwrap_or(passable);
        // Whether all of this was of one moment.
        let (again, then) = Kept::find(conn, self.actor, tenant)?;
        if (then, again.turn, again.set) != (found.epoch, kept.turn, kept.set) || now != then {
            return Ok(None);
        }
        Ok(Some((role, role.is_none() && container && passable)))
    }

    /// The guard that a folder that was seen hands down, and the actor's role by it.
    pub fn within_seen(&mut self, conn: &mut Conn<'_>, seen: &Seen) -> Result<(GuardId, Option<NodeRole>)> {
        match seen.flow {
            Some(flow) if flow == seen.guard => Ok((flow, seen.facts.role)),
            _ => {
                let flow = self.flow_guard(conn, seen.node.tenant, seen.node.id)?;
                Ok((flow, seen.sight.role_at(conn, flow)?))
            }
        }
    }

    /// The guard that a folder hands down, for lists of what is in it.
    pub fn flow_guard(&mut self, conn: &mut Conn<'_>, tenant: TenantId, folder: NodeId) -> Result<GuardId> {
        if self.is_fenced(conn, tenant)? {
            return Ok(guards::truth_at(conn, folder)?.flow);
        }
        Ok(guards::recorded(conn, folder)?.ok_or(db::Error::Missing)?.flow)
    }

    /// Of `folders`, those that the actor sees or may pass.
    pub fn visible_folders(
        &mut self,
        conn: &mut Conn<'_>,
        sight: Sight,
        folders: &[NodeId],
    ) -> Result<HashSet<NodeId>> {
        let mut visible = HashSet::new();
        if self.walks(conn, sight.tenant)? {
            for folder in folders {
                match self.look(conn, *folder) {
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
                "SELECT g.node_id FROM security_guarded g
                 WHERE g.node_id IN ({list}) AND ({} IS NOT NULL OR {})",
                sight.role("$1", "g.self_guard_id"),
                sight.passes("$1", "g.node_id")
            );
            let values: Vec<_> = std::iter::once(Value::from(sight.set)).chain(nodes).collect();
            visible.extend(conn.rows(&sql, &values, |row| row.get::<NodeId>(0))?);
        }
        Ok(visible)
    }

    /// The guard that holds at a node that was seen.
    pub fn guard_of(&mut self, conn: &mut Conn<'_>, node: &Node) -> Result<GuardId> {
        Ok(guards::truth_at(conn, node.id)?.own)
    }

    /// SQL for the guard of a node `n` beside which `JOINED` stands. While a subtree is being rewritten, what is recorded
    /// is not believed, and the statement itself goes up to the nearest guard.
    pub fn guard_sql(&mut self, conn: &mut Conn<'_>, tenant: TenantId) -> Result<&'static str> {
        Ok(if self.is_fenced(conn, tenant)? { guards::IN_TRUTH } else { guards::AS_RECORDED })
    }

    /// Whether what a query finds in the tenant has to be looked at one by one: a subtree is being rewritten, or
    /// folders lie in the bin or are on their way, whose content the query does not know to be hidden.
    pub fn walks(&mut self, conn: &mut Conn<'_>, tenant: TenantId) -> Result<bool> {
        Ok(self.is_fenced(conn, tenant)? || has_hidden_folders(conn, tenant)?)
    }

    /// A reading closure sees one snapshot, so it asks once.
    pub(crate) fn is_fenced(&mut self, conn: &mut Conn<'_>, tenant: TenantId) -> Result<bool> {
        if let Some(fenced) = self.fenced.get(&tenant).filter(|_| !self.writes) {
            return Ok(*fenced);
        }
        let fenced = fence::stands(conn, tenant)?;
        self.fenced.insert(tenant, fenced);
        Ok(fenced)
    }
}

/// A guard that no tenant has.
const NOWHERE: GuardId = GuardId(0);

/// Whose view of which guards.
struct Place {
    sight: Sight,
    guard: GuardId,
    flow: Option<GuardId>,
}

fn seen(actor: &Actor, node: Node, place: Place, role: Option<NodeRole>, passable: bool) -> Seen {
    let facts = Facts {
        node: node.id,
        tenant: node.tenant,
        repository: node.repository,
        parent: node.parent,
        kind: node.kind,
        locked_by: node.locked_by,
        role,
        role_inside: None,
        passable,
        actor: actor.user,
    };
    Seen { node, facts, sight: place.sight, guard: place.guard, flow: place.flow }
}

/// A node, with everything about its place that one statement can say.
struct Guarded {
    node: Node,
    /// The guard recorded for it: its own, or what its parent hands down.
    recorded: Option<GuardId>,
    /// What it hands down itself, by its own record.
    flow: Option<GuardId>,
    fenced: bool,
    hidden_folders: bool,
    epoch: i64,
}

/// Whether folders of the tenant of `n` hide what is in them, as an expression.
const HIDDEN: &str =
    "EXISTS (SELECT 1 FROM nodes_node h WHERE h.tenant_id = n.tenant_id AND h.kind < 2 AND h.state <> 1)";

static FIND_GUARDED: LazyLock<String> = LazyLock::new(|| {
    format!(
        "SELECT {}, CASE WHEN n.own_guard THEN own.self_guard_id ELSE above.flow_guard_id END, {}, {HIDDEN},
           COALESCE((SELECT e.epoch FROM security_epoch e WHERE e.tenant_id = n.tenant_id), 0), own.flow_guard_id
         FROM nodes_node n
         LEFT JOIN security_guarded own ON own.node_id = n.node_id
         LEFT JOIN security_guarded above ON above.node_id = n.parent_id
         WHERE n.node_id = $1",
        nodes::COLUMNS,
        fence::STANDS
    )
});

fn find_guarded(conn: &mut Conn<'_>, id: NodeId) -> db::Result<Option<Guarded>> {
    conn.find(&FIND_GUARDED, params![id], |row| {
        let node = nodes::from_row(row, 0)?;
        let fenced = row.get::<bool>(24)? && fence::counts(node.tenant);
        let (recorded, hidden_folders, epoch, flow) = (row.get(23)?, row.get(25)?, row.get(26)?, row.get(27)?);
        Ok(Guarded { node, recorded, flow, fenced, hidden_folders, epoch })
    })
}

/// The guard that counts right now. The tree is walked only while a subtree is being rewritten, or while a folder of
/// the tenant lies in the bin or is on its way, which hides everything below it: then there is none.
fn guard_in_force(conn: &mut Conn<'_>, found: &Guarded) -> Result<Option<GuardId>> {
    if !found.fenced && !found.hidden_folders {
        return Ok(found.recorded);
    }
    let chain = nodes::ancestors(conn, found.node.id)?;
    let guard = if found.fenced { Some(guards::truth_of(conn, &chain)?.own) } else { found.recorded };
    let is_hidden = chain.iter().skip(1).any(|step| step.state != NodeState::Ready);
    Ok(guard.filter(|_| !is_hidden))
}

fn has_hidden_folders(conn: &mut Conn<'_>, tenant: TenantId) -> db::Result<bool> {
    conn.exists("SELECT 1 FROM nodes_node WHERE tenant_id = $1 AND kind < 2 AND state <> 1 LIMIT 1", params![tenant])
}
