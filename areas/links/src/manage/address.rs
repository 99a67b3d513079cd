//! `GET actions/link/{node_id}`: the address of an entry, for people who may see it anyway.

use axum::extract::State;
use content::page_path;
use primitives::{AppInstanceId, NodeId};
use rest::{CurrentUser, Here, Json, Path, Problem};
use security::See;
use serde::Serialize;

use crate::{Error, Links};

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct EntryAddress {
    /// A whole address of the page. People who cannot see the entry find nothing there.
    link: String,
}

/// The address of an entry in the page.
#[utoipa::path(get, path = "/api/app/{application_instance_id}/actions/link/{node_id}", tag = "link",
    operation_id = "entry_address",
    params(("application_instance_id" = i64, Path), ("node_id" = i64, Path)),
    responses((status = OK, body = EntryAddress, description = "The address")))]
pub async fn address(
    State(links): State<Links>,
    CurrentUser(actor): CurrentUser,
    Here(here): Here,
    Path((instance, node)): Path<(AppInstanceId, NodeId)>,
) -> Result<Json<EntryAddress>, Problem> {
    let path = security::read(&links.db, &actor, move |c, access| {
        let seen = access.find_visible(c, node)?;
        seen.permit::<See>()?;
        Ok::<_, Error>(page_path(c, access, instance, &seen.facts)?)
    });
    let path = path.await?;
    Ok(Json(EntryAddress { link: here + &path }))
}
