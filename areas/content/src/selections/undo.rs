//! `POST selection/undo/{bg_action_id}`: takes a removal or a move of many entries back. What is not done yet stays, what
//! is removed comes back from the bin, and what moved goes back to its folder, under its former name.

use axum::extract::State;
use axum::http::StatusCode;
use primitives::AppInstanceId;
use rest::{CurrentUser, Json, Path, Problem};

use authz::Denied;

use super::batch::{self, BatchAct};
use super::begin::{BatchRequest, Begun, start};
use crate::{Content, Error, Result};

/// Takes a removal or a move of selected entries back, in the background.
#[utoipa::path(post, path = "/api/app/{application_instance_id}/selection/undo/{bg_action_id}", tag = "content",
    operation_id = "selection_undo",
    params(("application_instance_id" = i64, Path), ("bg_action_id" = String, Path, description = "The background action that removed or moved them")),
    responses((status = ACCEPTED, body = Begun, description = "The background action, and how many entries it takes back")))]
pub async fn undo(
    State(content): State<Content>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, bg_action_id)): Path<(AppInstanceId, String)>,
) -> Result<(StatusCode, Json<Begun>), Problem> {
    let now = content.clock.now();
    let begun = content.db.write(move |tx| {
        let found = batch::undoable(tx, actor.user, &bg_action_id)?;
        let (before, act) = found.ok_or(Error::from(Denied::Invisible))?;
        batch::stop(tx, before)?;
        let done = batch::done(tx, before)?;
        let undone_by = match act {
            BatchAct::Move => BatchRequest::MoveBack(before),
            _ => BatchRequest::Restore,
        };
        start(tx, &actor, &done, (undone_by, "selection_undo", None), now)
    });
    Ok((StatusCode::ACCEPTED, Json(begun.await?)))
}
