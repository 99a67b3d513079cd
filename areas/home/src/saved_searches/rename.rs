//! `PUT home/saved_search/{saved_search_id}`: gives a saved search another title or query.

use axum::extract::State;
use primitives::AppInstanceId;
use rest::{CurrentUser, Json, Path, Problem};

use super::model::{SavedSearch, SavedSearchChange, SavedSearchId};
use super::{store, tell};
use crate::Home;
use crate::error::Error;

/// Renames a search that the asker saved in this library, or keeps another one under its title.
#[utoipa::path(put, path = "/api/app/{application_instance_id}/home/saved_search/{saved_search_id}", tag = "home",
    operation_id = "saved_search_rename", request_body = SavedSearchChange,
    params(("application_instance_id" = i64, Path), ("saved_search_id" = i64, Path)),
    responses((status = OK, body = SavedSearch, description = "The search")))]
pub async fn rename(
    State(home): State<Home>,
    CurrentUser(actor): CurrentUser,
    Path((instance, id)): Path<(AppInstanceId, SavedSearchId)>,
    Json(form): Json<SavedSearchChange>,
) -> Result<Json<SavedSearch>, Problem> {
    let (title, query) = form.read()?;
    let user = actor.user;
    let renamed = home.db.write(move |tx| {
        let search =
            store::change(tx, (user, instance), id, (&title, query.as_deref()))?.ok_or(Error::MissingSavedSearch)?;
        tell(tx, user, instance)?;
        Ok::<_, Error>(search)
    });
    Ok(Json(renamed.await?))
}
