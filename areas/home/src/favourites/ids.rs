//! `GET home/favourite_ids`: which entries have a star, for the lists that draw it.

use axum::extract::State;
use primitives::{AppInstanceId, NodeId};
use rest::{CurrentUser, Json, Path, Problem};
use serde::Serialize;

use super::store;
use crate::Home;

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct FavouriteIds {
    /// In ascending order. Some may be of entries that the asker does not see now.
    node_ids: Vec<NodeId>,
}

/// The ids of the entries that the asker gave a star. It tells nothing of the entries but that.
#[utoipa::path(get, path = "/api/app/{application_instance_id}/home/favourite_ids", tag = "home",
    operation_id = "favourite_ids", params(("application_instance_id" = i64, Path)),
    responses((status = OK, body = FavouriteIds, description = "At most 1000")))]
pub async fn ids(
    State(home): State<Home>,
    CurrentUser(actor): CurrentUser,
    Path(_instance): Path<AppInstanceId>,
) -> Result<Json<FavouriteIds>, Problem> {
    let user = actor.user;
    let node_ids = home.db.read(move |c| store::ids(c, user)).await?;
    Ok(Json(FavouriteIds { node_ids }))
}
