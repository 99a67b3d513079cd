//! `GET review/people/{node_id}`: who can be asked about a file.

use axum::extract::State;
use primitives::{AppInstanceId, NodeId};
use rest::{CurrentUser, Json, Path, Problem, Query};
use security::{OfferedPeople, PeopleQuery, offer_people};

use crate::Reviews;
use crate::acts::Review;
use crate::store::took_part;

/// People who see a file, for who may ask them to review it. Guests find those of their own groups, and who has taken
/// part in a review of the file.
#[utoipa::path(get, path = "/api/app/{application_instance_id}/review/people/{node_id}", tag = "reviews",
    operation_id = "review_people",
    params(("application_instance_id" = i64, Path), ("node_id" = i64, Path), PeopleQuery),
    responses(
        (status = OK, body = OfferedPeople, description = "Some of them"),
        (status = 429, description = "Too many tries")
    ))]
pub(crate) async fn list(
    State(reviews): State<Reviews>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, node)): Path<(AppInstanceId, NodeId)>,
    Query(query): Query<PeopleQuery>,
) -> Result<Json<OfferedPeople>, Problem> {
    reviews.count_offer(actor.user)?;
    Ok(Json(offer_people::<Review>(&reviews.db, &actor, node, query, took_part).await?))
}
