//! Moves an entry into another folder, in the tree and on disk: what its two transactions do. Into a folder of another
//! repository it goes once its bytes are there (`selections/cross.rs`).

use std::collections::HashSet;

use ::events::{Header, publish};
use audit::{Act, Object};
use authz::{Actor, Denied, Permit};
use blobs::{Change, TreePath};
use db::{Conn, Tx};
use primitives::{EntryName, NodeId, NodeKind, RepositoryId, Seconds, TenantId};
use security::{Access, MarkId};
use serde_json::json;
use storage::crossings::{Crossing, Joining};
use storage::intents::{self, Declared, Kind, Plan};
use storage::{Owner, disk};

use super::rename::disk_name;
use super::widening::{self, Widening};
use crate::events::{EntryMoved, RepositoryChanged};
use crate::{CreateChild, Error, Move, Result, Upload, names, purges, search_index};

/// Where an entry goes.
#[derive(Clone, Debug)]
pub(crate) struct Target {
    pub folder: NodeId,
    /// What it is called there; its own name if none is given.
    pub name: Option<EntryName>,
    /// If its name is taken there, it gets a number.
    pub keep_both: bool,
    /// The move that is taken back.
    pub undoes: Option<UndoneMove>,
    /// Marks that it would lose are taken away knowingly. None: they become its own.
    pub widens: Option<Widening>,
}

/// A move that is taken back: where the entry must still be, how it must still be called, and the marks that the move
/// made its own.
#[derive(Clone, Debug)]
pub(crate) struct UndoneMove {
    pub place: NodeId,
    pub name: String,
    pub kept: Vec<MarkId>,
}

/// What the second transaction of a move needs.
#[derive(Clone, Debug)]
pub(crate) struct Moving {
    pub from: NodeId,
    pub old_name: String,
    pub folder: NodeId,
    name: EntryName,
    /// Where its bytes are then; of one that enters another repository, the end of the crossing knows it.
    place: Option<TreePath>,
    undoes: Option<UndoneMove>,
    widens: Option<Widening>,
}

impl Moving {
    /// What it is called in its new folder.
    pub fn name(&self) -> &str {
        self.name.as_str()
    }
}

/// The permit to move `node`. A folder moves with its content, so the asker needs the role for the content, too. A grant
/// that is not recursive gives no role there.
pub(crate) fn may_move(conn: &mut Conn<'_>, access: &mut Access<'_>, node: NodeId) -> Result<Permit<Move>> {
    let seen = access.find_visible_with_inside(conn, node)?;
    let permit = seen.permit::<Move>()?;
    let needed = <Move as authz::Action>::RULE.role;
    if permit.kind().is_container() && seen.facts.role_inside < Some(needed) {
        return Err(Denied::NeedsRole(needed).into());
    }
    Ok(permit)
}

/// Whether the asker may put something of this kind into `folder`; with the tenant and repository that it is of.
pub(crate) fn may_put_into(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    kind: NodeKind,
    folder: NodeId,
) -> Result<(TenantId, RepositoryId)> {
    Ok(if kind == NodeKind::File {
        let permit = access.authorize::<Upload>(conn, folder)?;
        (permit.tenant(), permit.repository())
    } else {
        let permit = access.authorize::<CreateChild>(conn, folder)?;
        (permit.tenant(), permit.repository())
    })
}

/// A move that its asker may make, and that leads to a place where the entry can be.
pub(crate) struct Planned {
    pub permit: Permit<Move>,
    /// The repository that it goes into.
    pub into: RepositoryId,
    from: NodeId,
    old_name: String,
}

impl Planned {
    /// It goes into another repository: its bytes are copied.
    pub fn crosses(&self) -> bool {
        self.into != self.permit.repository()
    }
}

