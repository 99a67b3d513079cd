//! `DELETE comment/{comment_id}`: its author, or a manager of the entry, takes a comment away.

use axum::extract::State;
use axum::http::StatusCode;
use db::{Tx, params};
use primitives::{AppInstanceId, Seconds};
use rest::{CurrentUser, Path, Problem};
use serde_json::json;

use crate::acts::{Comment, ModerateComments};
use crate::model::CommentId;
use crate::store::{self, Found};
use crate::{Comments, Error, Result, bell, notify};

/// Takes a comment away. One that has answers leaves its place, without its text.
#[utoipa::path(delete, path = "/api/app/{application_instance_id}/comment/{comment_id}", tag = "comments",
    operation_id = "comment_remove",
    params(("application_instance_id" = i64, Path), ("comment_id" = i64, Path)),
    responses((status = NO_CONTENT, description = "It is gone")))]
pub(crate) async fn remove(
    State(comments): State<Comments>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, id)): Path<(AppInstanceId, CommentId)>,
) -> Result<StatusCode, Problem> {
    let now = comments.clock.now();
    let removed = security::write(&comments.db, &actor, move |tx, access| {
        let found = store::find(tx, id)?;
        let permit = access.authorize::<Comment>(tx, store::node_of(found.as_ref()))?;
        let found = found.ok_or(Error::Missing)?;
        if found.author != permit.actor() {
            access.authorize::<ModerateComments>(tx, found.node)?;
        }
        if found.removed {
            return Err(Error::Missing);
        }
        take_away(tx, &found, now)?;
        bell::removed(tx, &found)?;
        notify::pages(tx, found.node)?;
        let act = notify::act(tx, "comment_remove", &permit)?;
        let author = json!({ "comment_id": id, "users_id": found.author });
        audit::record(tx, access.actor(), act.before(author), now);
        Ok::<_, Error>(())
    });
    removed.await?;
    Ok(StatusCode::NO_CONTENT)
}

fn take_away(tx: &mut Tx<'_>, found: &Found, now: Seconds) -> Result<()> {
    let thread = found.thread();
    store::hold(tx, thread)?;
    if found.answers.is_none() && store::count_answers(tx, thread)? > 0 {
        tx.run("DELETE FROM comments_mention WHERE comment_id = $1", params![thread])?;
        let sql = "UPDATE comments_comment SET text = '', removed_at = $2 WHERE comment_id = $1";
        tx.run(sql, params![thread, now])?;
        return Ok(());
    }
    tx.run("DELETE FROM comments_comment WHERE comment_id = $1", params![found.id])?;
    // With its last answer, the place of a first comment goes, too.
    if store::find(tx, thread)?.is_some_and(|first| first.removed) && store::count_answers(tx, thread)? == 0 {
        tx.run("DELETE FROM comments_comment WHERE comment_id = $1", params![thread])?;
    }
    Ok(())
}
