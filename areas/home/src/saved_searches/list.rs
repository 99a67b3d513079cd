//! `GET home/saved_search`: the searches that the asker saved in this library.

use axum::extract::State;
use primitives::AppInstanceId;
use rest::{CurrentUser, Json, Path, Problem};
use serde::Serialize;

use super::model::SavedSearch;
use super::store;
use crate::Home;
use crate::error::Error;

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct SavedSearches {
    /// In the order in which they were saved.
    items: Vec<SavedSearch>,
}

/// Lists the searches that the asker saved in this library.
#[utoipa::path(get, path = "/api/app/{application_instance_id}/home/saved_search", tag = "home",
    operation_id = "saved_search_list", params(("application_instance_id" = i64, Path)),
    responses((status = OK, body = SavedSearches, description = "At most 100")))]
pub async fn list(
    State(home): State<Home>,
    CurrentUser(actor): CurrentUser,
    Path(instance): Path<AppInstanceId>,
) -> Result<Json<SavedSearches>, Problem> {
    let user = actor.user;
    let items = home.db.read(move |c| store::list(c, user, instance)).await.map_err(Error::from)?;
    Ok(Json(SavedSearches { items }))
}
