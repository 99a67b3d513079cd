//! `GET collection/{collection_id}/member`: who a collection is shared with.

use axum::extract::State;
use primitives::AppInstanceId;
use rest::{CurrentUser, Json, Path, Problem};
use serde::Serialize;

use super::rows;
use crate::asker::Asker;
use crate::found::find;
use crate::model::{CollectionId, CollectionMember, CollectionRole, Person};
use crate::shown::person;
use crate::{Collections, Error};

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct CollectionMembers {
    owner: Person,
    /// Groups first, each kind by name; at most 200.
    items: Vec<CollectionMember>,
}

/// The people and groups that a collection is shared with, for its members.
#[utoipa::path(get, path = "/api/app/{application_instance_id}/collection/{collection_id}/member", tag = "collection",
    operation_id = "collection_members",
    params(("application_instance_id" = i64, Path), ("collection_id" = i64, Path)),
    responses((status = OK, body = CollectionMembers, description = "The members")))]
pub(crate) async fn list(
    State(collections): State<Collections>,
    CurrentUser(actor): CurrentUser,
    Path((instance, id)): Path<(AppInstanceId, CollectionId)>,
) -> Result<Json<CollectionMembers>, Problem> {
    let read = security::read(&collections.db, &actor, move |c, access| {
        let asker = Asker::of(c, access.actor(), instance)?;
        let found = find(c, &asker, id, CollectionRole::Viewer)?;
        let owner = person(c, found.owner)?.ok_or(Error::NoCollection)?;
        Ok::<_, Error>(CollectionMembers { owner, items: rows::list(c, id)? })
    });
    Ok(Json(read.await?))
}
