//! `DELETE home/saved_search/{saved_search_id}`: forgets a saved search.

use axum::extract::State;
use axum::http::StatusCode;
use primitives::AppInstanceId;
use rest::{CurrentUser, Path, Problem};

use super::model::SavedSearchId;
use super::{store, tell};
use crate::Home;
use crate::error::Error;

/// Removes a search that the asker saved in this library.
#[utoipa::path(delete, path = "/api/app/{application_instance_id}/home/saved_search/{saved_search_id}", tag = "home",
    operation_id = "saved_search_remove",
    params(("application_instance_id" = i64, Path), ("saved_search_id" = i64, Path)),
    responses((status = NO_CONTENT, description = "There is none any more")))]
pub async fn remove(
    State(home): State<Home>,
    CurrentUser(actor): CurrentUser,
    Path((instance, id)): Path<(AppInstanceId, SavedSearchId)>,
) -> Result<StatusCode, Problem> {
    let user = actor.user;
    let removed = home.db.write(move |tx| {
        store::remove(tx, (user, instance), id)?;
        Ok::<_, Error>(tell(tx, user, instance)?)
    });
    removed.await?;
    Ok(StatusCode::NO_CONTENT)
}
