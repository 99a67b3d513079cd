//! `PUT comment/resolved/{comment_id}`: a thread is done, or open again.

use axum::extract::State;
use primitives::AppInstanceId;
use rest::{CurrentUser, Json, Path, Problem};
use serde::Deserialize;
use serde_json::json;

use super::read::{self, Reader};
use crate::acts::Comment;
use crate::model::{CommentId, CommentThread};
use crate::store;
use crate::{Comments, Error, bell, notify};

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[schema(as = ThreadResolved)]
pub(crate) struct Resolved {
    resolved: bool,
}

/// Resolves a thread, or opens it again. Everybody who may comment on the entry may do so. Nothing happens if it is so
/// already.
#[utoipa::path(put, path = "/api/app/{application_instance_id}/comment/resolved/{comment_id}", tag = "comments",
    operation_id = "comment_resolve", request_body = Resolved,
    params(("application_instance_id" = i64, Path), ("comment_id" = i64, Path)),
    responses((status = OK, body = CommentThread, description = "The thread")))]
pub(crate) async fn resolve(
    State(comments): State<Comments>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, thread)): Path<(AppInstanceId, CommentId)>,
    Json(Resolved { resolved }): Json<Resolved>,
) -> Result<Json<CommentThread>, Problem> {
    let now = comments.clock.now();
    let written = security::write(&comments.db, &actor, move |tx, access| {
        let node = store::node_of(store::find(tx, thread)?.as_ref());
        let permit = access.authorize::<Comment>(tx, node)?;
        if !store::hold(tx, thread)? {
            return Err(Error::Missing);
        }
        if store::resolve(tx, thread, resolved.then_some((permit.actor(), now)))? {
            let concerned = notify::participants(tx, thread)?;
            bell::resolved(tx, &permit, (thread, resolved), &concerned, now)?;
            notify::pages(tx, node)?;
            let act = notify::act(tx, "comment_resolve", &permit)?;
            audit::record(tx, access.actor(), act.after(json!({ "comment_id": thread, "resolved": resolved })), now);
        }
        read::thread(tx, Reader::of(&permit), thread)
    });
    Ok(Json(written.await?))
}
