//! `POST folder`: a new folder, in the tree and on disk.

use std::sync::Arc;

use ::events::{Header, publish};
use audit::{Act, Object};
use authz::{Actor, Permit};
use axum::extract::State;
use axum::http::StatusCode;
use blobs::Change;
use db::Tx;
use nodes::{NewNode, NodeState};
use primitives::{AppInstanceId, EntryName, NodeId, NodeKind, Seconds};
use rest::{CurrentUser, Json, Path, Problem};
use security::Access;
use serde::Deserialize;
use serde_json::json;
use storage::blocking::run_detached;
use storage::intents::{self, Declared, Kind, Plan};
use storage::{Owner, disk};

use super::model::Entry;
use super::show;
use crate::events::EntryCreated;
use crate::{Content, CreateChild, Error, Result, names, search_index};

#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct NewFolder {
    folder_parent_id: NodeId,
    name: String,
}

/// Makes a folder.
#[utoipa::path(post, path = "/api/app/{application_instance_id}/folder", tag = "content",
    operation_id = "folder_create", request_body = NewFolder,
    params(("application_instance_id" = i64, Path)),
    responses((status = CREATED, body = Entry, description = "The new folder")))]
pub async fn create_folder(
    State(content): State<Content>,
    CurrentUser(actor): CurrentUser,
    Path(_instance): Path<AppInstanceId>,
    Json(new): Json<NewFolder>,
) -> Result<(StatusCode, Json<Entry>), Problem> {
    let name = EntryName::parse(&new.name).map_err(Error::from)?;
    let parent = new.folder_parent_id;
    let made = run_detached(async move { make(&content, &actor, parent, &name).await });
    let entry = made.await.map_err(|error| Problem::from(error).named_by("folder_parent_id"));
    Ok((StatusCode::CREATED, Json(entry?)))
}

/// Makes a folder for `actor`, and returns its node.
pub async fn create(content: &Content, actor: &Arc<Actor>, parent: NodeId, name: &EntryName) -> Result<NodeId> {
    Ok(make(content, actor, parent, name).await?.node())
}

async fn make(content: &Content, actor: &Arc<Actor>, parent: NodeId, name: &EntryName) -> Result<Entry> {
    disk::refuse_without_room(&content.db)?;
    intents::with_retries(|| carry_out(content, actor, parent, name)).await
}

/// The row comes first, where nobody sees it; then the folder on disk. If a crash left a folder without a row, the next
/// folder of that name takes it over.
async fn carry_out(content: &Content, actor: &Arc<Actor>, parent: NodeId, name: &EntryName) -> Result<Entry> {
    let now = content.clock.now();
    let (wanted, owner) = (name.clone(), content.storage.config.owner.clone());
    let declared = security::write(&content.db, actor, move |tx, access| {
        let permit = access.authorize::<CreateChild>(tx, parent)?;
        declare(tx, access, &permit, &wanted, &owner, now)
    });
    let declared = declared.await?;
    let (name, owner) = (name.clone(), content.storage.config.owner.clone());
    let Declared { intent, node, .. } = declared;
    let commit = security::write(&content.db, actor, move |tx, access| {
        let permit = access.authorize::<CreateChild>(tx, parent)?;
        nodes::hold_tree(tx, permit.tenant())?;
        intents::complete(tx, intent, &owner)?;
        appear(tx, Header::by(access.actor(), permit.tenant(), now), &permit, node, &name)?;
        let act = Act::new("folder_create", permit.tenant(), Object::new("node", node.0, name.as_str()));
        audit::record(tx, access.actor(), act.after(json!({ "parent_id": permit.node() })), now);
        let seen = access.find_visible(tx, node)?;
        show::entry(tx, access, &seen)
    });
    intents::carry_out(&content.storage, declared, commit).await
}

/// Makes the row, which nobody sees yet, and notes the intent.
pub(crate) fn declare(
    tx: &mut Tx<'_>,
    access: &mut Access<'_>,
    into: &Permit<CreateChild>,
    name: &EntryName,
    owner: &Owner,
    now: Seconds,
) -> Result<Declared> {
    // The order of locks of every change: the tree, then the name.
    nodes::hold_tree(tx, into.tenant())?;
    names::claim(tx, access, (into.tenant(), into.node()), name, None)?;
    let new = NewNode { kind: NodeKind::Folder, name, state: NodeState::Staging, size: 0, now };
    let node = nodes::insert(tx, into, &new)?;
    let plan = Plan {
        kind: Kind::CreateFolder,
        node,
        tenant: into.tenant(),
        repository: into.repository(),
        source: "",
        target: None,
        disk_name: "",
    };
    let intent = intents::declare(tx, &plan, owner, now)?;
    let change = Change::MakeFolder(disk::place(tx, node)?);
    Ok(Declared::new(intent, node, disk::store(tx, into.repository())?, change))
}

/// Turns the row to ready, with its ACL and its search index.
pub(crate) fn appear(
    tx: &mut Tx<'_>,
    header: Header,
    into: &Permit<CreateChild>,
    folder: NodeId,
    name: &EntryName,
) -> Result<()> {
    nodes::appear(tx, into, folder)?;
    security::inherit_acl(tx, into.tenant(), into.node(), folder)?;
    search_index::index(tx, folder, name.as_str())?;
    publish(tx, &EntryCreated { header, folder: Some(into.node()), node: folder })?;
    Ok(())
}

/// The row of a folder whose directory exists or is made by the caller: for load tests, which make many at once.
pub fn synthesise(
    tx: &mut Tx<'_>,
    access: &mut Access<'_>,
    into: &Permit<CreateChild>,
    name: &EntryName,
    now: Seconds,
) -> Result<NodeId> {
    names::claim(tx, access, (into.tenant(), into.node()), name, None)?;
    let new = NewNode { kind: NodeKind::Folder, name, state: NodeState::Staging, size: 0, now };
    let folder = nodes::insert(tx, into, &new)?;
    appear(tx, Header::by(access.actor(), into.tenant(), now), into, folder, name)?;
    let (store, place) = (disk::store(tx, into.repository())?, disk::place(tx, folder)?);
    primitives::waiting_allowed(|| store.commit(folder, &Change::MakeFolder(place)))?;
    Ok(folder)
}
