//! `DELETE grant/{grant_id}`: revokes access; takes effect for the next request.

use std::slice;

use audit::{Act, Object};
use authz::Denied;
use axum::extract::State;
use axum::http::StatusCode;
use nodes::NO_NODE;
use rest::{CurrentUser, Path, Problem, Query};
use serde::Deserialize;

use super::{keep_own_access, revoke, store};
use crate::held_grants::GrantId;
use crate::principal::Principal;
use crate::{Error, GrantAccess, Security, write};

#[derive(Clone, Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct RemovalQuery {
    /// The asker confirms that they will lose the right to give access here.
    #[serde(default)]
    confirm_self_removal: bool,
}

/// Revokes a grant, for managers of its node.
#[utoipa::path(
    delete,
    path = "/api/node/grant/{grant_id}",
    operation_id = "grant_remove",
    tag = "node",
    params(("grant_id" = i64, Path), RemovalQuery),
    responses((status = 204, description = "The grant was revoked"))
)]
pub(crate) async fn remove_grant(
    State(security): State<Security>,
    CurrentUser(actor): CurrentUser,
    Path(id): Path<GrantId>,
    Query(query): Query<RemovalQuery>,
) -> Result<StatusCode, Problem> {
    let now = security.clock.now();
    let removed = write(&security.db, &actor, move |tx, access| {
        let found = store::find(tx, id)?;
        // A missing grant runs the same statements as an invisible one.
        let opened = access.authorize::<GrantAccess>(tx, found.as_ref().map_or(NO_NODE, |grant| grant.node_id));
        // For somebody who may not see a node's grants, each of them counts as missing.
        let permit = opened.map_err(|error| match error {
            Error::Denied(Denied::NeedsRole(_)) => Error::Denied(Denied::Invisible),
            other => other,
        })?;
        let grant = found.ok_or(db::Error::Missing)?;
        let node = nodes::find(tx, permit.node())?.ok_or(db::Error::Missing)?;
        let group = grant.user_group_id.map(Principal::Group);
        let principal = group.or(grant.users_id.map(Principal::User)).ok_or(db::Error::Missing)?;
        revoke(tx, &permit, access.actor(), principal, grant.recursive, now)?;
        if !query.confirm_self_removal {
            keep_own_access(tx, access, slice::from_ref(&permit))?;
        }
        let act = Act::new("grant_remove", permit.tenant(), Object::new("node", permit.node().0, &node.name));
        audit::record(tx, access.actor(), act.before(grant.told()), now);
        Ok::<_, Error>(())
    });
    removed.await?;
    Ok(StatusCode::NO_CONTENT)
}
