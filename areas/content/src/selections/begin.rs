//! `POST selection/remove`, `selection/restore`, `selection/purge`, `entry/move`: one act on all selected entries. What is selected is
//! found out at once, and a job carries the act out.

use std::sync::Arc;

use activity::{ActionKind, BgAction, NewAction, Status};
use audit::{Act, Object};
use authz::Actor;
use axum::extract::State;
use axum::http::StatusCode;
use db::Tx;
use jobs::NewJob;
use primitives::{AppInstanceId, NodeId, NodeKind, Seconds, TenantId};
use rest::{CurrentUser, Json, Path, Problem};
use serde::{Deserialize, Serialize};
use serde_json::json;
use storage::disk;

use super::batch::{self, BatchAct, BatchId, NewBatch};
use super::job::{BATCH, Carrying};
use super::selected::Selected;
use super::selection::Selection;
use crate::entries::relocate::may_put_into;
use crate::{Content, Error, Result};

/// So many batches of one person may be unfinished.
const UNFINISHED: i64 = 10;

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Begun {
    /// How many entries it is done with. Those with which the asker may not do it stay as they are.
    count: i64,
    pub(super) bg_action: BgAction,
}

/// Moves the selected entries to the bin, in the background.
#[utoipa::path(post, path = "/api/app/{application_instance_id}/selection/remove", tag = "content",
    operation_id = "selection_remove", request_body = Selection, params(("application_instance_id" = i64, Path)),
    responses((status = ACCEPTED, body = Begun, description = "The background action, and how many entries it moves")))]
pub async fn remove(
    State(content): State<Content>,
    CurrentUser(actor): CurrentUser,
    Path(_instance): Path<AppInstanceId>,
    Json(selection): Json<Selection>,
) -> Result<(StatusCode, Json<Begun>), Problem> {
    begin(content, actor, selection, BatchRequest::Remove).await
}

/// Restores the selected entries of the bin, in the background.
#[utoipa::path(post, path = "/api/app/{application_instance_id}/selection/restore", tag = "content",
    operation_id = "selection_restore", request_body = Selection, params(("application_instance_id" = i64, Path)),
    responses((status = ACCEPTED, body = Begun, description = "The background action, and how many entries it restores")))]
pub async fn restore(
    State(content): State<Content>,
    CurrentUser(actor): CurrentUser,
    Path(_instance): Path<AppInstanceId>,
    Json(selection): Json<Selection>,
) -> Result<(StatusCode, Json<Begun>), Problem> {
    begin(content, actor, selection, BatchRequest::Restore).await
}

/// Deletes the selected entries of the bin for good, in the background.
#[utoipa::path(post, path = "/api/app/{application_instance_id}/selection/purge", tag = "content",
    operation_id = "selection_purge", request_body = Selection, params(("application_instance_id" = i64, Path)),
    responses((status = ACCEPTED, body = Begun, description = "The background action, and how many entries it deletes")))]
pub async fn purge(
    State(content): State<Content>,
    CurrentUser(actor): CurrentUser,
    Path(_instance): Path<AppInstanceId>,
    Json(selection): Json<Selection>,
) -> Result<(StatusCode, Json<Begun>), Problem> {
    begin(content, actor, selection, BatchRequest::Purge).await
}

/// Where the selected entries go.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct MoveSelection {
    #[serde(flatten)]
    selection: Selection,
    /// The folder or repository that they go into; in the same repository.
    target_id: NodeId,
    /// True: an entry with a taken name gets a number. False: it stays where it is.
    #[serde(default)]
    keep_both: bool,
}

/// Moves the selected entries into another folder, in the background.
#[utoipa::path(post, path = "/api/app/{application_instance_id}/entry/move", tag = "content",
    operation_id = "selection_move", request_body = MoveSelection, params(("application_instance_id" = i64, Path)),
    responses((status = ACCEPTED, body = Begun, description = "The background action, and how many entries it moves")))]
pub async fn relocate(
    State(content): State<Content>,
    CurrentUser(actor): CurrentUser,
    Path(_instance): Path<AppInstanceId>,
    Json(MoveSelection { selection, target_id: folder, keep_both }): Json<MoveSelection>,
) -> Result<(StatusCode, Json<Begun>), Problem> {
    selection.refuse_bin()?;
    let seen = security::read(&content.db, &actor, move |c, access| may_put_into(c, access, NodeKind::Folder, folder));
    seen.await.map_err(|error| Problem::from(error).named_by("target_id"))?;
    begin(content, actor, selection, BatchRequest::Move { folder, keep_both }).await
}

