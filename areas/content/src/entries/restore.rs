//! `POST entry/restore/{node_id}`: moves an entry from the bin back to its folder.

use ::events::{Header, publish};
use audit::{Act, Object};
use authz::Denied;
use axum::extract::State;
use blobs::Area;
use primitives::{AppInstanceId, EntryName, NodeId};
use rest::{CurrentUser, Json, Path, Problem};
use serde_json::json;

use super::model::Entry;
use super::show;
use crate::events::EntryRestored;
use crate::{Content, Error, Restore, Result, disk, names, purges, recovery};

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
    let now = content.clock.now();
    let restored = security::write(&content.db, &actor, move |tx, access| {
        let (permit, found) = access.authorize_binned::<Restore>(tx, node)?;
        disk::hold(tx, permit.tenant())?;
        if purges::is_marked(tx, node)? {
            return Err(Denied::Invisible.into());
        }
        let name = EntryName::kept(&found.name)?;
        let folder = permit.parent().ok_or(Denied::WrongKind)?;
        names::claim(tx, access, (permit.tenant(), folder), &name, Some(node))?;
        nodes::restore(tx, &permit, &name)?;
        security::restored(tx, &permit)?;
        let header = Header::by(access.actor(), permit.tenant(), now);
        publish(tx, &EntryRestored { header, folder: permit.parent(), node })?;
        let act = Act::new("entry_restore", permit.tenant(), Object::new("node", node.0, &found.name));
        audit::record(tx, access.actor(), act.after(json!({ "parent_id": permit.parent() })), now);
        let seen = access.find_visible(tx, node)?;
        let entry = show::entry(tx, access, &seen)?;
        disk::tree(tx, permit.repository())?.put(Area::Bin, node, &disk::place(tx, node)?)?;
        Ok::<_, Error>(entry)
    });
    let restored = restored.await;
    if restored.as_ref().is_err_and(|error| !error.is_refusal()) {
        recovery::reconcile_bin(&content.db, node).await?;
    }
    Ok(Json(restored?))
}
