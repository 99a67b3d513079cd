//! `DELETE entry/{node_id}`: moves one entry to the bin. It is a batch of one that is over at once, so that it can be taken
//! back like others.

use std::convert::Infallible;
use std::sync::Arc;

use activity::{ActionKind, BgAction, NewAction, Status};
use authz::{Actor, Permit};
use axum::body::Bytes;
use axum::extract::{FromRequest, Request, State};
use nodes::Node;
use primitives::{AppInstanceId, NodeId};
use rest::{CurrentUser, Json, Path, Problem, Query};
use serde::Deserialize;
use storage::blocking::run_detached;
use storage::{disk, intents};

use super::batch::BatchAct;
use super::{moves, one_done};
use crate::entries::remove::{commit, declare};
use crate::{Content, Error, Remove, Result};

#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
pub struct RemoveQuery {
    /// The group of background actions this belongs to; the page may choose it.
    #[serde(rename = "bgGroupId")]
    bg_group_id: Option<String>,
}

/// A client may send the group in a body instead.
pub struct InBody(RemoveQuery);

impl<S: Send + Sync> FromRequest<S> for InBody {
    type Rejection = Infallible;

    async fn from_request(request: Request, state: &S) -> Result<Self, Infallible> {
        let body = Bytes::from_request(request, state).await.unwrap_or_default();
        Ok(Self(serde_json::from_slice(&body).unwrap_or_default()))
    }
}

/// Moves an entry to the bin. The group may also be in a JSON body.
#[utoipa::path(delete, path = "/api/app/{application_instance_id}/entry/{node_id}", tag = "content",
    operation_id = "entry_remove",
    params(("application_instance_id" = i64, Path), ("node_id" = i64, Path), RemoveQuery),
    responses((status = OK, body = BgAction, description = "The background action, finished")))]
pub async fn remove(
    State(content): State<Content>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, node)): Path<(AppInstanceId, NodeId)>,
    Query(query): Query<RemoveQuery>,
    InBody(sent): InBody,
) -> Result<Json<BgAction>, Problem> {
    let group = query.bg_group_id.or(sent.bg_group_id);
    let removed = disk::even_when_full(&content.db, || put_into_bin(&content, &actor, node, group.clone()));
    Ok(Json(removed.await?))
}

async fn put_into_bin(
    content: &Content,
    actor: &Arc<Actor>,
    node: NodeId,
    group: Option<String>,
) -> Result<BgAction, Problem> {
    let (content, actor) = (content.clone(), actor.clone());
    let removed =
        run_detached(async move { intents::with_retries(|| carry_out(&content, &actor, node, group.clone())).await });
    Ok(removed.await?)
}

async fn carry_out(content: &Content, actor: &Arc<Actor>, node: NodeId, group: Option<String>) -> Result<BgAction> {
    let now = content.clock.now();
    let owner = content.storage.config.owner.clone();
    let declared =
        security::write(&content.db, actor, move |tx, access| declare(tx, access, node, (&owner, now))).await?;
    let (owner, intent) = (content.storage.config.owner.clone(), declared.intent);
    let commit = security::write(&content.db, actor, move |tx, access| {
        let (permit, found) = commit(tx, access, (node, intent), (&owner, now))?;
        let (done, batch) = one_done::note(tx, &finished_action(&permit, &found, group), BatchAct::Remove, now)?;
        moves::note_binned(tx, batch, node, now)?;
        Ok::<_, Error>(done)
    });
    intents::carry_out(&content.storage, declared, commit).await
}

/// The background action that says so; it begins and ends in one transaction.
fn finished_action(permit: &Permit<Remove>, found: &Node, group: Option<String>) -> NewAction {
    NewAction {
        user: permit.actor(),
        tenant: permit.tenant(),
        group,
        title: found.name.clone(),
        text: String::new(),
        kind: ActionKind::Delete,
        icon: None,
        status: Status::Success,
        node: Some(found.id),
        parent: permit.parent(),
        items: None,
        cancellable: false,
        job: None,
    }
}
