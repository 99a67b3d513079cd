//! `PUT review/{review_id}`: another day by which answers are wanted, or another number of approvals.

use axum::extract::State;
use primitives::AppInstanceId;
use rest::{CurrentUser, Json, Path, Problem};
use serde_json::json;

use super::show::show_to;
use crate::day::Day;
use crate::form::ReviewChange;
use crate::held::hold_own;
use crate::model::{ReviewId, ReviewOfFile};
use crate::outcome::Needs;
use crate::settle::settle;
use crate::store::{self, Found};
use crate::told::{self, Subject};
use crate::{Error, Reviews};

/// Changes a review that goes on, for who asked for it and for managers of the file. What is left out stays as it is.
#[utoipa::path(put, path = "/api/app/{application_instance_id}/review/{review_id}", tag = "reviews",
    operation_id = "review_change", request_body = ReviewChange,
    params(("application_instance_id" = i64, Path), ("review_id" = i64, Path)),
    responses((status = OK, body = ReviewOfFile, description = "The review")))]
pub(crate) async fn change(
    State(reviews): State<Reviews>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, id)): Path<(AppInstanceId, ReviewId)>,
    Json(form): Json<ReviewChange>,
) -> Result<Json<ReviewOfFile>, Problem> {
    let now = reviews.clock.now();
    let written = security::write(&reviews.db, &actor, move |tx, access| {
        let (permit, review) = hold_own(tx, access, id)?;
        let node = permit.node();
        let before = (review.due, review.needs == Needs::One);
        let after = match form.parse(before, now) {
            Ok(after) => after,
            Err(problem) => return Ok(Err(problem)),
        };
        if after != before {
            store::change(tx, id, after, now)?;
            let file = store::file_now(tx, node)?;
            let settled = settle(tx, &Found { needs: Needs::of(after.1), ..review }, &file.content.hash)?;
            let waiting = store::waiting(tx, id)?;
            told::waiting_changed(tx, &[settled.changed, waiting].concat())?;
            told::pages(tx, node, file.parent)?;
            let act = Subject { review: id, node, file: &file }.act("review_change");
            audit::record(tx, access.actor(), act.before(recorded(before)).after(recorded(after)), now);
        }
        Ok::<_, Error>(Ok(node))
    });
    let node = written.await??;
    Ok(Json(show_to(&reviews, &actor, node).await?))
}

fn recorded((due, one_is_enough): (Option<Day>, bool)) -> serde_json::Value {
    json!({ "due_on": due.map(Day::written), "one_is_enough": one_is_enough })
}
