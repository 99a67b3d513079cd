//! `GET comment/people/{node_id}`: who can be mentioned about an entry.

use axum::extract::State;
use primitives::{AppInstanceId, NodeId};
use rest::{CurrentUser, Json, Path, Problem, Query};
use security::{OfferedPeople, PeopleQuery, offer_people};

use crate::Comments;
use crate::acts::Comment;
use crate::known_people::who_spoke;

/// People who see an entry, for who may comment on it. Guests find those of their own groups, and who has spoken there.
#[utoipa::path(get, path = "/api/app/{application_instance_id}/comment/people/{node_id}", tag = "comments",
    operation_id = "comment_people",
    params(("application_instance_id" = i64, Path), ("node_id" = i64, Path), PeopleQuery),
    responses(
        (status = OK, body = OfferedPeople, description = "Some of them"),
        (status = 429, description = "Too many tries")
    ))]
pub(crate) async fn list(
    State(comments): State<Comments>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, node)): Path<(AppInstanceId, NodeId)>,
    Query(query): Query<PeopleQuery>,
) -> Result<Json<OfferedPeople>, Problem> {
    comments.count_offer(actor.user)?;
    Ok(Json(offer_people::<Comment>(&comments.db, &actor, node, query, who_spoke).await?))
}
