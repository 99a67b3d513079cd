//! `PUT` and `DELETE home/pin/{node_id}`: pins a folder or repository, or no longer.

use authz::Denied;
use axum::extract::State;
use axum::http::StatusCode;
use primitives::{AppInstanceId, NodeId};
use rest::{CurrentUser, Path, Problem};
use security::See;

use super::store;
use crate::Home;
use crate::error::Error;

/// Pins a folder or a repository: it is offered first where the asker chooses a folder.
#[utoipa::path(put, path = "/api/app/{application_instance_id}/home/pin/{node_id}", tag = "home",
    operation_id = "pin_add",
    params(("application_instance_id" = i64, Path), ("node_id" = i64, Path)),
    responses((status = NO_CONTENT, description = "It is pinned")))]
pub async fn add(
    State(home): State<Home>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, node)): Path<(AppInstanceId, NodeId)>,
) -> Result<StatusCode, Problem> {
    let (user, now) = (actor.user, home.clock.now());
    let added = security::write(&home.db, &actor, move |tx, access| {
        if !access.authorize::<See>(tx, node)?.kind().is_container() {
            return Err(Error::from(security::Error::from(Denied::WrongKind)));
        }
        store::pin(tx, user, node, now)
    });
    added.await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Takes the asker's pin off a folder or a repository, which they need not see any more.
#[utoipa::path(delete, path = "/api/app/{application_instance_id}/home/pin/{node_id}", tag = "home",
    operation_id = "pin_remove",
    params(("application_instance_id" = i64, Path), ("node_id" = i64, Path)),
    responses((status = NO_CONTENT, description = "It is pinned no longer")))]
pub async fn remove(
    State(home): State<Home>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, node)): Path<(AppInstanceId, NodeId)>,
) -> Result<StatusCode, Problem> {
    let user = actor.user;
    home.db.write(move |tx| Ok::<_, Error>(store::unpin(tx, user, node)?)).await?;
    Ok(StatusCode::NO_CONTENT)
}