/// Refuses what cannot move there, or not by the asker.
pub(crate) fn plan(tx: &mut Tx<'_>, access: &mut Access<'_>, node: NodeId, target: &Target) -> Result<Planned> {
    let permit = may_move(tx, access, node)?;
    let (tenant, folder) = (permit.tenant(), target.folder);
    nodes::hold_tree(tx, tenant)?;
    let (of, into) = may_put_into(tx, access, permit.kind(), folder)?;
    if of != tenant {
        return Err(nodes::Error::OtherRepository.into());
    }
    nodes::refuse_place(tx, node, folder)?;
    let from = permit.parent().ok_or(Denied::WrongKind)?;
    if from == folder {
        return Err(Error::AlreadyThere);
    }
    let found = nodes::find(tx, node)?.ok_or(db::Error::Missing)?;
    if target.undoes.as_ref().is_some_and(|undone| undone.place != from || undone.name != found.name) {
        return Err(Error::ChangedSince);
    }
    widening::lost(tx, access, &permit, (target.widens.as_ref(), (from, folder)))?;
    Ok(Planned { permit, into, from, old_name: found.name })
}

/// The name that it gets there. `given`: names that others have just got in that folder, for those that get a number.
pub(crate) fn name_there(
    tx: &mut Tx<'_>,
    access: &mut Access<'_>,
    planned: &Planned,
    (target, given): (&Target, &HashSet<String>),
) -> Result<EntryName> {
    let place = (planned.permit.tenant(), target.folder);
    let mut name = match &target.name {
        Some(name) => name.clone(),
        None => EntryName::kept(&planned.old_name)?,
    };
    if target.keep_both {
        name = names::free(tx, access, place, &name, given)?;
    }
    names::claim(tx, access, place, &name, Some(planned.permit.node()))?;
    Ok(name)
}

/// Notes the intent to move the entry's bytes.
pub(crate) fn declare(
    tx: &mut Tx<'_>,
    access: &mut Access<'_>,
    planned: &Planned,
    (target, given): (&Target, &HashSet<String>),
    (owner, now): (&Owner, Seconds),
) -> Result<(Declared, Moving)> {
    let Planned { permit, from, old_name, .. } = planned;
    let (node, folder) = (permit.node(), target.folder);
    let name = name_there(tx, access, planned, (target, given))?;
    let disk_name = disk_name(tx, folder, node, &name)?;
    let place = disk::place_in(tx, folder, &disk_name)?.ok_or(db::Error::Missing)?.of_node(node);
    let plan = Plan {
        kind: Kind::Move,
        node,
        tenant: permit.tenant(),
        repository: permit.repository(),
        source: old_name,
        target: Some((folder, name.as_str())),
        disk_name: place.name(),
    };
    let intent = intents::declare(tx, &plan, owner, now)?;
    let change = Change::Rename { from: disk::place(tx, node)?, to: place.clone() };
    let declared = Declared::new(intent, node, disk::store(tx, permit.repository())?, change).between(*from, folder);
    Ok((declared, Moving { place: Some(place), ..Moving::new(planned, name, target) }))
}

impl Moving {
    pub fn new(planned: &Planned, name: EntryName, target: &Target) -> Self {
        let (from, old_name) = (planned.from, planned.old_name.clone());
        let (undoes, widens) = (target.undoes.clone(), target.widens.clone());
        Self { from, old_name, folder: target.folder, name, place: None, undoes, widens }
    }
}

/// The transaction after its bytes are in the other folder. Returns the marks that became its own.
pub(crate) fn commit(
    tx: &mut Tx<'_>,
    access: &mut Access<'_>,
    (node, intent, moving): (NodeId, i64, &Moving),
    (owner, now): (&Owner, Seconds),
) -> Result<(Permit<Move>, Vec<MarkId>)> {
    let permit = may_move(tx, access, node)?;
    let lost = hold(tx, access, &permit, moving)?;
    // Nothing is refused any more from here on.
    intents::complete(tx, intent, owner)?;
    let kept = put_there(tx, access, (&permit, moving, &lost), now)?;
    // A hidden entry of that name may have come or gone: then the name on disk is another one.
    if moving.place.as_ref() != Some(&disk::place(tx, node)?) {
        return Err(storage::Error::Moving.into());
    }
    Ok((permit, kept))
}

