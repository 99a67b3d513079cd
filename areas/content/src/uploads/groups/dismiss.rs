//! `DELETE upload/group/{bg_group_id}`: what failed is left out.

use axum::extract::State;
use axum::http::StatusCode;
use db::Tx;
use primitives::AppInstanceId;
use rest::{CurrentUser, Path, Problem};

use super::{UploadGroup, remove, shown, store};
use crate::{Content, Error};

/// Forgets an upload of several files with all that failed of it. One that goes on is refused: it is cancelled as a
/// background action.
#[utoipa::path(delete, path = "/api/app/{application_instance_id}/upload/group/{bg_group_id}", tag = "content",
    operation_id = "upload_group_dismiss",
    params(("application_instance_id" = i64, Path), ("bg_group_id" = String, Path)),
    responses((status = NO_CONTENT, description = "It is forgotten"), (status = LOCKED, description = "")))]
pub async fn dismiss(
    State(content): State<Content>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, group)): Path<(AppInstanceId, String)>,
) -> Result<StatusCode, Problem> {
    let user = actor.user;
    let known = content.db.write(move |tx| match store::find(tx, user, &group)? {
        Some(UploadGroup { ended: false, .. }) => Err(Error::UploadBusy),
        Some(found) => Ok(settle(tx, found).and_then(|()| remove(tx, user, &group))?),
        None => Ok(false),
    });
    if known.await? { Ok(StatusCode::NO_CONTENT) } else { Err(Problem::not_found()) }
}

/// Its background action is about what has arrived, if anything has.
fn settle(tx: &mut Tx<'_>, group: UploadGroup) -> db::Result<()> {
    if group.done > 0 {
        let id = group.bg_action_id.clone();
        activity::update(tx, &id, &shown(&UploadGroup { files: group.done, failed: 0, ..group }))?;
    }
    Ok(())
}
