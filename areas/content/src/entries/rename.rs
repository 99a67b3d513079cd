//! `PUT entry/rename/{node_id}`: renames an entry, in the tree and on disk.
//!
//! An intent row is durable before the disk is touched; the row's new name and the intent's end are one commit. A crash
//! in between leaves the intent, and `recovery` restores the old name on disk.

use ::events::{Header, publish};
use audit::{Act, Object};
use axum::extract::State;
use db::params;
use primitives::{AppInstanceId, EntryName, NodeId, Seconds};
use rest::{CurrentUser, Json, Path, Problem};
use security::Access;
use serde::Deserialize;
use serde_json::json;

use super::model::Entry;
use super::show;
use crate::events::EntryRenamed;
use crate::{Content, Error, Owner, Rename, Result, disk, names, recovery, search};

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
    let now = content.clock.now();
    let (wanted, owner) = (name.clone(), content.config.owner.clone());
    let intent = security::write(&content.db, &actor, move |tx, access| {
        let permit = access.authorize::<Rename>(tx, node)?;
        declare(tx, access, &permit, &wanted, &owner, now)
    });
    let Some(intent) = intent.await? else {
        let as_it_is = security::read(&content.db, &actor, move |c, access| {
            let seen = access.find_visible(c, node)?;
            show::entry(c, access, &seen)
        });
        return Ok(Json(as_it_is.await?));
    };
    let renamed = security::write(&content.db, &actor, move |tx, access| {
        let permit = access.authorize::<Rename>(tx, node)?;
        disk::hold(tx, permit.tenant())?;
        let place = disk::place(tx, node)?;
        let folder = permit.parent().ok_or(authz::Denied::WrongKind)?;
        names::claim(tx, access, (permit.tenant(), folder), &name, Some(node))?;
        let old = nodes::find(tx, node)?.ok_or(db::Error::Missing)?.name;
        let act = Act::new("entry_rename", permit.tenant(), Object::new("node", node.0, name.as_str()))
            .before(json!({ "name": &old }))
            .after(json!({ "name": name.as_str() }));
        audit::record(tx, access.actor(), act, now);
        nodes::rename(tx, &permit, &name, now)?;
        search::index_again(tx, node, name.as_str())?;
        // After a delay longer than the lease, recovery has undone the intent. Without the intent the rename would not
        // survive a crash.
        if tx.run("DELETE FROM content_intent WHERE intent_id = $1", params![intent])? == 0 {
            return Err(db::Error::Unavailable("the rename took too long and was undone".to_owned()).into());
        }
        let header = Header::by(access.actor(), permit.tenant(), now);
        publish(tx, &EntryRenamed { header, folder: permit.parent(), node, old_name: old })?;
        let seen = access.find_visible(tx, node)?;
        let entry = show::entry(tx, access, &seen)?;
        let new_place = disk::place(tx, node)?;
        if new_place != place {
            disk::tree(tx, permit.repository())?.rename(&place, &new_place)?;
        }
        Ok::<_, Error>(entry)
    });
    let renamed = renamed.await;
    if renamed.is_err()
        && let Err(error) = recovery::undo_rename(&content.db, intent).await
    {
        tracing::warn!("The rename {intent} is undone later: {error}");
    }
    Ok(Json(renamed?))
}

/// Records the intent: the node, its old name and its new one. None if it already has that name.
fn declare(
    tx: &mut db::Tx<'_>,
    access: &mut Access<'_>,
    permit: &authz::Permit<Rename>,
    name: &EntryName,
    owner: &Owner,
    now: Seconds,
) -> Result<Option<i64>> {
    let node = nodes::find(tx, permit.node())?.ok_or(db::Error::Missing)?;
    if node.name == name.as_str() {
        return Ok(None);
    }
    let folder = permit.parent().ok_or(authz::Denied::WrongKind)?;
    names::claim(tx, access, (permit.tenant(), folder), name, Some(permit.node()))?;
    let intent = tx.get(
        "INSERT INTO content_intent (node_id, repository_id, act, source, target, created_at, owner,
           lease_until)
         VALUES ($1, $2, 'rename', $3, $4, $5, $6, $7)
         RETURNING intent_id",
        params![
            permit.node(),
            permit.repository(),
            &node.name,
            name.as_str(),
            now,
            owner.as_str(),
            now + recovery::LEASE
        ],
        |row| row.get(0),
    )?;
    Ok(Some(intent))
}
