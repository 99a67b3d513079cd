//! `GET usergroup/{user_group_id}`.

use axum::extract::State;
use primitives::GroupId;
use rest::{CurrentUser, Path, Problem, Versioned};

use super::model::UserGroup;
use super::{group_home, store};
use crate::{Error, Tenancy};

/// One group that the asker manages.
#[utoipa::path(
    get,
    path = "/api/core/usergroup/{user_group_id}",
    operation_id = "group_get",
    tag = "core",
    params(("user_group_id" = i64, Path)),
    responses((status = 200, description = "The group", body = UserGroup))
)]
pub(crate) async fn get_group(
    State(tenancy): State<Tenancy>,
    CurrentUser(actor): CurrentUser,
    Path(id): Path<GroupId>,
) -> Result<Versioned<UserGroup>, Problem> {
    let found = tenancy.db.read(move |conn| {
        group_home(conn, &actor, id)?;
        store::find(conn, &actor, id)?.ok_or(Error::Missing)
    });
    let group = found.await?;
    Ok(Versioned(group.version, group))
}
