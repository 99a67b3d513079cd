//! `GET comment/people/{node_id}`: who can be mentioned about an entry.

use axum::extract::State;
use primitives::{AppInstanceId, NodeId};
use rest::{CurrentUser, Json, ListQuery, Path, Problem, Query};
use serde::{Deserialize, Serialize};

use crate::Comments;
use crate::acts::Comment;
use crate::known_people::who_spoke;
use crate::model::Person;

/// So many are offered; more words find others.
const OFFERED: usize = 8;

#[derive(Clone, Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct PeopleQuery {
    /// Words of the name, or their beginnings.
    #[param(max_length = 200)]
    q: Option<String>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct CommentPeople {
    /// By name; at most eight.
    items: Vec<Person>,
}

/// People who see an entry, for who may comment on it. Guests find those of their own groups, and who has spoken there.
#[utoipa::path(get, path = "/api/app/{application_instance_id}/comment/people/{node_id}", tag = "comments",
    operation_id = "comment_people",
    params(("application_instance_id" = i64, Path), ("node_id" = i64, Path), PeopleQuery),
    responses(
        (status = OK, body = CommentPeople, description = "Some of them"),
        (status = 429, description = "Too many tries")
    ))]
pub(crate) async fn list(
    State(comments): State<Comments>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, node)): Path<(AppInstanceId, NodeId)>,
    Query(query): Query<PeopleQuery>,
) -> Result<Json<CommentPeople>, Problem> {
    comments.count_offer(actor.user)?;
    let names = ListQuery { q: query.q, ..ListQuery::default() }.listing(&["name"])?;
    let found = security::find_who_see::<Comment>(&comments.db, &actor, node, (&names, OFFERED), who_spoke).await?;
    let person = |one: accounts::Found| Person { users_id: one.user, name: one.name, avatar_url: one.avatar_url };
    Ok(Json(CommentPeople { items: found.into_iter().map(person).collect() }))
}
