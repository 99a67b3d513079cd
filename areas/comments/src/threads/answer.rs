//! `POST comment/answer/{comment_id}`: answers a thread. A resolved one is open again.

use axum::extract::State;
use axum::http::StatusCode;
use primitives::AppInstanceId;
use rest::{CurrentUser, Json, Path, Problem};
use serde_json::json;

use super::read::{self, Reader};
use crate::acts::Comment;
use crate::model::{Comment as Answer, CommentId, CommentWords};
use crate::store::{self, New};
use crate::text::CommentText;
use crate::{Comments, Error, bell, known_people, notify};

/// The most answers of one thread.
const MOST: i64 = 200;

/// Answers a thread. Who takes part in it, and who is mentioned, gets an e-mail soon.
#[utoipa::path(post, path = "/api/app/{application_instance_id}/comment/answer/{comment_id}", tag = "comments",
    operation_id = "comment_answer", request_body = CommentWords,
    params(("application_instance_id" = i64, Path), ("comment_id" = i64, Path)),
    responses(
        (status = CREATED, body = Answer, description = "The answer"),
        (status = 429, description = "Too many tries")
    ))]
pub(crate) async fn answer(
    State(comments): State<Comments>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, thread)): Path<(AppInstanceId, CommentId)>,
    Json(words): Json<CommentWords>,
) -> Result<(StatusCode, Json<Answer>), Problem> {
    let text = CommentText::parse(&words.text)?;
    comments.count(actor.user)?;
    let found = comments.db.read(move |c| store::find(c, thread)).await.map_err(Error::from)?;
    let node = store::node_of(found.as_ref());
    known_people::require(&comments.db, &actor, node, &text.mentioned).await?;
    let now = comments.clock.now();
    let written = security::write(&comments.db, &actor, move |tx, access| {
        let permit = access.authorize::<Comment>(tx, node)?;
        if !store::hold(tx, thread)? {
            return Err(Error::Missing);
        }
        store::resolve(tx, thread, None)?;
        if store::count_answers(tx, thread)? >= MOST {
            return Err(Error::ThreadIsFull);
        }
        let new = New { node, answers: Some(thread), author: permit.actor(), pin: None, at: now };
        let id = store::insert(tx, &new, &text)?;
        let concerned = notify::participants(tx, thread)?.into_iter().chain(text.mentioned.iter().copied()).collect();
        notify::people(tx, &permit, (thread, id), &concerned, now)?;
        bell::answered(tx, &permit, (thread, id), (&concerned, &text.mentioned), now)?;
        notify::pages(tx, node)?;
        let act = notify::act(tx, "comment_answer", &permit)?;
        audit::record(tx, access.actor(), act.after(json!({ "comment_id": id })), now);
        read::comment(tx, Reader::of(&permit), id)
    });
    Ok((StatusCode::CREATED, Json(written.await?)))
}
