//! `DELETE entry/{node_id}`: moves an entry to the bin, from which it can be restored.

use ::events::{Header, publish};
use std::convert::Infallible;
use std::sync::Arc;

use activity::{ActionKind, BgAction, NewAction, Status};
use audit::{Act, Object};
use authz::{Actor, Permit};
use axum::body::Bytes;
use axum::extract::{FromRequest, Request, State};
use blobs::{Area, Change};
use db::Tx;
use nodes::Node;
use primitives::{AppInstanceId, NodeId, Seconds};
use rest::{CurrentUser, Json, Path, Problem, Query};
use security::Access;
use serde::Deserialize;
use serde_json::json;
use storage::blocking::run_detached;
use storage::intents::{self, Declared, Kind, Plan};
use storage::{Owner, disk};

use crate::events::EntryRemoved;
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
        let begun = activity::start(tx, &finished_action(&permit, &found, group), now)?;
        let done = activity::finish(tx, &begun.bg_action_id, Status::Success)?.unwrap_or(begun);
        Ok::<_, Error>(done)
    });
    intents::carry_out(&content.storage, declared, commit).await
}

/// The transaction after its bytes are in the bin.
pub(crate) fn commit(
    tx: &mut Tx<'_>,
    access: &mut Access<'_>,
    (node, intent): (NodeId, i64),
    (owner, now): (&Owner, Seconds),
) -> Result<(Permit<Remove>, Node)> {
    let permit = access.authorize::<Remove>(tx, node)?;
    nodes::hold_tree(tx, permit.tenant())?;
    let found = nodes::find(tx, node)?.ok_or(db::Error::Missing)?;
    intents::complete(tx, intent, owner)?;
    nodes::bin(tx, &permit, now)?;
    security::binned(tx, &permit)?;
    let header = Header::by(access.actor(), permit.tenant(), now);
    publish(tx, &EntryRemoved { header, folder: permit.parent(), node })?;
    let act = Act::new("entry_remove", permit.tenant(), Object::new("node", node.0, &found.name));
    audit::record(tx, access.actor(), act.before(json!({ "parent_id": permit.parent() })), now);
    Ok((permit, found))
}

/// Notes the intent to move the entry's bytes to the bin.
pub(crate) fn declare(
    tx: &mut Tx<'_>,
    access: &mut Access<'_>,
    node: NodeId,
    (owner, now): (&Owner, Seconds),
) -> Result<Declared> {
    let permit = access.authorize::<Remove>(tx, node)?;
    nodes::hold_tree(tx, permit.tenant())?;
    let found = nodes::find(tx, node)?.ok_or(db::Error::Missing)?;
    let plan = Plan {
        kind: Kind::Bin,
        node,
        tenant: permit.tenant(),
        repository: permit.repository(),
        source: &found.name,
        target: None,
        disk_name: "",
    };
    let intent = intents::declare(tx, &plan, owner, now)?;
    let change = Change::MoveOut { from: disk::place(tx, node)?, area: Area::Bin };
    Ok(Declared::new(intent, node, disk::store(tx, permit.repository())?, change))
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
        status: Status::InProgress,
        node: Some(found.id),
        parent: permit.parent(),
        items: None,
        cancellable: false,
        job: None,
    }
}
