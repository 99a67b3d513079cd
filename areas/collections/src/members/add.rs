//! `POST collection/{collection_id}/member`: shares a collection with a person or a group.

use axum::extract::State;
use axum::http::StatusCode;
use primitives::{AppInstanceId, GroupId, UserId};
use rest::{CurrentUser, Json, Path, Problem};
use serde::Deserialize;
use serde_json::json;

use super::{principal, rows};
use crate::asker::Asker;
use crate::found::find;
use crate::model::{CollectionId, CollectionMember, CollectionMemberRole, CollectionRole, Principal};
use crate::{Collections, Error, bell, recorded, store};

#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub(crate) struct NewCollectionMember {
    /// A person of the tenant, or of a company that it has invited. Either this or a group is given.
    users_id: Option<UserId>,
    /// A group of the tenant.
    user_group_id: Option<GroupId>,
    role: CollectionMemberRole,
}

impl NewCollectionMember {
    fn principal(&self) -> Result<Principal, Problem> {
        principal::named(self.users_id, self.user_group_id)
    }
}

/// Shares a collection of the asker with a person or a group. A member gets the new role.
///
/// It gives them no right to an entry: they see those that they may see anyway.
#[utoipa::path(post, path = "/api/app/{application_instance_id}/collection/{collection_id}/member",
    tag = "collection", operation_id = "collection_member_add", request_body = NewCollectionMember,
    params(("application_instance_id" = i64, Path), ("collection_id" = i64, Path)),
    responses((status = CREATED, body = CollectionMember, description = "The member")))]
pub(crate) async fn add(
    State(collections): State<Collections>,
    CurrentUser(actor): CurrentUser,
    Path((instance, id)): Path<(AppInstanceId, CollectionId)>,
    Json(form): Json<NewCollectionMember>,
) -> Result<(StatusCode, Json<CollectionMember>), Problem> {
    let (member, role) = (form.principal()?, form.role);
    let now = collections.clock.now();
    let added = security::write(&collections.db, &actor, move |tx, access| {
        store::hold(tx, id)?;
        let asker = Asker::of(tx, access.actor(), instance)?;
        let found = find(tx, &asker, id, CollectionRole::Owner)?;
        principal::require(tx, access.actor(), found.tenant, member)?;
        if member == Principal::User(found.owner) {
            return Err(Error::UnknownMember);
        }
        if !rows::is_member(tx, id, member)? {
            bell::shared(tx, &found, (member, asker.user), now)?;
        }
        let member = rows::put(tx, id, member, role)?;
        let act = recorded::act("collection_member_add", &found).after(json!({ "member": member.name, "role": role }));
        audit::record(tx, access.actor(), act, now);
        Ok(member)
    });
    Ok((StatusCode::CREATED, Json(added.await?)))
}
