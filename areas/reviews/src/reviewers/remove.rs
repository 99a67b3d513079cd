//! `DELETE review/reviewer/{review_id}/{users_id}`: somebody is not asked any more.

use axum::extract::State;
use axum::http::StatusCode;
use db::params;
use primitives::{AppInstanceId, UserId};
use rest::{CurrentUser, Path, Problem};
use serde_json::json;

use crate::held::hold_own;
use crate::model::ReviewId;
use crate::settle::settle;
use crate::store;
use crate::told::{self, ASKED, Subject};
use crate::{Error, Reviews};

/// Asks somebody no longer, for who asked for the review and for managers of the file. Their answer goes with them. The
/// last one stays: a review that asks nobody is closed.
#[utoipa::path(delete, path = "/api/app/{application_instance_id}/review/reviewer/{review_id}/{users_id}",
    tag = "reviews", operation_id = "review_reviewer_remove",
    params(("application_instance_id" = i64, Path), ("review_id" = i64, Path), ("users_id" = i64, Path)),
    responses((status = NO_CONTENT, description = "They are not asked")))]
pub(crate) async fn remove(
    State(reviews): State<Reviews>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, id, user)): Path<(AppInstanceId, ReviewId, UserId)>,
) -> Result<StatusCode, Problem> {
    let now = reviews.clock.now();
    let removed = security::write(&reviews.db, &actor, move |tx, access| {
        let (permit, review) = hold_own(tx, access, id)?;
        let node = permit.node();
        match store::reviewers(tx, id)?.as_slice() {
            asked if !asked.contains(&user) => return Err(Error::Missing),
            [_] => return Err(Error::LastReviewer),
            _ => {}
        }
        tx.run("DELETE FROM reviews_reviewer WHERE review_id = $1 AND users_id = $2", params![id, user])?;
        let file = store::file_now(tx, node)?;
        let settled = settle(tx, &review, &file.content.hash)?;
        notices::withdraw_from(tx, user, ASKED, id.0)?;
        told::waiting_changed(tx, &[settled.changed, vec![user]].concat())?;
        told::pages(tx, node, file.parent)?;
        let act = Subject { review: id, node, file: &file }.act("review_reviewer_remove");
        audit::record(tx, access.actor(), act.before(json!({ "review_id": id, "users_id": user })), now);
        Ok::<_, Error>(())
    });
    removed.await?;
    Ok(StatusCode::NO_CONTENT)
}
