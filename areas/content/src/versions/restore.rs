//! `POST version/restored/{version_id}`: an earlier version becomes the content of its file again. What the file had
//! becomes an earlier version; no byte is copied.

use std::sync::Arc;

use audit::{Act, Object};
use authz::{Actor, Denied};
use axum::extract::State;
use db::Tx;
use nodes::{Arrived, Node};
use primitives::{AppInstanceId, NodeId, Seconds};
use rest::{CurrentUser, Json, Path, Problem};
use security::Access;
use serde_json::json;
use storage::blocking::run_detached;
use storage::intents::{self, Declared};
use storage::{Owner, integrity};

use super::deletion::{LeftBytes, discard_left};
use super::model::{Found, Versions};
use super::replace::{self, Exchange, NewContent};
use super::store::NewVersion;
use super::{VersionId, deletion, list, store};
use crate::{Content, Error, Replace, Result};

/// Makes an earlier version the content of its file again. What the file had becomes an earlier version.
#[utoipa::path(post, path = "/api/app/{application_instance_id}/version/restored/{version_id}", tag = "content",
    operation_id = "version_restore",
    params(("application_instance_id" = i64, Path), ("version_id" = i64, Path)),
    responses((status = OK, body = Versions, description = "The newest versions of the file")))]
pub async fn restore(
    State(content): State<Content>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, version)): Path<(AppInstanceId, VersionId)>,
) -> Result<Json<Versions>, Problem> {
    let restored = run_detached(async move { intents::with_retries(|| carry_out(&content, &actor, version)).await });
    Ok(Json(restored.await?))
}

async fn carry_out(content: &Content, actor: &Arc<Actor>, version: VersionId) -> Result<Versions> {
    let (now, owner) = (content.clock.now(), content.storage.config.owner.clone());
    let declared = security::write(&content.db, actor, move |tx, access| declare(tx, access, version, (&owner, now)));
    let (declared, restoring) = declared.await?;
    let (owner, intent) = (content.storage.config.owner.clone(), declared.intent);
    let commit = security::write(&content.db, actor, move |tx, access| {
        let left = commit(tx, access, (intent, &restoring), (&owner, now))?;
        Ok::<_, Error>((list::of(tx, access, restoring.found.file)?, left))
    });
    let (versions, left) = intents::carry_out(&content.storage, declared, commit).await?;
    for one in left {
        discard_left(&content.db, one).await;
    }
    Ok(versions)
}

/// What the second transaction needs.
#[derive(Clone, Debug)]
pub(crate) struct Restoring {
    found: Found,
    /// The node of the earlier version, and the one that gets what the file had.
    taken: NodeId,
    kept: NodeId,
}

/// Notes the intent.
pub(crate) fn declare(
    tx: &mut Tx<'_>,
    access: &mut Access<'_>,
    version: VersionId,
    (owner, now): (&Owner, Seconds),
) -> Result<(Declared, Restoring)> {
    let found = store::find(tx, version)?;
    let permit = access.authorize::<Replace>(tx, store::file_of(found.as_ref()))?;
    let found = found.ok_or(Denied::Invisible)?;
    let taken = found.kept.ok_or(Error::CurrentVersion)?;
    let kept = nodes::insert_version(tx, &permit, 0, now)?;
    let declared = replace::declare(tx, &permit, Exchange { taken, kept }, (owner, now))?;
    Ok((declared, Restoring { found, taken, kept }))
}

/// The file has its bytes again.
pub(crate) fn commit(
    tx: &mut Tx<'_>,
    access: &mut Access<'_>,
    (intent, restoring): (i64, &Restoring),
    (owner, now): (&Owner, Seconds),
) -> Result<[Option<LeftBytes>; 2]> {
    let Restoring { found, taken, kept } = restoring;
    let permit = access.authorize::<Replace>(tx, found.file)?;
    let file = nodes::find(tx, found.file)?.ok_or(db::Error::Missing)?;
    // Somebody may have deleted it meanwhile, or named it.
    let found = store::find(tx, found.id)?.filter(|now| now.kept == Some(*taken)).ok_or(Denied::Invisible)?;
    let node = nodes::find(tx, *taken)?.filter(Node::is_apart).ok_or(Denied::Invisible)?;
    let (hash, mime) = (node.facts.hash.as_deref().unwrap_or(""), node.facts.mime.as_deref().unwrap_or(""));
    let new = NewContent {
        arrived: Arrived { name: &file.name, size: node.size, hash, mime, now },
        modified_ns: integrity::known_time(tx, *taken)?,
        version: NewVersion { by: permit.actor(), label: &found.label, restored_from: Some(found.number) },
    };
    let (number, left) = replace::commit(tx, access, (&permit, intent, *kept), &new, (owner, now))?;
    let act = Act::new("version_restore", permit.tenant(), Object::new("node", file.id.0, &file.name))
        .after(json!({ "version": number, "restored_from": found.number, "size": node.size, "hash": node.facts.hash }));
    audit::record(tx, access.actor(), act, now);
    // Its bytes are the file's now; in a store of objects they are there twice.
    let is_still_there = store::find(tx, found.id)?.is_some();
    let emptied = if is_still_there { deletion::delete_versions(tx, &[(found.id, *taken)], now)? } else { None };
    Ok([left, emptied])
}
