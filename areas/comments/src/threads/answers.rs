//! `GET comment/answer/{comment_id}`: all answers of a thread, of which lists have the latest.

use axum::extract::State;
use primitives::AppInstanceId;
use rest::{CurrentUser, Json, Path, Problem};

use super::read::{Reader, answers};
use crate::acts::Comment;
use crate::model::{CommentAnswers, CommentId};
use crate::store;
use crate::{Comments, Error};

/// All answers of a thread about an entry that the asker sees: at most 200.
#[utoipa::path(get, path = "/api/app/{application_instance_id}/comment/answer/{comment_id}", tag = "comments",
    operation_id = "comment_answers",
    params(("application_instance_id" = i64, Path), ("comment_id" = i64, Path)),
    responses((status = OK, body = CommentAnswers, description = "The answers")))]
pub(crate) async fn list(
    State(comments): State<Comments>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, thread)): Path<(AppInstanceId, CommentId)>,
) -> Result<Json<CommentAnswers>, Problem> {
    let read = security::read(&comments.db, &actor, move |c, access| {
        let found = store::find(c, thread)?;
        let permit = access.authorize::<Comment>(c, store::node_of(found.as_ref()))?;
        if found.is_none_or(|found| found.answers.is_some()) {
            return Err(Error::Missing);
        }
        Ok(CommentAnswers { items: answers(c, Reader::of(&permit), thread)? })
    });
    Ok(Json(read.await?))
}
