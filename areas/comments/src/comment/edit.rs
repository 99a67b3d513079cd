//! `PUT comment/{comment_id}`: its author changes a comment, which says so from then on.

use std::collections::BTreeSet;

use axum::extract::State;
use db::{Tx, params};
use primitives::{AppInstanceId, Seconds, UserId};
use rest::{CurrentUser, Json, Path, Problem};
use serde_json::json;

use crate::acts::Comment;
use crate::model::{Comment as Changed, CommentId, CommentWords};
use crate::store::{self, Found};
use crate::text::CommentText;
use crate::threads::read::{self, Reader};
use crate::{Comments, Error, Result, bell, known_people, notify};

/// Changes a comment of the asker's own. Who is mentioned anew gets an e-mail soon.
#[utoipa::path(put, path = "/api/app/{application_instance_id}/comment/{comment_id}", tag = "comments",
    operation_id = "comment_edit", request_body = CommentWords,
    params(("application_instance_id" = i64, Path), ("comment_id" = i64, Path)),
    responses(
        (status = OK, body = Changed, description = "The comment"),
        (status = 429, description = "Too many tries")
    ))]
pub(crate) async fn edit(
    State(comments): State<Comments>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, id)): Path<(AppInstanceId, CommentId)>,
    Json(words): Json<CommentWords>,
) -> Result<Json<Changed>, Problem> {
    let text = CommentText::parse(&words.text)?;
    comments.count(actor.user)?;
    let known = comments.db.read(move |c| {
        let node = store::node_of(store::find(c, id)?.as_ref());
        Ok::<_, db::Error>((node, store::mentioned_in(c, id)?))
    });
    let (node, before) = known.await.map_err(Error::from)?;
    // Who was mentioned already stays so, whatever they see now.
    let added: BTreeSet<UserId> = text.mentioned.difference(&before).copied().collect();
    known_people::require(&comments.db, &actor, node, &added).await?;
    let now = comments.clock.now();
    let written = security::write(&comments.db, &actor, move |tx, access| {
        let permit = access.authorize::<Comment>(tx, node)?;
        let found = store::find(tx, id)?.ok_or(Error::Missing)?;
        if found.author != permit.actor() {
            return Err(Error::NotYours);
        }
        if found.removed {
            return Err(Error::Missing);
        }
        if found.text != text.text {
            change(tx, &found, &text, now)?;
            let next = store::after_latest(tx, found.thread())?;
            notify::people(tx, &permit, (found.thread(), next), &added, now)?;
            bell::mentioned(tx, &permit, id, &added, now)?;
            notify::pages(tx, found.node)?;
            let act = notify::act(tx, "comment_edit", &permit)?;
            audit::record(tx, access.actor(), act.after(json!({ "comment_id": id })), now);
        }
        read::comment(tx, Reader::of(&permit), id)
    });
    Ok(Json(written.await?))
}

/// Writes the text, and who is mentioned in it: those of before by their names of then.
fn change(tx: &mut Tx<'_>, found: &Found, text: &CommentText, now: Seconds) -> Result<()> {
    let sql = "UPDATE comments_comment SET text = $2, edited_at = $3 WHERE comment_id = $1 AND removed_at IS NULL";
    if tx.run(sql, params![found.id, &text.text, now])? == 0 {
        return Err(Error::Missing);
    }
    let before = store::mentioned_in(tx, found.id)?;
    for gone in before.difference(&text.mentioned) {
        let sql = "DELETE FROM comments_mention WHERE comment_id = $1 AND users_id = $2";
        tx.run(sql, params![found.id, *gone])?;
        notices::withdraw_from(tx, *gone, bell::MENTION, found.id.0)?;
    }
    Ok(store::mention(tx, found.id, &text.mentioned.difference(&before).copied().collect())?)
}
