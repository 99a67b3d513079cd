//! `GET entry/{node_id}/parent`: the path from the repository to an entry.

use axum::extract::State;
use nodes::Ancestor;
use primitives::{AppInstanceId, NodeId, NodeKind};
use rest::{CurrentUser, Json, Path, Problem};
use serde::Serialize;

use crate::{Content, Error, Result};

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Parents {
    /// The repository first; the entry itself is not included.
    pub items: Vec<Parent>,
    pub total: usize,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Parent {
    pub node_id: NodeId,
    /// Null if it is not visible to the asker.
    #[schema(required)]
    pub name: Option<String>,
    pub node_type: NodeKind,
}

/// The path from the repository to an entry.
#[utoipa::path(get, path = "/api/app/{application_instance_id}/entry/{node_id}/parent", tag = "content",
    operation_id = "entry_parents",
    params(("application_instance_id" = i64, Path), ("node_id" = i64, Path)),
    responses((status = OK, body = Parents, description = "The ancestors, topmost first")))]
pub async fn parents(
    State(content): State<Content>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, node)): Path<(AppInstanceId, NodeId)>,
) -> Result<Json<Parents>, Problem> {
    let items = security::read(&content.db, &actor, move |c, access| {
        let seen = access.find_visible(c, node)?;
        let mut chain = nodes::ancestors(c, node)?.split_off(1);
        chain.reverse();
        let above: Vec<NodeId> = chain.iter().map(|step| step.id).collect();
        let visible = access.visible_folders(c, seen.scope, &above)?;
        let parent = |step: Ancestor| {
            let name = visible.contains(&step.id).then_some(step.name);
            Parent { node_id: step.id, name, node_type: step.kind }
        };
        Ok::<_, Error>(chain.into_iter().map(parent).collect::<Vec<_>>())
    });
    let items = items.await?;
    Ok(Json(Parents { total: items.len(), items }))
}
