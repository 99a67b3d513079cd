//! `GET grant/node/{node_id}/check`: whether a group or a user may open a node, and why.

use axum::extract::State;
use db::Conn;
use primitives::{GroupId, NodeId, UserId};
use rest::{CurrentUser, Json, Path, Problem, Query};
use serde::Deserialize;

use super::answer::answer;
use super::model::AccessCheck;
use super::place::Place;
use super::principals;
use super::{Explanation, explain};
use crate::principal::Principal;
use crate::{Error, GrantAccess, Security, read_long};

#[derive(Clone, Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct CheckQuery {
    /// A group of the node's tenant. One of this and `users_id`.
    user_group_id: Option<GroupId>,
    /// A user of the node's tenant, or of an invited company who is in one of its groups.
    users_id: Option<UserId>,
}

/// Tells managers of a node whether a group or a user may open it, and which grants and marks decide that. Those who
/// could be given access there can be checked, and people of invited companies in groups of the tenant: asked by
/// somebody of another tenant, only those in the asker's own groups and in groups with access to the node.
#[utoipa::path(
    get,
    path = "/api/node/grant/node/{node_id}/check",
    operation_id = "grant_check",
    tag = "node",
    params(("node_id" = i64, Path), CheckQuery),
    responses((status = 200, description = "What they may do, and why", body = AccessCheck))
)]
pub(crate) async fn check_access(
    State(security): State<Security>,
    CurrentUser(actor): CurrentUser,
    Path(node): Path<NodeId>,
    Query(query): Query<CheckQuery>,
) -> Result<Json<AccessCheck>, Problem> {
    let principal = Principal::named(query.user_group_id, query.users_id)?;
    let checked = read_long(&security.db, &actor, move |conn, access| {
        let seen = access.find_visible(conn, node)?;
        seen.permit::<GrantAccess>()?;
        let found = principals::find(conn, access.actor(), &seen.node, principal)?;
        let place = Place::of(conn, &seen.node, seen.acl())?;
        let mut sees = |conn: &mut Conn<'_>, node| match access.find_visible(conn, node) {
            Ok(_) => Ok(true),
            Err(Error::Denied(_)) => Ok(false),
            Err(error) => Err(error),
        };
        let told = match &found.key {
            Some(key) => explain(conn, &place, key, &mut sees)?,
            None => Explanation::default(),
        };
        answer(conn, access, &place, found, &told)
    });
    Ok(Json(checked.await?))
}
