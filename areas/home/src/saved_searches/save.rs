//! `POST home/saved_search`: keeps a search under a title.

use axum::extract::State;
use axum::http::StatusCode;
use primitives::AppInstanceId;
use rest::{CurrentUser, Json, Path, Problem};

use super::model::{SavedSearch, SavedSearchForm};
use super::{store, tell};
use crate::Home;
use crate::error::Error;

/// Saves a search of the asker. A search that they have saved before gets the new title.
#[utoipa::path(post, path = "/api/app/{application_instance_id}/home/saved_search", tag = "home",
    operation_id = "saved_search_create", request_body = SavedSearchForm,
    params(("application_instance_id" = i64, Path)),
    responses((status = CREATED, body = SavedSearch, description = "The search")))]
pub async fn save(
    State(home): State<Home>,
    CurrentUser(actor): CurrentUser,
    Path(instance): Path<AppInstanceId>,
    Json(form): Json<SavedSearchForm>,
) -> Result<(StatusCode, Json<SavedSearch>), Problem> {
    let (title, query) = form.read()?;
    let user = actor.user;
    let saved = home.db.write(move |tx| {
        let id = store::save(tx, (user, instance), &title, &query)?;
        tell(tx, user, instance)?;
        Ok::<_, Error>(SavedSearch { saved_search_id: id, title: title.to_string(), query })
    });
    Ok((StatusCode::CREATED, Json(saved.await?)))
}
