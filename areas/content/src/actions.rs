//! `GET actions/node/{node_id}`: the acts that the asker may do with an entry now.

use axum::extract::State;
use primitives::{AppInstanceId, NodeId};
use rest::{CurrentUser, Json, Path, Problem};
use serde::Serialize;

use crate::{Content, Error, Result};

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct NodeActions {
    items: Vec<NodeAction>,
    total: usize,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct NodeAction {
    action_key: String,
}

/// The acts that the asker may do with an entry now.
#[utoipa::path(get, path = "/api/app/{application_instance_id}/actions/node/{node_id}", tag = "content",
    operation_id = "node_actions",
    params(("application_instance_id" = i64, Path), ("node_id" = i64, Path)),
    responses((status = OK, body = NodeActions, description = "The allowed acts, by kind, lock and role")))]
pub async fn node_actions(
    State(content): State<Content>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, node)): Path<(AppInstanceId, NodeId)>,
) -> Result<Json<NodeActions>, Problem> {
    let acts = content.acts.0.clone();
    let offered = security::read(&content.db, &actor, move |c, access| {
        let mut seen = access.find_visible_with_inside(c, node)?;
        access.add_terms(c, &mut seen)?;
        Ok::<_, Error>(authz::offered(&acts, &seen.facts))
    });
    let items: Vec<_> = offered.await?.into_iter().map(|key| NodeAction { action_key: key.to_owned() }).collect();
    Ok(Json(NodeActions { total: items.len(), items }))
}
