//! `POST collection/{collection_id}/entry/remove`: takes entries out of a collection.

use axum::extract::State;
use axum::http::StatusCode;
use primitives::AppInstanceId;
use rest::{CurrentUser, Json, Path, Problem};
use security::See;
use serde_json::json;

use super::add::CollectionEntries;
use super::store::remove as take_out;
use crate::asker::Asker;
use crate::events::{CollectionChange, tell};
use crate::found::find;
use crate::model::{CollectionId, CollectionRole};
use crate::{Collections, Error, recorded, store};

/// Takes entries out of a collection, for its editors. They stay where they are, and so does what the asker does not
/// see.
#[utoipa::path(post, path = "/api/app/{application_instance_id}/collection/{collection_id}/entry/remove",
    tag = "collection", operation_id = "collection_entry_remove", request_body = CollectionEntries,
    params(("application_instance_id" = i64, Path), ("collection_id" = i64, Path)),
    responses((status = NO_CONTENT, description = "They are not in it any more")))]
pub(crate) async fn remove(
    State(collections): State<Collections>,
    CurrentUser(actor): CurrentUser,
    Path((instance, id)): Path<(AppInstanceId, CollectionId)>,
    Json(form): Json<CollectionEntries>,
) -> Result<StatusCode, Problem> {
    let nodes = form.read()?;
    let now = collections.clock.now();
    let removed = security::write(&collections.db, &actor, move |tx, access| {
        store::hold(tx, id)?;
        let asker = Asker::of(tx, access.actor(), instance)?;
        let found = find(tx, &asker, id, CollectionRole::Editor)?;
        let mut seen = Vec::with_capacity(nodes.len());
        for node in nodes {
            match access.authorize::<See>(tx, node) {
                Ok(_) => seen.push(node),
                Err(security::Error::Denied(_)) => {}
                Err(error) => return Err(error.into()),
            }
        }
        let removed = take_out(tx, id, &seen)?;
        if removed > 0 {
            store::touch(tx, id, now)?;
            tell(tx, access, &found, CollectionChange::Removed(seen), now)?;
            let act = recorded::act("collection_entry_remove", &found).before(json!({ "entries": removed }));
            audit::record(tx, access.actor(), act, now);
        }
        Ok::<_, Error>(())
    });
    removed.await?;
    Ok(StatusCode::NO_CONTENT)
}
