//! `POST entry/restore/{node_id}`: moves an entry from the bin back to its folder.

use std::sync::Arc;

use ::events::{Header, publish};
use audit::{Act, Object};
use authz::{Actor, Denied, Permit};
use axum::extract::State;
use blobs::{Area, Change, TreePath};
use db::Tx;
use nodes::Node;
use primitives::{AppInstanceId, EntryName, NodeId, Seconds};
use rest::{CurrentUser, Json, Path, Problem};
use security::Access;
use serde_json::json;
use storage::blocking::run_detached;
use storage::intents::{self, Declared, Kind, Plan};
use storage::{Owner, disk};

use super::model::Entry;
use super::rename::disk_name;
use super::show;
use crate::events::EntryRestored;
use crate::{Content, Restore, Result, names, purges};

/// Restores an entry from the bin.
#[utoipa::path(post, path = "/api/app/{application_instance_id}/entry/restore/{node_id}", tag = "content",
    operation_id = "entry_restore",
    params(("application_instance_id" = i64, Path), ("node_id" = i64, Path)),
    responses((status = OK, body = Entry, description = "The entry, back in its folder")))]
pub async fn restore(
    State(content): State<Content>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, node)): Path<(AppInstanceId, NodeId)>,
) -> Result<Json<Entry>, Problem> {
    let restored = run_detached(async move { intents::with_retries(|| carry_out(&content, &actor, node)).await });
    Ok(Json(restored.await?))
}

async fn carry_out(content: &Content, actor: &Arc<Actor>, node: NodeId) -> Result<Entry> {
    let now = content.clock.now();
    let owner = content.storage.config.owner.clone();
    let declared = security::write(&content.db, actor, move |tx, access| declare(tx, access, node, (&owner, now)));
    let (declared, target) = declared.await?;
    let (owner, intent) = (content.storage.config.owner.clone(), declared.intent);
    let commit = security::write(&content.db, actor, move |tx, access| {
        commit(tx, access, (node, intent, &target), (&owner, now))?;
        let seen = access.find_visible(tx, node)?;
        show::entry(tx, access, &seen)
    });
    intents::carry_out(&content.storage, declared, commit).await
}

/// Notes the intent to move the entry's bytes out of the bin, to the path that is returned.
pub(crate) fn declare(
    tx: &mut Tx<'_>,
    access: &mut Access<'_>,
    node: NodeId,
    (owner, now): (&Owner, Seconds),
) -> Result<(Declared, TreePath)> {
    let (permit, found) = access.authorize_binned::<Restore>(tx, node)?;
    let (folder, name) = may_come_back(tx, access, &permit, &found)?;
    let to = disk::place(tx, node)?.beside(&disk_name(tx, folder, node, &name)?);
    let plan = Plan {
        kind: Kind::Restore,
        node,
        tenant: permit.tenant(),
        repository: permit.repository(),
        source: &found.name,
        target: Some((folder, name.as_str())),
        disk_name: to.name(),
    };
    let intent = intents::declare(tx, &plan, owner, now)?;
    let change = Change::MoveIn { area: Area::Bin, to: to.clone() };
    Ok((Declared::new(intent, node, disk::store(tx, permit.repository())?, change), to))
}

/// The transaction after its bytes are at `target`.
pub(crate) fn commit(
    tx: &mut Tx<'_>,
    access: &mut Access<'_>,
    (node, intent, target): (NodeId, i64, &TreePath),
    (owner, now): (&Owner, Seconds),
) -> Result<()> {
    let (permit, found) = access.authorize_binned::<Restore>(tx, node)?;
    let (_, name) = may_come_back(tx, access, &permit, &found)?;
    intents::complete(tx, intent, owner)?;
    nodes::restore(tx, &permit, &name)?;
    security::restored(tx, &permit)?;
    let header = Header::by(access.actor(), permit.tenant(), now);
    publish(tx, &EntryRestored { header, folder: permit.parent(), node })?;
    let act = Act::new("entry_restore", permit.tenant(), Object::new("node", node.0, &found.name));
    audit::record(tx, access.actor(), act.after(json!({ "parent_id": permit.parent() })), now);
    // A hidden entry of that name may have come or gone: then the name on disk is another one.
    if disk::place(tx, node)? != *target {
        return Err(storage::Error::Moving.into());
    }
    Ok(())
}

/// The folder and the name that an entry of the bin gets back.
fn may_come_back(
    tx: &mut Tx<'_>,
    access: &mut Access<'_>,
    permit: &Permit<Restore>,
    found: &Node,
) -> Result<(NodeId, EntryName)> {
    // Whoever marks an entry to delete it holds this too.
    nodes::hold_tree(tx, permit.tenant())?;
    if purges::is_marked(tx, found.id)? {
        return Err(Denied::Invisible.into());
    }
    let name = EntryName::kept(&found.name)?;
    let folder = permit.parent().ok_or(Denied::WrongKind)?;
    names::claim(tx, access, (permit.tenant(), folder), &name, Some(found.id))?;
    Ok((folder, name))
}