/// What is about to be done with entries.
#[derive(Clone, Copy, Debug)]
pub(super) enum BatchRequest {
    Remove,
    Restore,
    Purge,
    Move {
        folder: NodeId,
        keep_both: bool,
    },
    /// What this batch has moved goes back.
    MoveBack(BatchId),
}

impl BatchRequest {
    fn act(self) -> BatchAct {
        match self {
            Self::Remove => BatchAct::Remove,
            Self::Restore => BatchAct::Restore,
            Self::Purge => BatchAct::Purge,
            Self::Move { .. } | Self::MoveBack(_) => BatchAct::Move,
        }
    }

    fn operation(self) -> &'static str {
        match self {
            Self::Remove => "selection_remove",
            Self::Restore => "selection_restore",
            Self::Purge => "selection_purge",
            Self::Move { .. } => "selection_move",
            Self::MoveBack(_) => "selection_undo",
        }
    }
}

async fn begin(
    content: Content,
    actor: Arc<Actor>,
    selection: Selection,
    doing: BatchRequest,
) -> Result<(StatusCode, Json<Begun>), Problem> {
    let group = selection.bg_group_id.clone();
    let selected = selection.parse(content.clock.now())?;
    let begun = disk::even_when_full(&content.db, || async {
        Ok(find_and_begin(&content, &actor, selected.clone(), group.clone(), doing).await?)
    });
    Ok((StatusCode::ACCEPTED, Json(begun.await?)))
}

async fn find_and_begin(
    content: &Content,
    actor: &Arc<Actor>,
    selected: Selected,
    group: Option<String>,
    doing: BatchRequest,
) -> Result<Begun> {
    let found = security::read_long(&content.db, actor, move |c, access| selected.ids(c, access, doing.act())).await?;
    let (actor, now) = (actor.clone(), content.clock.now());
    content.db.write(move |tx| start(tx, &actor, &found, (doing, doing.operation(), group), now)).await
}

/// Notes the batch and its job. What is done with each entry is recorded one by one, when it is done.
pub(super) fn start(
    tx: &mut Tx<'_>,
    actor: &Actor,
    found: &[(TenantId, NodeId)],
    (doing, operation, group): (BatchRequest, &'static str, Option<String>),
    now: Seconds,
) -> Result<Begun> {
    let act = doing.act();
    if batch::unfinished(tx, actor.user)? >= UNFINISHED {
        return Err(Error::TooManyBatches);
    }
    let tenant = found.first().map(|(tenant, _)| *tenant).or(actor.tenants().first().copied());
    let tenant = tenant.ok_or(Error::from(authz::Denied::Invisible))?;
    let count = i64::try_from(found.len()).unwrap_or(i64::MAX);
    let language = rest::current_language();
    let kind = match act {
        BatchAct::Remove | BatchAct::Purge => ActionKind::Delete,
        BatchAct::Restore => ActionKind::Other,
        BatchAct::Move => ActionKind::Move,
    };
    let new = NewAction {
        user: actor.user,
        tenant,
        group,
        title: rest::text(language, &format!("batch.{}", act.word()), &[("count", count.to_string())]),
        text: String::new(),
        kind,
        icon: None,
        status: Status::InProgress,
        node: None,
        parent: if let BatchRequest::Move { folder, .. } = doing { Some(folder) } else { None },
        items: Some(count),
        cancellable: false,
        job: None,
    };
    let bg_action = activity::start(tx, &new, now)?;
    let target = if let BatchRequest::Move { folder, keep_both } = doing { Some((folder, keep_both)) } else { None };
    let undoes = if let BatchRequest::MoveBack(moved) = doing { Some(moved) } else { None };
    let new = NewBatch { act, user: actor.user, tenant, bg_action_id: &bg_action.bg_action_id, target, undoes };
    let batch = batch::insert(tx, &new, now)?;
    batch::add(tx, batch, found)?;
    let told = Act::new(operation, tenant, Object::new("tenant", tenant.0, "")).after(json!({ "entries": count }));
    audit::record(tx, actor, told, now);
    let carrying =
        Carrying { batch, act, bg_action_id: bg_action.bg_action_id.clone(), users_id: actor.user, language };
    let payload = serde_json::to_value(&carrying).map_err(|error| db::Error::Broken(error.to_string()))?;
    jobs::enqueue(tx, &NewJob::due(BATCH, &payload, now).of(tenant))?;
    Ok(Begun { count, bg_action })
}
