//! `PUT collection/{collection_id}`: its owner gives a collection another title or description.

use axum::extract::State;
use primitives::AppInstanceId;
use rest::{CurrentUser, Json, Path, Problem};
use serde_json::json;

use super::form::CollectionChange;
use super::show::show_to;
use crate::asker::Asker;
use crate::found::find;
use crate::model::{CollectionDetail, CollectionId, CollectionRole};
use crate::store::{self, Words};
use crate::{Collections, Error, recorded};

/// Changes the title or the description of a collection of the asker. What is left out stays as it is.
#[utoipa::path(put, path = "/api/app/{application_instance_id}/collection/{collection_id}", tag = "collection",
    operation_id = "collection_change", request_body = CollectionChange,
    params(("application_instance_id" = i64, Path), ("collection_id" = i64, Path)),
    responses((status = OK, body = CollectionDetail, description = "The collection")))]
pub(crate) async fn change(
    State(collections): State<Collections>,
    CurrentUser(actor): CurrentUser,
    Path((instance, id)): Path<(AppInstanceId, CollectionId)>,
    Json(form): Json<CollectionChange>,
) -> Result<Json<CollectionDetail>, Problem> {
    let now = collections.clock.now();
    let changed = security::write(&collections.db, &actor, move |tx, access| {
        store::hold(tx, id)?;
        let asker = Asker::of(tx, access.actor(), instance)?;
        let found = find(tx, &asker, id, CollectionRole::Owner)?;
        let before = Words { title: found.title.clone(), description: found.description.clone() };
        let words = match form.read(&before) {
            Ok(words) => words,
            Err(problem) => return Ok(Err(problem)),
        };
        if words != before {
            store::change(tx, id, &words, now)?;
            let changed = json!({
                "title_changed": words.title != before.title,
                "description_changed": words.description != before.description,
            });
            audit::record(tx, access.actor(), recorded::act("collection_change", &found).after(changed), now);
        }
        Ok::<_, Error>(Ok(()))
    });
    changed.await??;
    Ok(Json(show_to(&collections, &actor, instance, id).await?))
}
