//! `POST upload/group/{bg_group_id}/end`: its page sends nothing more of it.

use axum::extract::State;
use axum::http::StatusCode;
use primitives::AppInstanceId;
use rest::{CurrentUser, Path, Problem};

use super::{News, changed, store};
use crate::Content;

/// Ends an upload of several files: what was not sent by now does not belong to it. What failed stays known.
#[utoipa::path(post, path = "/api/app/{application_instance_id}/upload/group/{bg_group_id}/end", tag = "content",
    operation_id = "upload_group_end",
    params(("application_instance_id" = i64, Path), ("bg_group_id" = String, Path)),
    responses((status = NO_CONTENT, description = "It has ended")))]
pub async fn end(
    State(content): State<Content>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, group)): Path<(AppInstanceId, String)>,
) -> Result<StatusCode, Problem> {
    let (user, now) = (actor.user, content.clock.now());
    let known = content.db.write(move |tx| {
        if store::find(tx, user, &group)?.is_none() {
            return Ok(false);
        }
        store::end(tx, &group, now)?;
        changed(tx, &group, now, News::Numbers)?;
        Ok::<_, db::Error>(true)
    });
    if known.await? { Ok(StatusCode::NO_CONTENT) } else { Err(Problem::not_found()) }
}
