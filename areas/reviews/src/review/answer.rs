//! `PUT review/answer/{review_id}`: somebody who is asked approves a file, or asks for changes.

use axum::extract::State;
use db::{Tx, params};
use primitives::{AppInstanceId, Seconds, UserId};
use rest::{CurrentUser, Json, Path, Problem};
use serde_json::json;

use super::show::show_to;
use crate::form::NewAnswer;
use crate::held::hold;
use crate::model::{ReviewId, ReviewOfFile};
use crate::read::EARLIER;
use crate::settle::settle;
use crate::store::{self, Content};
use crate::told::{self, Subject};
use crate::{Error, Result, Reviews};

/// Answers a review, or answers it anew. An answer stands for the content that was seen.
#[utoipa::path(put, path = "/api/app/{application_instance_id}/review/answer/{review_id}", tag = "reviews",
    operation_id = "review_answer", request_body = NewAnswer,
    params(("application_instance_id" = i64, Path), ("review_id" = i64, Path)),
    responses((status = OK, body = ReviewOfFile, description = "The review")))]
pub(crate) async fn answer(
    State(reviews): State<Reviews>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, id)): Path<(AppInstanceId, ReviewId)>,
    Json(form): Json<NewAnswer>,
) -> Result<Json<ReviewOfFile>, Problem> {
    let said = Said { words: form.words()?, approves: form.approves, version: form.version };
    let now = reviews.clock.now();
    let written = security::write(&reviews.db, &actor, move |tx, access| {
        let (permit, review) = hold(tx, access, id)?;
        let (node, me) = (permit.node(), permit.actor());
        if !store::is_reviewer(tx, id, me)? {
            return Err(Error::NotAsked);
        }
        let file = store::file_now(tx, node)?;
        if said.version != file.content.version {
            return Err(Error::Replaced);
        }
        save(tx, (id, me), &said, &file.content, now)?;
        let settled = settle(tx, &review, &file.content.hash)?;
        let subject = Subject { review: id, node, file: &file };
        if let Some(asker) = review.asked_by {
            let detail = json!({ "approves": said.approves, "state": settled.state });
            subject.answered(tx, (me, asker), detail, now)?;
        }
        told::waiting_changed(tx, &settled.changed)?;
        told::pages(tx, node, file.parent)?;
        let after = json!({ "review_id": id, "approves": said.approves, "version": said.version });
        audit::record(tx, access.actor(), subject.act("review_answer").after(after), now);
        Ok(node)
    });
    let node = written.await?;
    Ok(Json(show_to(&reviews, &actor, node).await?))
}

struct Said {
    approves: bool,
    words: String,
    version: i64,
}

/// What they answered about another content becomes an earlier answer.
fn save(
    tx: &mut Tx<'_>,
    (review, user): (ReviewId, UserId),
    said: &Said,
    content: &Content,
    now: Seconds,
) -> db::Result<()> {
    let sql = "INSERT INTO reviews_earlier_answer (review_id, users_id, version, approves, words, answered_at)
               SELECT p.review_id, p.users_id, p.version, p.approves, p.words, p.answered_at
               FROM reviews_reviewer p
               WHERE p.review_id = $1 AND p.users_id = $2 AND p.version <> $3
               ON CONFLICT (review_id, users_id, version) DO UPDATE
                 SET approves = excluded.approves, words = excluded.words, answered_at = excluded.answered_at";
    tx.run(sql, params![review, user, content.version])?;
    let sql = "DELETE FROM reviews_earlier_answer
               WHERE review_id = $1 AND users_id = $2 AND version NOT IN (
                 SELECT a.version FROM reviews_earlier_answer a
                 WHERE a.review_id = $1 AND a.users_id = $2
                 ORDER BY a.version DESC
                 LIMIT $3)";
    tx.run(sql, params![review, user, EARLIER])?;
    let sql = "UPDATE reviews_reviewer SET approves = $3, words = $4, version = $5, hash = $6, answered_at = $7
               WHERE review_id = $1 AND users_id = $2";
    let values = params![review, user, said.approves, &said.words, content.version, &content.hash, now];
    tx.run(sql, values).map(drop)
}
