//! `PUT entry/rename/{node_id}`: renames one entry. It is a batch of one that is over at once, so that it can be taken back
//! like others.

use std::sync::Arc;

use activity::{ActionKind, NewAction, Status};
use authz::{Actor, Permit};
use axum::extract::State;
use primitives::{AppInstanceId, EntryName, NodeId};
use rest::{CurrentUser, Json, Path, Problem};
use serde::{Deserialize, Serialize};
use storage::blocking::run_detached;
use storage::intents;

use super::batch::BatchAct;
use super::{moves, one_done};
use crate::entries::model::Entry;
use crate::entries::rename::{Renaming, commit, declare};
use crate::entries::show;
use crate::{Content, Error, Rename, Result};

#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct NewName {
    name: String,
}

/// An entry with its new name.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct RenamedEntry {
    #[serde(flatten)]
    entry: Entry,
    /// The background action, finished; null if it had that name already.
    #[schema(required)]
    bg_action_id: Option<String>,
}

/// Renames an entry.
#[utoipa::path(put, path = "/api/app/{application_instance_id}/entry/rename/{node_id}", tag = "content",
    operation_id = "entry_rename", request_body = NewName,
    params(("application_instance_id" = i64, Path), ("node_id" = i64, Path)),
    responses((status = OK, body = RenamedEntry, description = "The entry with its new name")))]
pub async fn rename(
    State(content): State<Content>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, node)): Path<(AppInstanceId, NodeId)>,
    Json(new): Json<NewName>,
) -> Result<Json<RenamedEntry>, Problem> {
    let name = EntryName::parse(&new.name).map_err(Error::from)?;
    let renamed = run_detached(async move { intents::with_retries(|| carry_out(&content, &actor, node, &name)).await });
    Ok(Json(renamed.await?))
}

async fn carry_out(content: &Content, actor: &Arc<Actor>, node: NodeId, name: &EntryName) -> Result<RenamedEntry> {
    let now = content.clock.now();
    let (wanted, owner) = (name.clone(), content.storage.config.owner.clone());
    let declared =
        security::write(&content.db, actor, move |tx, access| declare(tx, access, node, &wanted, (&owner, now)));
    let Some((declared, renaming)) = declared.await? else {
        let as_it_is = security::read(&content.db, actor, move |c, access| {
            let seen = access.find_visible(c, node)?;
            show::entry(c, access, &seen)
        });
        return Ok(RenamedEntry { entry: as_it_is.await?, bg_action_id: None });
    };
    let (owner, intent) = (content.storage.config.owner.clone(), declared.intent);
    let commit = security::write(&content.db, actor, move |tx, access| {
        let permit = commit(tx, access, (node, intent, &renaming), (&owner, now))?;
        let (done, batch) = one_done::note(tx, &finished_action(&permit, &renaming), BatchAct::Rename, now)?;
        moves::note_names(tx, batch, node, &renaming)?;
        let seen = access.find_visible(tx, node)?;
        let entry = show::entry(tx, access, &seen)?;
        Ok::<_, Error>(RenamedEntry { entry, bg_action_id: Some(done.bg_action_id) })
    });
    intents::carry_out(&content.storage, declared, commit).await
}

/// The background action that says so; it begins and ends in one transaction.
fn finished_action(permit: &Permit<Rename>, renaming: &Renaming) -> NewAction {
    NewAction {
        user: permit.actor(),
        tenant: permit.tenant(),
        group: None,
        title: renaming.name().to_owned(),
        // What it was called.
        text: renaming.old_name.clone(),
        kind: ActionKind::Rename,
        icon: None,
        status: Status::Success,
        node: Some(permit.node()),
        parent: permit.parent(),
        items: None,
        cancellable: false,
        job: None,
    }
}
