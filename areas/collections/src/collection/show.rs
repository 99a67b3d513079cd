//! `GET collection/{collection_id}`: one collection.

use std::sync::Arc;

use authz::Actor;
use axum::extract::State;
use primitives::AppInstanceId;
use rest::{CurrentUser, Json, Path, Problem};

use crate::asker::Asker;
use crate::found::{find, may_take_over};
use crate::model::{CollectionDetail, CollectionId, CollectionRole};
use crate::shown::shown;
use crate::{Collections, Error, Result};

/// A collection, for its members.
#[utoipa::path(get, path = "/api/app/{application_instance_id}/collection/{collection_id}", tag = "collection",
    operation_id = "collection_show",
    params(("application_instance_id" = i64, Path), ("collection_id" = i64, Path)),
    responses((status = OK, body = CollectionDetail, description = "The collection")))]
pub(crate) async fn show(
    State(collections): State<Collections>,
    CurrentUser(actor): CurrentUser,
    Path((instance, id)): Path<(AppInstanceId, CollectionId)>,
) -> Result<Json<CollectionDetail>, Problem> {
    Ok(Json(show_to(&collections, &actor, instance, id).await?))
}

/// The collection as the asker sees it now.
pub(super) async fn show_to(
    collections: &Collections,
    actor: &Arc<Actor>,
    instance: AppInstanceId,
    id: CollectionId,
) -> Result<CollectionDetail> {
    let read = security::read_long(&collections.db, actor, move |c, access| {
        let asker = Asker::of(c, access.actor(), instance)?;
        let found = find(c, &asker, id, CollectionRole::Viewer)?;
        let may_take_over = may_take_over(c, &found)?;
        let collection = shown(c, access, vec![found])?.pop().ok_or(Error::NoCollection)?;
        Ok::<_, Error>(CollectionDetail { collection, may_take_over })
    });
    read.await
}
