//! `DELETE upload/group/{bg_group_id}/failure/{upload_failure_id}`: a failed file is sent again, or left out.

use axum::extract::State;
use axum::http::StatusCode;
use primitives::AppInstanceId;
use rest::{CurrentUser, Path, Problem, Query};
use serde::Deserialize;

use super::{News, UploadFailureId, changed, store};
use crate::Content;

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Answered {
    /// It is sent again, perhaps by another name, and still belongs to its group. Otherwise it is left out.
    #[serde(default)]
    again: bool,
}

/// Forgets that a file of a group failed, because it is sent again or left out. A group of which nothing is missing any
/// more is forgotten, too.
#[utoipa::path(delete,
    path = "/api/app/{application_instance_id}/upload/group/{bg_group_id}/failure/{upload_failure_id}",
    tag = "content", operation_id = "upload_failure_answer",
    params(("application_instance_id" = i64, Path), ("bg_group_id" = String, Path), ("upload_failure_id" = i64, Path),
        Answered),
    responses((status = NO_CONTENT, description = "The failure is forgotten")))]
pub async fn answer(
    State(content): State<Content>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, group, failure)): Path<(AppInstanceId, String, UploadFailureId)>,
    Query(answered): Query<Answered>,
) -> Result<StatusCode, Problem> {
    let (user, now) = (actor.user, content.clock.now());
    let known = content.db.write(move |tx| {
        if store::find(tx, user, &group)?.is_none() || !store::delete_failure(tx, &group, failure)? {
            return Ok(false);
        }
        if answered.again { store::reopen(tx, &group) } else { store::leave_out(tx, &group) }?;
        changed(tx, &group, now, News::Failures)?;
        Ok::<_, db::Error>(true)
    });
    if known.await? { Ok(StatusCode::NO_CONTENT) } else { Err(Problem::not_found()) }
}
