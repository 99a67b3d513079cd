//! `POST review/reviewer/{review_id}`: asks more people.

use axum::extract::State;
use primitives::{AppInstanceId, UserId};
use rest::{CurrentUser, Json, Path, Problem};
use serde_json::json;

use crate::acts::Review;
use crate::emails::{self, Reason};
use crate::form::NewReviewers;
use crate::held::hold_own;
use crate::model::{MOST_REVIEWERS, ReviewId, ReviewOfFile};
use crate::review::show::show_to;
use crate::settle::settle;
use crate::store;
use crate::told::{self, Subject};
use crate::{Error, Reviews};

/// Asks more people to review a file, for who asked for the review and for managers of the file. Who is asked already
/// stays so.
#[utoipa::path(post, path = "/api/app/{application_instance_id}/review/reviewer/{review_id}", tag = "reviews",
    operation_id = "review_reviewer_add", request_body = NewReviewers,
    params(("application_instance_id" = i64, Path), ("review_id" = i64, Path)),
    responses(
        (status = OK, body = ReviewOfFile, description = "The review"),
        (status = 429, description = "Too many tries")
    ))]
pub(crate) async fn add(
    State(reviews): State<Reviews>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, id)): Path<(AppInstanceId, ReviewId)>,
    Json(form): Json<NewReviewers>,
) -> Result<Json<ReviewOfFile>, Problem> {
    let wanted = form.parse(actor.user)?;
    reviews.count_asked(actor.user)?;
    let found = reviews.db.read(move |c| store::find(c, id)).await.map_err(Error::from)?;
    let node = store::node_of(found.as_ref());
    let seeing = security::known_who_see::<Review>(&reviews.db, &actor, node, wanted.clone(), store::took_part).await;
    if seeing.map_err(Error::from)?.len() < wanted.len() {
        return Err(Error::UnknownReviewer.into());
    }
    let now = reviews.clock.now();
    let written = security::write(&reviews.db, &actor, move |tx, access| {
        let (permit, review) = hold_own(tx, access, id)?;
        let before = store::reviewers(tx, id)?;
        let added: Vec<UserId> = wanted.into_iter().filter(|user| !before.contains(user)).collect();
        if before.len() + added.len() > MOST_REVIEWERS {
            return Err(Error::TooManyReviewers(MOST_REVIEWERS));
        }
        if added.is_empty() {
            return Ok(());
        }
        store::add_reviewers(tx, id, review.due, &added, now)?;
        let file = store::file_now(tx, node)?;
        settle(tx, &review, &file.content.hash)?;
        let subject = Subject { review: id, node, file: &file };
        for user in &added {
            subject.asked(tx, (permit.actor(), *user), 1, now)?;
            emails::enqueue(tx, (file.tenant, *user), &[id], Reason::Asked, now)?;
        }
        told::waiting_changed(tx, &added)?;
        told::pages(tx, node, file.parent)?;
        let act = subject.act("review_reviewer_add").after(json!({ "review_id": id, "reviewers": added }));
        audit::record(tx, access.actor(), act, now);
        Ok::<_, Error>(())
    });
    written.await?;
    Ok(Json(show_to(&reviews, &actor, node).await?))
}
