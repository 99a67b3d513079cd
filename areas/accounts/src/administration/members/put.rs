//! `PUT usergroup/{user_group_id}/users/{users_id}`: adds a member or a manager.

use audit::{Act, Object};
use axum::extract::State;
use axum::http::StatusCode;
use primitives::{GroupId, UserId};
use rest::{CurrentUser, Json, Path, Problem};
use serde::Deserialize;
use serde_json::json;

use super::store;
use crate::administration::rights;
use crate::{Accounts, Belonging, Error, people};

#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
pub(crate) struct MemberForm {
    /// Whether they manage the group. If left out it stays as it is; a new member is no manager.
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(value_type = bool)]
    manager: Option<bool>,
}

/// Adds a person to a group that the asker manages, or changes whether they manage it.
#[utoipa::path(
    put,
    path = "/api/core/usergroup/{user_group_id}/users/{users_id}",
    operation_id = "group_member_put",
    tag = "core",
    params(("user_group_id" = i64, Path), ("users_id" = i64, Path)),
    request_body = MemberForm,
    responses((status = 204, description = "The person is in the group"))
)]
pub(crate) async fn put_member(
    State(accounts): State<Accounts>,
    CurrentUser(actor): CurrentUser,
    Path((group, user)): Path<(GroupId, UserId)>,
    Json(form): Json<MemberForm>,
) -> Result<StatusCode, Problem> {
    let now = accounts.clock.now();
    let written = accounts.db.write(move |tx| {
        tenancy::bump_epoch(tx)?;
        let home = tenancy::group_home(tx, &actor, group)?;
        let name = store::reached(tx, &home, user)?.ok_or(Error::Missing)?;
        let before = store::standing(tx, group, user)?;
        let manager = form.manager.unwrap_or(before == Some(true));
        let belonging = if manager { Belonging::Manager } else { Belonging::Member };
        people::add_member(tx, user, group, belonging)?;
        if before == Some(true) && !manager {
            rights::lost(tx, &*actor, user, now)?;
        }
        let act = Act::new("group_member_put", home.tenant, Object::new("usergroup", group.0, home.title))
            .before(json!({ "member": before.map(|_| &name), "manager": before }))
            .after(json!({ "member": name, "users_id": user, "manager": manager }));
        audit::record(tx, &*actor, act, now);
        Ok::<_, Error>(())
    });
    written.await?;
    Ok(StatusCode::NO_CONTENT)
}
