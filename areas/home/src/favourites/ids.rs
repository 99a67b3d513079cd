//! `GET home/favourite_ids`: which entries have a star, for the lists that draw it.

use axum::extract::State;
use db::Conn;
use primitives::{AppInstanceId, NodeId, UserId};
use rest::{CurrentUser, Json, Path, Problem};
use security::Access;
use serde::Serialize;

use super::store;
use crate::Home;
use crate::error::Result;

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct FavouriteIds {
    /// In ascending order.
    node_ids: Vec<NodeId>,
}

/// The ids of the entries that the asker gave a star: only of those that they may see now.
#[utoipa::path(get, path = "/api/app/{application_instance_id}/home/favourite_ids", tag = "home",
    operation_id = "favourite_ids", params(("application_instance_id" = i64, Path)),
    responses((status = OK, body = FavouriteIds, description = "At most 10,000")))]
pub async fn ids(
    State(home): State<Home>,
    CurrentUser(actor): CurrentUser,
    Path(_instance): Path<AppInstanceId>,
) -> Result<Json<FavouriteIds>, Problem> {
    let user = actor.user;
    let node_ids = security::read_long(&home.db, &actor, move |c, access| seen_of(c, access, user)).await?;
    Ok(Json(FavouriteIds { node_ids }))
}

/// The person's favourites at which they have a role now.
fn seen_of(conn: &mut Conn<'_>, access: &mut Access<'_>, user: UserId) -> Result<Vec<NodeId>> {
    let (mut chosen, mut seen) = (store::by_tenant(conn, user)?, Vec::new());
    for tenant in access.actor().tenants() {
        let Some(nodes) = chosen.remove(&tenant) else { continue };
        seen.extend(access.open_nodes(conn, tenant, &nodes)?.into_keys());
    }
    seen.sort_unstable();
    Ok(seen)
}
