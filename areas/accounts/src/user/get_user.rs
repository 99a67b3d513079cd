//! A user reads their own data; administrators read those of others.

use authz::Actor;
use axum::extract::State;
use db::Conn;
use primitives::UserId;
use rest::{CurrentUser, Path, Problem, Versioned};

use crate::user::user_data::UserData;
use crate::{Accounts, Error, store};

/// The signed-in user's own data, or those of a user whom they administer; an admin sees the part that belongs to their
/// own tenants.
#[utoipa::path(
    get,
    path = "/api/core/users/{users_id}",
    operation_id = "get_user",
    tag = "core",
    params(("users_id" = i64, Path, description = "The user's id")),
    responses((status = 200, description = "The user", body = UserData))
)]
pub(crate) async fn get_user(
    State(accounts): State<Accounts>,
    CurrentUser(actor): CurrentUser,
    Path(user): Path<UserId>,
) -> Result<Versioned<UserData>, Problem> {
    let read = accounts.db.read(move |conn| user_data(conn, &actor, user));
    let data = read.await?;
    Ok(Versioned(data.version, data))
}

pub(crate) fn user_data(conn: &mut Conn<'_>, actor: &Actor, user: UserId) -> Result<UserData, Error> {
    let profile = store::people::profile(conn, user)?.ok_or(Error::Missing)?;
    let mut standing = store::standings::standing(conn, user)?;
    if user == actor.user {
        return Ok(UserData::new(user, profile.of_oneself(), standing));
    }
    // A required new password blocks this too, like everything else.
    if actor.must_reset_password || !profile.home.map_or(actor.master, |home| actor.administers(home)) {
        return Err(Error::Missing);
    }
    standing.admins.retain(|admin| actor.administers(admin.tenant));
    standing.groups.retain(|group| actor.administers(group.membership.tenant));
    Ok(UserData::new(user, profile, standing))
}
