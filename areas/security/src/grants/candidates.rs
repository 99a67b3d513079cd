//! `GET grant/node/{node_id}/candidate`: the groups and users that could be given access.

use axum::extract::State;
use primitives::{Listing, NodeId};
use rest::{CurrentUser, Json, ListQuery, Path, Problem, Query};
use serde::Deserialize;

use super::model::{GrantCandidates, UserCandidate};
use super::store;
use crate::guests::Known;
use crate::{Error, GrantAccess, Security, read};

#[derive(Clone, Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct CandidateQuery {
    /// Words of the title of a group, or of the name or the e-mail of a user.
    #[param(max_length = 200)]
    q: Option<String>,
}

/// This many of each kind are offered; a longer search term finds others.
const OFFERED: u32 = 8;

/// Finds groups of the node's tenant, and users whose home it is, for managers of the node; and guests, who get access
/// by their groups and can be checked.
#[utoipa::path(
    get,
    path = "/api/node/grant/node/{node_id}/candidate",
    operation_id = "grant_candidates",
    tag = "node",
    params(("node_id" = i64, Path), CandidateQuery),
    responses((status = 200, description = "Some of each, by name", body = GrantCandidates))
)]
pub(crate) async fn list_candidates(
    State(security): State<Security>,
    CurrentUser(actor): CurrentUser,
    Path(node): Path<NodeId>,
    Query(query): Query<CandidateQuery>,
) -> Result<Json<GrantCandidates>, Problem> {
    let asked = ListQuery { q: query.q, order: None, limit: Some(OFFERED), offset: None };
    let listing: Listing = asked.listing(&["name"])?;
    let found = read(&security.db, &actor, move |conn, access| {
        let seen = access.find_visible(conn, node)?;
        let tenant = seen.permit::<GrantAccess>()?.tenant();
        let known = Known::to(conn, access.actor(), &seen.node)?;
        let user = |one: accounts::Found| UserCandidate {
            users_id: one.user,
            name: one.name,
            email: one.email,
            avatar_url: one.avatar_url,
        };
        Ok::<_, Error>(GrantCandidates {
            groups: store::groups(conn, tenant, &listing)?,
            users: accounts::people_of(conn, tenant, &listing)?.into_iter().map(user).collect(),
            guests: accounts::guests_of(conn, tenant, known.groups(), &listing)?.into_iter().map(user).collect(),
        })
    });
    Ok(Json(found.await?))
}
