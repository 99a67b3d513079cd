//! `PUT collection/{collection_id}/member/{collection_member_id}`: gives a member another role.

use axum::extract::State;
use primitives::AppInstanceId;
use rest::{CurrentUser, Json, Path, Problem};
use serde::Deserialize;
use serde_json::json;

use super::rows;
use crate::asker::Asker;
use crate::found::find;
use crate::model::{CollectionId, CollectionMember, CollectionMemberId, CollectionMemberRole, CollectionRole};
use crate::{Collections, Error, recorded, store};

#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub(crate) struct CollectionMemberChange {
    role: CollectionMemberRole,
}

/// Gives a member of a collection of the asker another role.
#[utoipa::path(put,
    path = "/api/app/{application_instance_id}/collection/{collection_id}/member/{collection_member_id}",
    tag = "collection", operation_id = "collection_member_change", request_body = CollectionMemberChange,
    params(("application_instance_id" = i64, Path), ("collection_id" = i64, Path),
        ("collection_member_id" = i64, Path)),
    responses((status = OK, body = CollectionMember, description = "The member")))]
pub(crate) async fn change(
    State(collections): State<Collections>,
    CurrentUser(actor): CurrentUser,
    Path((instance, id, member)): Path<(AppInstanceId, CollectionId, CollectionMemberId)>,
    Json(CollectionMemberChange { role }): Json<CollectionMemberChange>,
) -> Result<Json<CollectionMember>, Problem> {
    let now = collections.clock.now();
    let changed = security::write(&collections.db, &actor, move |tx, access| {
        store::hold(tx, id)?;
        let asker = Asker::of(tx, access.actor(), instance)?;
        let found = find(tx, &asker, id, CollectionRole::Owner)?;
        let before = rows::find(tx, id, member)?;
        if before.role != role {
            rows::set_role(tx, member, role)?;
            let told = |role| json!({ "member": before.name, "role": role });
            let act = recorded::act("collection_member_change", &found).before(told(before.role)).after(told(role));
            audit::record(tx, access.actor(), act, now);
        }
        Ok::<_, Error>(CollectionMember { role, ..before })
    });
    Ok(Json(changed.await?))
}
