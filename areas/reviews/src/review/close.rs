//! `DELETE review/{review_id}`: nobody is asked any more.

use axum::extract::State;
use axum::http::StatusCode;
use primitives::AppInstanceId;
use rest::{CurrentUser, Path, Problem};
use serde_json::json;

use crate::held::hold_own;
use crate::model::ReviewId;
use crate::store;
use crate::told::{self, Subject};
use crate::{Error, Reviews};

/// Closes a review, for who asked for it and for managers of the file. It stays among the earlier reviews of the file.
#[utoipa::path(delete, path = "/api/app/{application_instance_id}/review/{review_id}", tag = "reviews",
    operation_id = "review_close",
    params(("application_instance_id" = i64, Path), ("review_id" = i64, Path)),
    responses((status = NO_CONTENT, description = "It has ended")))]
pub(crate) async fn close(
    State(reviews): State<Reviews>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, id)): Path<(AppInstanceId, ReviewId)>,
) -> Result<StatusCode, Problem> {
    let now = reviews.clock.now();
    let closed = security::write(&reviews.db, &actor, move |tx, access| {
        let (permit, review) = hold_own(tx, access, id)?;
        let node = permit.node();
        let (file, waited) = (store::file_now(tx, node)?, store::waiting(tx, id)?);
        store::end(tx, &review, permit.actor(), now)?;
        let subject = Subject { review: id, node, file: &file };
        subject.withdrawn(tx, permit.actor(), &waited, now)?;
        told::waiting_changed(tx, &waited)?;
        told::pages(tx, node, file.parent)?;
        let before = json!({ "review_id": id, "state": review.state });
        audit::record(tx, access.actor(), subject.act("review_close").before(before), now);
        Ok::<_, Error>(())
    });
    closed.await?;
    Ok(StatusCode::NO_CONTENT)
}
