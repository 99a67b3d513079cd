//! `DELETE usergroup/{user_group_id}/users/{users_id}`.

use audit::{Act, Object};
use axum::extract::State;
use axum::http::StatusCode;
use primitives::{GroupId, UserId};
use rest::{CurrentUser, Path, Problem};
use serde_json::json;

use super::store;
use crate::administration::rights;
use crate::store::names::name_of;
use crate::{Accounts, Error};

/// Removes a person from a group that the asker manages.
#[utoipa::path(
    delete,
    path = "/api/core/usergroup/{user_group_id}/users/{users_id}",
    operation_id = "group_member_remove",
    tag = "core",
    params(("user_group_id" = i64, Path), ("users_id" = i64, Path)),
    responses((status = 204, description = "The person was removed from the group"))
)]
pub(crate) async fn remove_member(
    State(accounts): State<Accounts>,
    CurrentUser(actor): CurrentUser,
    Path((group, user)): Path<(GroupId, UserId)>,
) -> Result<StatusCode, Problem> {
    let now = accounts.clock.now();
    let removed = accounts.db.write(move |tx| {
        tenancy::bump_epoch(tx)?;
        let home = tenancy::group_home(tx, &actor, group)?;
        let before = store::standing(tx, group, user)?;
        if !store::leave(tx, group, user)? {
            return Err(Error::Missing);
        }
        rights::lost(tx, &*actor, user, now)?;
        let name = name_of(tx, user)?;
        let act = Act::new("group_member_remove", home.tenant, Object::new("usergroup", group.0, home.title));
        let before = json!({ "member": name, "users_id": user, "manager": before });
        audit::record(tx, &*actor, act.before(before), now);
        Ok::<_, Error>(())
    });
    removed.await?;
    Ok(StatusCode::NO_CONTENT)
}
