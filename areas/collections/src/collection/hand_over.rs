//! `PUT collection/{collection_id}/owner`: somebody else becomes the owner of a collection.

use axum::extract::State;
use primitives::{AppInstanceId, UserId};
use rest::{CurrentUser, Json, Path, Problem};
use serde::Deserialize;
use serde_json::json;

use super::show::show_to;
use crate::asker::Asker;
use crate::found::{find, may_take_over};
use crate::members::{principal, rows};
use crate::model::{CollectionDetail, CollectionId, CollectionMemberRole, CollectionRole, Principal};
use crate::{Collections, Error, bell, recorded, store};

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[schema(as = CollectionOwner)]
pub(crate) struct NewOwner {
    /// Somebody who can be a member.
    users_id: UserId,
}

/// Gives a collection to another person. Who owned it becomes an editor.
///
/// Its owner does so. If they are not there any more, an editor can take their place.
#[utoipa::path(put, path = "/api/app/{application_instance_id}/collection/{collection_id}/owner", tag = "collection",
    operation_id = "collection_hand_over", request_body = NewOwner,
    params(("application_instance_id" = i64, Path), ("collection_id" = i64, Path)),
    responses((status = OK, body = CollectionDetail, description = "The collection")))]
pub(crate) async fn hand_over(
    State(collections): State<Collections>,
    CurrentUser(actor): CurrentUser,
    Path((instance, id)): Path<(AppInstanceId, CollectionId)>,
    Json(NewOwner { users_id }): Json<NewOwner>,
) -> Result<Json<CollectionDetail>, Problem> {
    let now = collections.clock.now();
    let given = security::write(&collections.db, &actor, move |tx, access| {
        store::hold(tx, id)?;
        let asker = Asker::of(tx, access.actor(), instance)?;
        let found = find(tx, &asker, id, CollectionRole::Viewer)?;
        let takes_over = users_id == asker.user && may_take_over(tx, &found)?;
        if found.role != CollectionRole::Owner && !takes_over {
            return Err(Error::NotOwner);
        }
        if users_id == found.owner {
            return Ok(());
        }
        if !takes_over {
            principal::require(tx, access.actor(), found.tenant, Principal::User(users_id))?;
        }
        store::set_owner(tx, id, users_id)?;
        rows::remove(tx, id, Principal::User(users_id))?;
        if !takes_over {
            rows::put(tx, id, Principal::User(found.owner), CollectionMemberRole::Editor)?;
        }
        bell::given(tx, &found, (users_id, asker.user), now)?;
        let act = recorded::act("collection_hand_over", &found)
            .before(json!({ "owner": accounts::name_of(tx, found.owner)? }))
            .after(json!({ "owner": accounts::name_of(tx, users_id)? }));
        audit::record(tx, access.actor(), act, now);
        Ok(())
    });
    given.await?;
    Ok(Json(show_to(&collections, &actor, instance, id).await?))
}
