//! `GET review/people/{node_id}`: who can be asked about a file.

use axum::extract::State;
use primitives::{AppInstanceId, NodeId};
use rest::{CurrentUser, Json, ListQuery, Path, Problem, Query};
use serde::{Deserialize, Serialize};

use crate::Reviews;
use crate::acts::Review;
use crate::model::Person;
use crate::store::took_part;

/// So many are offered; more words find others.
const OFFERED: usize = 8;

#[derive(Clone, Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ReviewPeopleQuery {
    /// Words of the name, or their beginnings.
    #[param(max_length = 200)]
    q: Option<String>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct ReviewPeople {
    /// By name; at most eight.
    items: Vec<Person>,
}

/// People who see a file, for who may ask them to review it. Guests find those of their own groups, and who has taken
/// part in a review of the file.
#[utoipa::path(get, path = "/api/app/{application_instance_id}/review/people/{node_id}", tag = "reviews",
    operation_id = "review_people",
    params(("application_instance_id" = i64, Path), ("node_id" = i64, Path), ReviewPeopleQuery),
    responses(
        (status = OK, body = ReviewPeople, description = "Some of them"),
        (status = 429, description = "Too many tries")
    ))]
pub(crate) async fn list(
    State(reviews): State<Reviews>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, node)): Path<(AppInstanceId, NodeId)>,
    Query(query): Query<ReviewPeopleQuery>,
) -> Result<Json<ReviewPeople>, Problem> {
    reviews.count_offer(actor.user)?;
    let names = ListQuery { q: query.q, ..ListQuery::default() }.listing(&["name"])?;
    let found = security::find_who_see::<Review>(&reviews.db, &actor, node, (&names, OFFERED), took_part).await?;
    let person = |one: accounts::Found| Person { users_id: one.user, name: one.name, avatar_url: one.avatar_url };
    Ok(Json(ReviewPeople { items: found.into_iter().map(person).collect() }))
}
