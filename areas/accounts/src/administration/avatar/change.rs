//! `PUT` and `DELETE users/{users_id}/avatar`: for oneself, or for users whom the actor administers.

use audit::{Act, Object};
use authz::Actor;
use axum::body::Bytes;
use axum::extract::State;
use axum::extract::rejection::BytesRejection;
use axum::http::StatusCode;
use db::{Conn, Tx};
use primitives::{Seconds, UserId};
use rest::{CurrentUser, Json, Path, Problem};
use serde::Serialize;
use serde_json::json;

use super::draw::{MEDIA_TYPE, draw};
use super::{MOST_BYTES, store};
use crate::administration::admin_scope;
use crate::store::people::profile;
use crate::{Accounts, Error, Result as Outcome};

#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct Avatar {
    avatar_url: String,
}

/// Sets a user's picture: PNG, JPEG or WebP, at most 512 KiB. It is redrawn, and everything else in the file is
/// dropped.
#[utoipa::path(
    put,
    path = "/api/core/users/{users_id}/avatar",
    operation_id = "avatar_put",
    tag = "core",
    params(("users_id" = i64, Path)),
    request_body(content = Vec<u8>, content_type = "application/octet-stream"),
    responses((status = 200, description = "The address of the picture", body = Avatar))
)]
pub(crate) async fn put_avatar(
    State(accounts): State<Accounts>,
    CurrentUser(actor): CurrentUser,
    Path(user): Path<UserId>,
    bytes: Result<Bytes, BytesRejection>,
) -> Result<Json<Avatar>, Problem> {
    let bytes = bytes.map_err(|rejection| match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Problem::too_large(),
        _ => Problem::bad_request(),
    })?;
    if bytes.len() > MOST_BYTES {
        return Err(Problem::too_large());
    }
    let asker = actor.clone();
    accounts.db.read(move |conn| may_picture(conn, &asker, user)).await?;
    let worker = accounts.previews.clone();
    let drawn = tokio::task::spawn_blocking(move || draw(&worker, &bytes)).await;
    let picture = drawn.map_err(|error| db::Error::Broken(error.to_string()))??;
    let hash = blake3::hash(&picture).to_hex().to_string();
    let now = accounts.clock.now();
    let avatar_url = super::address(user, &hash);
    let written = accounts.db.write(move |tx| {
        may_picture(tx, &actor, user)?;
        store::put(tx, user, MEDIA_TYPE, &picture, &hash)?;
        tenancy::bump_epoch(tx)?;
        record(tx, &actor, "avatar_put", user, now)
    });
    written.await?;
    Ok(Json(Avatar { avatar_url: rest::whole(&avatar_url) }))
}

/// Removes a user's picture.
#[utoipa::path(
    delete,
    path = "/api/core/users/{users_id}/avatar",
    operation_id = "avatar_remove",
    tag = "core",
    params(("users_id" = i64, Path)),
    responses((status = 204, description = "The picture was removed"))
)]
pub(crate) async fn remove_avatar(
    State(accounts): State<Accounts>,
    CurrentUser(actor): CurrentUser,
    Path(user): Path<UserId>,
) -> Result<StatusCode, Problem> {
    let now = accounts.clock.now();
    let written = accounts.db.write(move |tx| {
        may_picture(tx, &actor, user)?;
        store::remove(tx, user)?;
        tenancy::bump_epoch(tx)?;
        record(tx, &actor, "avatar_remove", user, now)
    });
    written.await?;
    Ok(StatusCode::NO_CONTENT)
}

fn may_picture(conn: &mut Conn<'_>, actor: &Actor, user: UserId) -> Outcome<()> {
    if user == actor.user {
        return Ok(());
    }
    let whose = admin_scope::administered(conn, actor, user)?;
    admin_scope::may_change(conn, actor, &whose)
}

fn record(tx: &mut Tx<'_>, actor: &Actor, what: &'static str, user: UserId, now: Seconds) -> Outcome<()> {
    let whose = profile(tx, user)?.ok_or(Error::Missing)?;
    let object = Object::new("users", user.0, whose.name);
    let after = json!({ "has_avatar": whose.avatar_url.is_some() });
    audit::record(tx, actor, Act::new(what, whose.home, object).after(after), now);
    Ok(())
}
