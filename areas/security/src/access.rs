//! The question every room asks: may this actor do that to this node, in this snapshot?

use std::collections::HashMap;
use std::sync::Arc;

use authz::{Action, Actor, Denied, Facts, Permit, decide};
use db::{Conn, Db, Tx, params};
use nodes::{Node, NodeState};
use primitives::{GuardId, NodeId, TenantId};

use crate::{Error, Result, Sight, fence, guards};

/// An actor before the walls, for the length of one closure.
pub struct Access<'a> {
    actor: &'a Actor,
    sights: HashMap<TenantId, Sight>,
}

/// A node that was found, with what the walls say of it.
#[derive(Clone, Debug)]
pub struct Seen {
    pub node: Node,
    pub facts: Facts,
    pub sight: Sight,
}

impl Seen {
    /// The permit for `A`, or why not.
    pub fn permit<A: Action>(&self) -> Result<Permit<A>> {
        Ok(decide::<A>(self.facts.clone())?)
    }
}

impl<'a> Access<'a> {
    pub fn of(actor: &'a Actor) -> Self {
        Self { actor, sights: HashMap::new() }
    }

    pub fn actor(&self) -> &'a Actor {
        self.actor
    }

    /// The permit to do `A` to `node`.
    pub fn open<A: Action>(&mut self, conn: &mut Conn<'_>, node: NodeId) -> Result<Permit<A>> {
        self.look(conn, node)?.permit()
    }

    /// The node and what the actor may do with it; invisible and missing look the same.
    pub fn look(&mut self, conn: &mut Conn<'_>, node: NodeId) -> Result<Seen> {
        self.look_for(conn, node, NodeState::Ready)
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
        let sight = Sight::current(conn, self.actor, tenant)?;
        self.sights.insert(tenant, sight);
        Ok(sight)
    }

    fn look_for(&mut self, conn: &mut Conn<'_>, id: NodeId, state: NodeState) -> Result<Seen> {
        let (node, recorded) = find_guarded(conn, id)?.ok_or(Denied::Invisible)?;
        if !self.actor.belongs_to(node.tenant) || node.state != state {
            return Err(Denied::Invisible.into());
        }
        let sight = self.sight(conn, node.tenant)?;
        let guard = guard_in_force(conn, &node, recorded)?.ok_or(Denied::Invisible)?;
        let role = sight.role_at(conn, guard)?;
        let passable = role.is_none() && node.kind.is_container() && sight.may_pass(conn, id)?;
        if role.is_none() && !passable {
            return Err(Denied::Invisible.into());
        }
        let facts = Facts {
            node: id,
            tenant: node.tenant,
            repository: node.repository,
            parent: node.parent,
            kind: node.kind,
            locked_by: node.locked_by,
            role,
            passable,
            actor: self.actor.user,
        };
        Ok(Seen { node, facts, sight })
    }

    /// The guard that a folder hands down, for lists of what is in it.
    pub fn flow_guard(&mut self, conn: &mut Conn<'_>, folder: &Seen) -> Result<GuardId> {
        if fence::stands(conn, folder.node.tenant)? {
            return Ok(guards::truth_at(conn, folder.node.id)?.flow);
        }
        Ok(guards::recorded(conn, folder.node.id)?.ok_or(db::Error::Missing)?.flow)
    }
}

/// The node, and the guard recorded for it: its own, or what its parent hands down.
fn find_guarded(conn: &mut Conn<'_>, id: NodeId) -> db::Result<Option<(Node, Option<GuardId>)>> {
    let sql = format!(
        "SELECT {}, CASE WHEN n.own_guard THEN own.self_guard_id ELSE above.flow_guard_id END
         FROM nodes_node n
         LEFT JOIN security_guarded own ON own.node_id = n.node_id
         LEFT JOIN security_guarded above ON above.node_id = n.parent_id
         WHERE n.node_id = $1",
        nodes::COLUMNS
    );
    conn.find(&sql, params![id], |row| Ok((nodes::from_row(row, 0)?, row.get(23)?)))
}

/// The guard that counts right now. The tree is walked only while a subtree is being rewritten, or while a folder of
/// the tenant lies in the bin, which hides everything below it: then there is none.
fn guard_in_force(conn: &mut Conn<'_>, node: &Node, recorded: Option<GuardId>) -> Result<Option<GuardId>> {
    let fenced = fence::stands(conn, node.tenant)?;
    if !fenced && !has_binned_folders(conn, node.tenant)? {
        return Ok(recorded);
    }
    let chain = nodes::ancestors(conn, node.id)?;
    if chain.iter().skip(1).any(|step| step.state != NodeState::Ready) {
        return Ok(None);
    }
    Ok(if fenced { Some(guards::truth_of(conn, &chain)?.own) } else { recorded })
}

fn has_binned_folders(conn: &mut Conn<'_>, tenant: TenantId) -> db::Result<bool> {
    conn.exists("SELECT 1 FROM nodes_node WHERE tenant_id = $1 AND state = 2 AND kind < 2 LIMIT 1", params![tenant])
}

/// Runs a reading closure that asks the walls. Where the asker's set is out of date it is worked out and the closure
/// runs again, so `ask` may run more than once.
pub async fn read<T, E, F>(db: &Db, actor: &Arc<Actor>, ask: F) -> Result<T, E>
where
    F: Fn(&mut Conn<'_>, &mut Access<'_>) -> Result<T, E> + Clone + Send + 'static,
    T: Send + 'static,
    E: From<db::Error> + From<Error> + AsAccess + Send + 'static,
{
    for _ in 0..3 {
        let (who, question) = (actor.clone(), ask.clone());
        let answer = db.read(move |c| question(c, &mut Access::of(&who))).await;
        let Err(error) = &answer else { return answer };
        let Some(tenant) = error.as_access().and_then(Error::stale) else { return answer };
        let who = actor.clone();
        db.write(move |tx| Sight::refreshed(tx, &who, tenant)).await.map_err(E::from)?;
    }
    // Rights change faster than they can be read: ask inside a transaction, where they stand still.
    write(db, actor, move |tx, access| ask(tx, access)).await
}

/// Runs a writing closure that asks the walls; sets are brought up to date inside the transaction.
pub async fn write<T, E, F>(db: &Db, actor: &Arc<Actor>, change: F) -> Result<T, E>
where
    F: FnOnce(&mut Tx<'_>, &mut Access<'_>) -> Result<T, E> + Send + 'static,
    T: Send + 'static,
    E: From<db::Error> + From<Error> + Send + 'static,
{
    let who = actor.clone();
    db.write(move |tx| {
        let mut access = Access::of(&who);
        for tenant in who.tenants() {
            let sight = Sight::refreshed(tx, &who, tenant)?;
            access.sights.insert(tenant, sight);
        }
        change(tx, &mut access)
    })
    .await
}

/// A room's error, where it is one of the walls'.
pub trait AsAccess {
    fn as_access(&self) -> Option<&Error>;
}

impl AsAccess for Error {
    fn as_access(&self) -> Option<&Error> {
        Some(self)
    }
}
