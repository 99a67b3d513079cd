//! `DELETE collection/{collection_id}`: its owner deletes a collection.

use axum::extract::State;
use axum::http::StatusCode;
use primitives::AppInstanceId;
use rest::{CurrentUser, Path, Problem};

use crate::asker::Asker;
use crate::events::{CollectionChange, tell};
use crate::found::find;
use crate::model::{CollectionId, CollectionRole};
use crate::{Collections, Error, bell, recorded, store};

/// Deletes a collection of the asker for everybody. Its entries stay where they are.
#[utoipa::path(delete, path = "/api/app/{application_instance_id}/collection/{collection_id}", tag = "collection",
    operation_id = "collection_remove",
    params(("application_instance_id" = i64, Path), ("collection_id" = i64, Path)),
    responses((status = NO_CONTENT, description = "It is gone")))]
pub(crate) async fn remove(
    State(collections): State<Collections>,
    CurrentUser(actor): CurrentUser,
    Path((instance, id)): Path<(AppInstanceId, CollectionId)>,
) -> Result<StatusCode, Problem> {
    let now = collections.clock.now();
    let removed = security::write(&collections.db, &actor, move |tx, access| {
        store::hold(tx, id)?;
        let asker = Asker::of(tx, access.actor(), instance)?;
        let found = find(tx, &asker, id, CollectionRole::Owner)?;
        tell(tx, access, &found, CollectionChange::Deleted, now)?;
        store::delete(tx, id)?;
        bell::deleted(tx, id)?;
        audit::record(tx, access.actor(), recorded::act("collection_remove", &found), now);
        Ok::<_, Error>(())
    });
    removed.await?;
    Ok(StatusCode::NO_CONTENT)
}
