//! `DELETE collection/{collection_id}/member/{collection_member_id}`: ends a membership.

use axum::extract::State;
use axum::http::StatusCode;
use primitives::AppInstanceId;
use rest::{CurrentUser, Path, Problem};
use serde_json::json;

use super::rows;
use crate::asker::Asker;
use crate::found::find;
use crate::model::{CollectionId, CollectionMemberId, CollectionRole, Principal};
use crate::{Collections, Error, bell, recorded, store};

/// Ends a membership of a collection of the asker, or the asker's own.
#[utoipa::path(delete,
    path = "/api/app/{application_instance_id}/collection/{collection_id}/member/{collection_member_id}",
    tag = "collection", operation_id = "collection_member_remove",
    params(("application_instance_id" = i64, Path), ("collection_id" = i64, Path),
        ("collection_member_id" = i64, Path)),
    responses((status = NO_CONTENT, description = "It has ended")))]
pub(crate) async fn remove(
    State(collections): State<Collections>,
    CurrentUser(actor): CurrentUser,
    Path((instance, id, member)): Path<(AppInstanceId, CollectionId, CollectionMemberId)>,
) -> Result<StatusCode, Problem> {
    let now = collections.clock.now();
    let removed = security::write(&collections.db, &actor, move |tx, access| {
        store::hold(tx, id)?;
        let asker = Asker::of(tx, access.actor(), instance)?;
        let found = find(tx, &asker, id, CollectionRole::Viewer)?;
        let member = rows::find(tx, id, member)?;
        if found.role != CollectionRole::Owner && member.users_id != Some(asker.user) {
            return Err(Error::NotOwner);
        }
        let principal = member.users_id.map(Principal::User).or(member.user_group_id.map(Principal::Group));
        if let Some(principal) = principal {
            rows::remove(tx, id, principal)?;
            bell::taken_from(tx, id, principal)?;
        }
        let told = json!({ "member": member.name, "role": member.role });
        audit::record(tx, access.actor(), recorded::act("collection_member_remove", &found).before(told), now);
        Ok(())
    });
    removed.await?;
    Ok(StatusCode::NO_CONTENT)
}
