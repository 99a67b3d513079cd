//! `PUT home/saved_search/{saved_search_id}`: gives a saved search another title.

use axum::extract::State;
use primitives::AppInstanceId;
use rest::{CurrentUser, Json, Path, Problem};

use super::model::{SavedSearch, SavedSearchId, SavedSearchTitle};
use super::{store, tell};
use crate::Home;
use crate::error::Error;

/// Renames a search that the asker saved in this library.
#[utoipa::path(put, path = "/api/app/{application_instance_id}/home/saved_search/{saved_search_id}", tag = "home",
    operation_id = "saved_search_rename", request_body = SavedSearchTitle,
    params(("application_instance_id" = i64, Path), ("saved_search_id" = i64, Path)),
    responses((status = OK, body = SavedSearch, description = "The search")))]
pub async fn rename(
    State(home): State<Home>,
    CurrentUser(actor): CurrentUser,
    Path((instance, id)): Path<(AppInstanceId, SavedSearchId)>,
    Json(form): Json<SavedSearchTitle>,
) -> Result<Json<SavedSearch>, Problem> {
    let title = form.read()?;
    let user = actor.user;
    let renamed = home.db.write(move |tx| {
        let search = store::rename(tx, (user, instance), id, &title)?.ok_or(Error::MissingSavedSearch)?;
        tell(tx, user, instance)?;
        Ok::<_, Error>(search)
    });
    Ok(Json(renamed.await?))
}
