//! `GET grant/node/{node_id}`: the grants on a node itself.

use axum::extract::State;
use primitives::NodeId;
use rest::{CurrentUser, Json, Path, Problem};

use super::model::GrantList;
use super::store;
use crate::{Error, GrantAccess, Security, read};

/// Lists the grants on a node, for its managers.
#[utoipa::path(
    get,
    path = "/api/node/grant/node/{node_id}",
    operation_id = "grant_list",
    tag = "node",
    params(("node_id" = i64, Path)),
    responses((status = 200, description = "Groups first, by name", body = GrantList))
)]
pub(crate) async fn list_grants(
    State(security): State<Security>,
    CurrentUser(actor): CurrentUser,
    Path(node): Path<NodeId>,
) -> Result<Json<GrantList>, Problem> {
    let items = read(&security.db, &actor, move |conn, access| {
        access.authorize::<GrantAccess>(conn, node)?;
        Ok::<_, Error>(store::on(conn, &[node])?)
    });
    let items = items.await?;
    Ok(Json(GrantList { total: items.len(), items }))
}
