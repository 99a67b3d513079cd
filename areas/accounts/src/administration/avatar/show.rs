//! `GET users/{users_id}/avatar`: for users who share a tenant with the person.

use authz::Actor;
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG};
use axum::response::{IntoResponse, Response};
use db::{Conn, params};
use primitives::{TenantId, UserId};
use rest::{CurrentUser, Path, Problem};

use super::store;
use crate::{Accounts, Error, Result as Outcome};

/// A user's picture.
#[utoipa::path(
    get,
    path = "/api/core/users/{users_id}/avatar",
    operation_id = "avatar_get",
    tag = "core",
    params(("users_id" = i64, Path)),
    responses((status = 200, description = "The picture", content_type = "image/*", body = Vec<u8>))
)]
pub(crate) async fn get_avatar(
    State(accounts): State<Accounts>,
    CurrentUser(actor): CurrentUser,
    Path(user): Path<UserId>,
) -> Result<Response, Problem> {
    let found = accounts.db.read(move |conn| {
        if !meets(conn, &actor, user)? {
            return Err(Error::Missing);
        }
        store::find(conn, user)?.ok_or(Error::Missing)
    });
    let picture = found.await?;
    let headers = [
        (CONTENT_TYPE, picture.media_type),
        (CACHE_CONTROL, "private, max-age=31536000, immutable".into()),
        (ETAG, format!("\"{}\"", picture.hash)),
    ];
    Ok((headers, picture.bytes).into_response())
}

/// Oneself, masters, and all users of a tenant that is the person's home or has them in a group.
fn meets(conn: &mut Conn<'_>, actor: &Actor, user: UserId) -> Outcome<bool> {
    if actor.master || actor.user == user {
        return Ok(true);
    }
    let tenants: Vec<TenantId> = conn.rows(
        "SELECT tenant_id FROM identity_user WHERE users_id = $1 AND tenant_id IS NOT NULL
         UNION
         SELECT g.tenant_id
         FROM identity_member m
         JOIN tenancy_usergroup g ON g.user_group_id = m.user_group_id
         WHERE m.users_id = $1",
        params![user],
        |row| row.get(0),
    )?;
    Ok(tenants.iter().any(|tenant| actor.belongs_to(*tenant)))
}
