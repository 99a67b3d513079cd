//! `PUT` and `DELETE users/{users_id}/avatar`: one's own, or that of somebody whom one administers.

use audit::{Act, Object};
use authz::Actor;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::StatusCode;
use db::Tx;
use primitives::{Seconds, UserId};
use rest::{Json, Path, Problem, Rule, Who};
use serde::Serialize;
use serde_json::json;

use super::{MOST_BYTES, media_type, store};
use crate::administration::reach;
use crate::store::people::profile;
use crate::{Error, Identity, Result as Outcome};

#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct Avatar {
    avatar_url: String,
}

/// Puts a picture of somebody; PNG, JPEG or WebP, at most 512 KiB.
#[utoipa::path(
    put,
    path = "/api/core/users/{users_id}/avatar",
    operation_id = "avatar_put",
    tag = "core",
    params(("users_id" = i64, Path)),
    request_body(content = Vec<u8>, content_type = "application/octet-stream"),
    responses((status = 200, description = "Where the picture is", body = Avatar))
)]
pub(crate) async fn put_avatar(
    State(identity): State<Identity>,
    Who(actor): Who,
    Path(user): Path<UserId>,
    bytes: Bytes,
) -> Result<Json<Avatar>, Problem> {
    if bytes.len() > MOST_BYTES {
        return Err(Problem::too_large());
    }
    let Some(kind) = media_type(&bytes) else {
        return Err(Problem::refused(vec![Rule::Picture.of("avatar")]));
    };
    let hash = blake3::hash(&bytes).to_hex().to_string();
    let now = identity.clock.now();
    let avatar_url = super::address(user, &hash);
    let written = identity.db.write(move |tx| {
        may_picture(tx, &actor, user)?;
        store::put(tx, user, kind, &bytes, &hash)?;
        tenancy::bump_epoch(tx)?;
        record(tx, &actor, "avatar_put", user, now)
    });
    written.await?;
    Ok(Json(Avatar { avatar_url }))
}

/// Takes the picture of somebody away.
#[utoipa::path(
    delete,
    path = "/api/core/users/{users_id}/avatar",
    operation_id = "avatar_remove",
    tag = "core",
    params(("users_id" = i64, Path)),
    responses((status = 204, description = "There is no picture any more"))
)]
pub(crate) async fn remove_avatar(
    State(identity): State<Identity>,
    Who(actor): Who,
    Path(user): Path<UserId>,
) -> Result<StatusCode, Problem> {
    let now = identity.clock.now();
    let written = identity.db.write(move |tx| {
        may_picture(tx, &actor, user)?;
        store::remove(tx, user)?;
        tenancy::bump_epoch(tx)?;
        record(tx, &actor, "avatar_remove", user, now)
    });
    written.await?;
    Ok(StatusCode::NO_CONTENT)
}

fn may_picture(tx: &mut Tx<'_>, actor: &Actor, user: UserId) -> Outcome<()> {
    if user == actor.user {
        return Ok(());
    }
    let whose = reach::administered(tx, actor, user)?;
    reach::may_change(tx, actor, &whose)
}

fn record(tx: &mut Tx<'_>, actor: &Actor, what: &'static str, user: UserId, now: Seconds) -> Outcome<()> {
    let whose = profile(tx, user)?.ok_or(Error::Missing)?;
    let object = Object::new("users", user.0, whose.name);
    let after = json!({ "has_avatar": whose.avatar_url.is_some() });
    audit::record(tx, actor, Act::new(what, whose.home, object).after(after), now);
    Ok(())
}
