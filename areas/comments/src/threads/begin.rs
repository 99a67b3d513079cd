//! `POST comment/entry/{node_id}`: begins a thread about an entry.

use axum::extract::State;
use axum::http::StatusCode;
use primitives::{AppInstanceId, NodeId, NodeKind};
use rest::{CurrentUser, Json, Path, Problem};
use serde::Deserialize;
use serde_json::json;

use super::read::{self, Reader};
use crate::acts::Comment;
use crate::model::{CommentThread, Pin};
use crate::store::{self, New};
use crate::text::CommentText;
use crate::{Comments, Error, bell, known_people, notify};

#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub(crate) struct NewThread {
    /// 1 to 4,000 characters. `<@users_id>` mentions somebody who sees the entry; at most twenty people.
    #[schema(min_length = 1, max_length = 4_000, pattern = "\\S")]
    text: String,
    /// The place that it is about; files only.
    #[serde(default)]
    pin: Option<Pin>,
}

/// Says something about an entry. Who is mentioned gets an e-mail soon.
#[utoipa::path(post, path = "/api/app/{application_instance_id}/comment/entry/{node_id}", tag = "comments",
    operation_id = "comment_create", request_body = NewThread,
    params(("application_instance_id" = i64, Path), ("node_id" = i64, Path)),
    responses(
        (status = CREATED, body = CommentThread, description = "The thread"),
        (status = 429, description = "Too many tries")
    ))]
pub(crate) async fn begin(
    State(comments): State<Comments>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, node)): Path<(AppInstanceId, NodeId)>,
    Json(new): Json<NewThread>,
) -> Result<(StatusCode, Json<CommentThread>), Problem> {
    let text = CommentText::parse(&new.text)?;
    let pin = new.pin;
    if pin.is_some_and(|pin| !pin.is_valid()) {
        return Err(Problem::invalid("pin", "invalid"));
    }
    comments.count(actor.user)?;
    known_people::require(&comments.db, &actor, node, &text.mentioned).await?;
    let now = comments.clock.now();
    let written = security::write(&comments.db, &actor, move |tx, access| {
        let permit = access.authorize::<Comment>(tx, node)?;
        if pin.is_some() && permit.kind() != NodeKind::File {
            return Ok(Err(Problem::invalid("pin", "invalid")));
        }
        let id = store::insert(tx, &New { node, answers: None, author: permit.actor(), pin, at: now }, &text)?;
        notify::people(tx, &permit, (id, id), &text.mentioned, now)?;
        bell::began(tx, &permit, id, &text.mentioned, now)?;
        notify::pages(tx, node)?;
        let act = notify::act(tx, "comment_create", &permit)?;
        audit::record(tx, access.actor(), act.after(json!({ "comment_id": id })), now);
        Ok::<_, Error>(Ok(read::thread(tx, Reader::of(&permit), id)?))
    });
    Ok((StatusCode::CREATED, Json(written.await??)))
}
