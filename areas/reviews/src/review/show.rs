//! `GET review/entry/{node_id}`: the review of a file, and those before it.

use std::collections::HashMap;
use std::sync::Arc;

use authz::Actor;
use axum::extract::State;
use primitives::{AppInstanceId, NodeId, UserId};
use rest::{CurrentUser, Json, Path, Problem};

use crate::acts::Review;
use crate::model::ReviewOfFile;
use crate::{Error, Result, Reviews, read};

/// Who was asked about a file that the asker sees, what they answered, and about which content.
#[utoipa::path(get, path = "/api/app/{application_instance_id}/review/entry/{node_id}", tag = "reviews",
    operation_id = "review_show",
    params(("application_instance_id" = i64, Path), ("node_id" = i64, Path)),
    responses((status = OK, body = ReviewOfFile, description = "The review")))]
pub(crate) async fn show(
    State(reviews): State<Reviews>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, node)): Path<(AppInstanceId, NodeId)>,
) -> Result<Json<ReviewOfFile>, Problem> {
    Ok(Json(show_to(&reviews, &actor, node).await?))
}

pub(crate) async fn show_to(reviews: &Reviews, actor: &Arc<Actor>, node: NodeId) -> Result<ReviewOfFile> {
    let read = security::read(&reviews.db, actor, move |c, access| {
        let permit = access.authorize::<Review>(c, node)?;
        Ok::<_, Error>(read::of_file(c, &permit)?)
    });
    let mut shown = read.await?;
    let Some(review) = &mut shown.review else { return Ok(shown) };
    let users: Vec<UserId> = review.reviewers.iter().map(|one| one.person.users_id).collect();
    let seeing: HashMap<_, _> = security::who_see(&reviews.db, vec![node], users).await?;
    for reviewer in &mut review.reviewers {
        reviewer.sees = seeing.get(&reviewer.person.users_id).is_some_and(|seen| seen.contains(&node));
    }
    Ok(shown)
}
