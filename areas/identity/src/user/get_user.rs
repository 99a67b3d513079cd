//! A user reads their own data. Others' come with administration; until then they are as good as missing.

use axum::extract::State;
use primitives::UserId;
use rest::{Json, Path, Problem, Who};

use crate::user::user_data::UserData;
use crate::{Error, Identity, store};

/// The signed-in user's own data.
#[utoipa::path(
    get,
    path = "/api/core/users/{users_id}",
    operation_id = "get_user",
    tag = "core",
    params(("users_id" = i64, Path, description = "The user's id")),
    responses((status = 200, description = "The user", body = UserData))
)]
pub(crate) async fn get_user(
    State(identity): State<Identity>,
    Who(actor): Who,
    Path(user): Path<UserId>,
) -> Result<Json<UserData>, Problem> {
    if user != actor.user {
        return Err(Problem::not_found());
    }
    let read = identity.db.read(move |conn| {
        let profile = store::people::profile(conn, user)?.ok_or(Error::Missing)?;
        Ok::<_, Error>((profile, store::people::standing(conn, user)?))
    });
    let (profile, standing) = read.await?;
    Ok(Json(UserData::new(&actor, profile, standing)))
}