/// As `commit`, for an entry whose bytes are in another repository.
pub(crate) fn commit_elsewhere(
    tx: &mut Tx<'_>,
    access: &mut Access<'_>,
    (crossing, joining, moving): (&Crossing, &Joining, &Moving),
    (owner, now): (&Owner, Seconds),
) -> Result<Vec<MarkId>> {
    let permit = may_move(tx, access, crossing.node)?;
    let lost = hold(tx, access, &permit, moving)?;
    joining.begin_commit(tx, crossing.id, (owner, now))?;
    let kept = put_there(tx, access, (&permit, moving, &lost), now)?;
    purges::note_repository(tx, (crossing.source, crossing.target))?;
    let header = Header::by(access.actor(), permit.tenant(), now);
    publish(tx, &RepositoryChanged { header, node: crossing.node, repository: crossing.target })?;
    joining.end_commit(tx, crossing.id, now)?;
    Ok(kept)
}

/// Asks again, and holds the tree and the name. Returns the keys of the marks that the entry is about to lose
/// knowingly.
fn hold(tx: &mut Tx<'_>, access: &mut Access<'_>, permit: &Permit<Move>, moving: &Moving) -> Result<Vec<String>> {
    nodes::hold_tree(tx, permit.tenant())?;
    may_put_into(tx, access, permit.kind(), moving.folder)?;
    let lost = widening::lost(tx, access, permit, (moving.widens.as_ref(), (moving.from, moving.folder)))?;
    names::claim(tx, access, (permit.tenant(), moving.folder), &moving.name, Some(permit.node()))?;
    Ok(lost)
}

fn put_there(
    tx: &mut Tx<'_>,
    access: &mut Access<'_>,
    (permit, moving, lost): (&Permit<Move>, &Moving, &[String]),
    now: Seconds,
) -> Result<Vec<MarkId>> {
    let kept = if permit.kind() == NodeKind::File {
        let into = access.authorize::<Upload>(tx, moving.folder)?;
        put(tx, access.actor(), (permit, moving), &into, now)?
    } else {
        let into = access.authorize::<CreateChild>(tx, moving.folder)?;
        put(tx, access.actor(), (permit, moving), &into, now)?
    };
    let kept_keys = if kept.is_empty() { Vec::new() } else { security::keys_of(tx, &kept)? };
    audit::record(tx, access.actor(), told(permit, moving, (&kept_keys, lost)), now);
    let header = Header::by(access.actor(), permit.tenant(), now);
    publish(tx, &EntryMoved { header, from: moving.from, folder: moving.folder, node: permit.node() })?;
    Ok(kept)
}

fn told(permit: &Permit<Move>, moving: &Moving, (kept, lost): (&[String], &[String])) -> Act {
    let (mut before, mut after) = (json!({ "parent_id": moving.from }), json!({ "parent_id": moving.folder }));
    if moving.old_name != moving.name.as_str() {
        before["name"] = json!(moving.old_name);
        after["name"] = json!(moving.name.as_str());
    }
    if !kept.is_empty() {
        after["marks"] = json!(kept);
    }
    if let Some(widens) = moving.widens.as_ref().filter(|_| !lost.is_empty()) {
        widens.tell(lost, &mut after);
    }
    let object = Object::new("node", permit.node().0, moving.name.as_str());
    Act::new("entry_move", permit.tenant(), object).before(before).after(after)
}

/// Changes the rows. Returns the marks that became its own.
fn put<P: nodes::Placing>(
    tx: &mut Tx<'_>,
    actor: &Actor,
    (permit, moving): (&Permit<Move>, &Moving),
    into: &Permit<P>,
    now: Seconds,
) -> Result<Vec<MarkId>> {
    let node = permit.node();
    let folders = (moving.from, moving.folder);
    let kept = match (&moving.undoes, &moving.widens) {
        (None, None) => security::keep_marks(tx, permit, folders, actor, now)?,
        // Whether the asker may take them away was asked before.
        (None, Some(_)) => Vec::new(),
        (Some(undone), _) => security::return_marks(tx, permit, (folders, &undone.kept), actor, now)?,
    };
    // The index knows it by its folder.
    search_index::forget_names(tx, &[node])?;
    let from = if permit.repository() == into.repository() {
        nodes::reparent(tx, permit, into, &moving.name, now)?
    } else {
        nodes::reparent_elsewhere(tx, permit, into, &moving.name, now)?
    };
    security::moved(tx, permit, from, now)?;
    search_index::index(tx, node, moving.name.as_str())?;
    Ok(kept)
}
