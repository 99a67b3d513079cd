//! `GET actions/generate/download-link/{node_id}`: a link to one entry.

use axum::extract::State;
use primitives::{AppInstanceId, NodeId, Seconds};
use rest::{CurrentUser, Here, Json, Path, Problem, Query};
use serde::{Deserialize, Serialize};

use super::form::NewLink;
use super::made::make;
use crate::Links;

#[derive(Debug, Deserialize, utoipa::IntoParams)]
pub struct GenerateQuery {
    /// Seconds since 1970, later than now, and within two years; in 30 days if it is not given.
    expires_at: Option<Seconds>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct GeneratedLink {
    /// The address of the link's page.
    download_link: String,
}

/// Makes a link by which anybody sees and downloads this entry: each call another one.
#[utoipa::path(get, path = "/api/app/{application_instance_id}/actions/generate/download-link/{node_id}", tag = "link",
    operation_id = "link_generate",
    params(("application_instance_id" = i64, Path), ("node_id" = i64, Path), GenerateQuery),
    responses((status = OK, body = GeneratedLink, description = "The link")))]
pub async fn generate(
    State(links): State<Links>,
    CurrentUser(actor): CurrentUser,
    Here(here): Here,
    Path((instance, node)): Path<(AppInstanceId, NodeId)>,
    Query(query): Query<GenerateQuery>,
) -> Result<Json<GeneratedLink>, Problem> {
    let wanted = NewLink::open_to_all(node, query.expires_at).parse(links.clock.now())?;
    let made = make(&links, &actor, (instance, here), (wanted, None)).await?;
    Ok(Json(GeneratedLink { download_link: made.url.unwrap_or_default() }))
}
