//! `GET usergroup/{user_group_id}/users/candidate`: people who could be added to the group.

use axum::extract::State;
use primitives::GroupId;
use rest::{CurrentUser, Json, Path, Problem, Query};

use super::list::MemberQuery;
use super::model::MemberList;
use super::store;
use crate::{Accounts, Error};

/// Lists people who can be added to a group that the asker manages: of its tenant, and of companies that have accepted
/// its invitation.
#[utoipa::path(
    get,
    path = "/api/core/usergroup/{user_group_id}/users/candidate",
    operation_id = "group_candidate_list",
    tag = "core",
    params(("user_group_id" = i64, Path), MemberQuery,
        ("order" = Option<String>, Query, pattern = "^-?(name|email)$", description = "With `-` before it: descending")),
    responses((status = 200, description = "One page of people who are not in it", body = MemberList))
)]
pub(crate) async fn list_candidates(
    State(accounts): State<Accounts>,
    CurrentUser(actor): CurrentUser,
    Path(group): Path<GroupId>,
    Query(query): Query<MemberQuery>,
) -> Result<Json<MemberList>, Problem> {
    let (query, from) = query.split();
    let listing = query.listing(&["name", "email"])?;
    let page = accounts.db.read(move |conn| {
        let home = tenancy::group_home(conn, &actor, group)?;
        Ok::<_, Error>(store::candidates(conn, &home, from, &listing)?)
    });
    let page = page.await?;
    Ok(Json(MemberList { items: page.items, total: page.total }))
}
