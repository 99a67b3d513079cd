//! `POST selection/undo/{bg_action_id}`: takes a removal of many entries back. What is not removed yet stays, and what is
//! comes back from the bin.

use axum::extract::State;
use axum::http::StatusCode;
use primitives::AppInstanceId;
use rest::{CurrentUser, Json, Path, Problem};

use authz::Denied;

use super::batch::{self, BatchAct};
use super::begin::{Begun, start};
use crate::{Content, Error, Result};

/// Takes a removal of selected entries back, in the background.
#[utoipa::path(post, path = "/api/app/{application_instance_id}/selection/undo/{bg_action_id}", tag = "content",
    operation_id = "selection_undo",
    params(("application_instance_id" = i64, Path), ("bg_action_id" = String, Path, description = "The background action that removed them")),
    responses((status = ACCEPTED, body = Begun, description = "The background action, and how many entries it restores")))]
pub async fn undo(
    State(content): State<Content>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, bg_action_id)): Path<(AppInstanceId, String)>,
) -> Result<(StatusCode, Json<Begun>), Problem> {
    let now = content.clock.now();
    let begun = content.db.write(move |tx| {
        let found = batch::removal(tx, actor.user, &bg_action_id)?;
        let (removal, _) = found.ok_or(Error::from(Denied::Invisible))?;
        batch::stop(tx, removal)?;
        let done = batch::done(tx, removal)?;
        start(tx, &actor, &done, (BatchAct::Restore, "selection_undo", None), now)
    });
    Ok((StatusCode::ACCEPTED, Json(begun.await?)))
}
