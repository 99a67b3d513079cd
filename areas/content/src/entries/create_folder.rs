//! `POST folder`: a new folder, in the tree and on disk at once.

use ::events::{Header, publish};
use audit::{Act, Object};
use authz::Permit;
use axum::extract::State;
use axum::http::StatusCode;
use blobs::Tree;
use db::Tx;
use nodes::{NewNode, NodeState};
use primitives::{AppInstanceId, EntryName, NodeId, NodeKind, Seconds};
use rest::{CurrentUser, Json, Path, Problem};
use security::Access;
use serde::Deserialize;
use serde_json::json;

use super::model::Entry;
use super::show;
use crate::events::EntryCreated;
use crate::{Content, CreateChild, Result, disk, names, search};

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
    let name = EntryName::parse(&new.name).map_err(crate::Error::from)?;
    disk::refuse_without_room(&content.db)?;
    let now = content.clock.now();
    let entry = security::write(&content.db, &actor, move |tx, access| {
        let permit = access.authorize::<CreateChild>(tx, new.folder_parent_id)?;
        let folder = create(tx, access, &permit, &name, now)?;
        let act = Act::new("folder_create", permit.tenant(), Object::new("node", folder.0, name.as_str()));
        audit::record(tx, access.actor(), act.after(json!({ "parent_id": permit.node() })), now);
        let seen = access.find_visible(tx, folder)?;
        show::entry(tx, access, &seen)
    });
    let entry = entry.await.map_err(|error| Problem::from(error).named_by("folder_parent_id"));
    Ok((StatusCode::CREATED, Json(entry?)))
}

/// Makes it on disk, and removes it there if its row is not committed.
fn make(tx: &mut Tx<'_>, tree: &Tree, folder: NodeId) -> Result<()> {
    let place = disk::place(tx, folder)?;
    tree.announce_folder(folder, &place)?;
    let (undone, kept) = (tree.clone(), tree.clone());
    let made = place.clone();
    tx.undo(move || {
        let left = match undone.remove_empty_folder(&made) {
            // It was never made, or it already existed with content.
            Ok(()) | Err(blobs::Error::Missing | blobs::Error::Exists) => undone.forget_folder(folder),
            other => other,
        };
        if let Err(error) = left {
            tracing::warn!("The folder {made} is on disk without its row until the next start: {error}");
        }
    });
    tx.once_kept(move || kept.forget_folder(folder).unwrap_or_default());
    Ok(tree.make_folder(&place)?)
}

/// Creates the folder's row, its ACL, its search index and its folder on disk. If a crash left a folder without a row,
/// the next folder of that name takes it over.
pub fn create(
    tx: &mut Tx<'_>,
    access: &mut Access<'_>,
    into: &Permit<CreateChild>,
    name: &EntryName,
    now: Seconds,
) -> Result<NodeId> {
    disk::hold(tx, into.tenant())?;
    names::claim(tx, access, (into.tenant(), into.node()), name, None)?;
    let new = NewNode { kind: NodeKind::Folder, name, state: NodeState::Ready, size: 0, now };
    let folder = nodes::insert(tx, into, &new)?;
    security::inherit_acl(tx, into.tenant(), into.node(), folder)?;
    search::index(tx, folder, name.as_str())?;
    let tree = disk::tree(tx, into.repository())?;
    make(tx, &tree, folder)?;
    let header = Header::by(access.actor(), into.tenant(), now);
    publish(tx, &EntryCreated { header, folder: Some(into.node()), node: folder })?;
    Ok(folder)
}
