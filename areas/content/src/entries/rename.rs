//! `PUT entry/rename/{node_id}`: renames an entry, in the tree and on disk.
//!
//! An intent is durable before the disk is touched; the row's new name and the intent's end are one commit. A crash in
//! between leaves the intent, and `recovery` restores the old name on disk.

use std::sync::Arc;

use ::events::{Header, publish};
use audit::{Act, Object};
use authz::{Actor, Denied, Permit};
use axum::extract::State;
use blobs::{Change, TreePath};
use db::Tx;
use primitives::{AppInstanceId, DiskName, EntryName, NodeId, Seconds};
use rest::{CurrentUser, Json, Path, Problem};
use security::Access;
use serde::Deserialize;
use serde_json::json;
use storage::blocking::run_detached;
use storage::intents::{self, Declared, Kind, Plan};
use storage::{Owner, disk};

use super::model::Entry;
use super::show;
use crate::events::EntryRenamed;
use crate::{Content, Error, Rename, Result, names, search_index};

#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct NewName {
    name: String,
}

/// Renames an entry.
#[utoipa::path(put, path = "/api/app/{application_instance_id}/entry/rename/{node_id}", tag = "content",
    operation_id = "entry_rename", request_body = NewName,
    params(("application_instance_id" = i64, Path), ("node_id" = i64, Path)),
    responses((status = OK, body = Entry, description = "The entry with its new name")))]
pub async fn rename(
    State(content): State<Content>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, node)): Path<(AppInstanceId, NodeId)>,
    Json(new): Json<NewName>,
) -> Result<Json<Entry>, Problem> {
    let name = EntryName::parse(&new.name).map_err(Error::from)?;
    let renamed = run_detached(async move { intents::with_retries(|| carry_out(&content, &actor, node, &name)).await });
    Ok(Json(renamed.await?))
}

async fn carry_out(content: &Content, actor: &Arc<Actor>, node: NodeId, name: &EntryName) -> Result<Entry> {
    let now = content.clock.now();
    let (wanted, owner) = (name.clone(), content.storage.config.owner.clone());
    let declared = security::write(&content.db, actor, move |tx, access| {
        let permit = access.authorize::<Rename>(tx, node)?;
        declare(tx, access, &permit, &wanted, &owner, now)
    });
    let Some(Renaming { declared, target }) = declared.await? else {
        let as_it_is = security::read(&content.db, actor, move |c, access| {
            let seen = access.find_visible(c, node)?;
            show::entry(c, access, &seen)
        });
        return as_it_is.await;
    };
    let (name, owner, intent) = (name.clone(), content.storage.config.owner.clone(), declared.intent);
    let commit = security::write(&content.db, actor, move |tx, access| {
        let permit = access.authorize::<Rename>(tx, node)?;
        let folder = permit.parent().ok_or(Denied::WrongKind)?;
        nodes::hold_tree(tx, permit.tenant())?;
        names::claim(tx, access, (permit.tenant(), folder), &name, Some(node))?;
        let old = nodes::find(tx, node)?.ok_or(db::Error::Missing)?.name;
        let act = Act::new("entry_rename", permit.tenant(), Object::new("node", node.0, name.as_str()))
            .before(json!({ "name": &old }))
            .after(json!({ "name": name.as_str() }));
        audit::record(tx, access.actor(), act, now);
        nodes::rename(tx, &permit, &name, now)?;
        search_index::index_again(tx, node, name.as_str())?;
        intents::complete(tx, intent, &owner)?;
        let header = Header::by(access.actor(), permit.tenant(), now);
        publish(tx, &EntryRenamed { header, folder: permit.parent(), node, old_name: old })?;
        // A hidden entry of that name may have come or gone: then the name on disk is another one.
        if disk::place(tx, node)? != target {
            return Err(storage::Error::Moving.into());
        }
        let seen = access.find_visible(tx, node)?;
        show::entry(tx, access, &seen)
    });
    intents::carry_out(&content.storage, declared, commit).await
}

/// A noted rename, and the path that the entry gets.
struct Renaming {
    declared: Declared,
    target: TreePath,
}

/// Notes the intent. None if the entry already has that name.
fn declare(
    tx: &mut Tx<'_>,
    access: &mut Access<'_>,
    permit: &Permit<Rename>,
    name: &EntryName,
    owner: &Owner,
    now: Seconds,
) -> Result<Option<Renaming>> {
    // The path is read, and the name claimed, while no other change is noted.
    nodes::hold_tree(tx, permit.tenant())?;
    let node = nodes::find(tx, permit.node())?.ok_or(db::Error::Missing)?;
    if node.name == name.as_str() {
        return Ok(None);
    }
    let folder = permit.parent().ok_or(Denied::WrongKind)?;
    names::claim(tx, access, (permit.tenant(), folder), name, Some(node.id))?;
    let from = disk::place(tx, node.id)?;
    let target = from.beside(&disk_name(tx, folder, node.id, name)?);
    let plan = Plan {
        kind: Kind::Rename,
        node: node.id,
        tenant: permit.tenant(),
        repository: permit.repository(),
        source: &node.name,
        target: Some((folder, name.as_str())),
        disk_name: target.name(),
    };
    let intent = intents::declare(tx, &plan, owner, now)?;
    let change = if from == target { Change::Nothing } else { Change::Rename { from, to: target.clone() } };
    let declared = Declared::new(intent, node.id, disk::store(tx, permit.repository())?, change);
    Ok(Some(Renaming { declared, target }))
}

/// The name on disk that `node` gets when it is called `name` in `folder` now.
pub(super) fn disk_name(tx: &mut Tx<'_>, folder: NodeId, node: NodeId, name: &EntryName) -> Result<DiskName> {
    let duplicate = nodes::is_duplicate_in(tx, folder, name, node)?;
    DiskName::parse(&DiskName::of(name.as_str(), node, duplicate)).ok_or(blobs::Error::Missing.into())
}
