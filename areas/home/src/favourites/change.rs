//! `PUT` and `DELETE home/favourite/{node_id}`: gives an entry a star, or takes it away. All open pages of the person hear
//! of it.

use activity::tell_user;
use axum::extract::State;
use axum::http::StatusCode;
use primitives::{AppInstanceId, NodeId};
use rest::{CurrentUser, Path, Problem};
use security::See;
use serde_json::json;

use super::store;
use crate::Home;
use crate::error::Error;

/// Makes an entry a favourite of the asker.
#[utoipa::path(put, path = "/api/app/{application_instance_id}/home/favourite/{node_id}", tag = "home",
    operation_id = "favourite_add",
    params(("application_instance_id" = i64, Path), ("node_id" = i64, Path)),
    responses((status = NO_CONTENT, description = "It is one")))]
pub async fn add(
    State(home): State<Home>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, node)): Path<(AppInstanceId, NodeId)>,
) -> Result<StatusCode, Problem> {
    let (user, now) = (actor.user, home.clock.now());
    let added = security::write(&home.db, &actor, move |tx, access| {
        access.authorize::<See>(tx, node)?;
        store::choose(tx, user, node, now)?;
        Ok::<_, Error>(tell_user(tx, user, &json!({ "topic": TOPIC, "value": { "node_id": node, "chosen": true } }))?)
    });
    added.await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Takes the star of the asker away from an entry, which they need not see any more.
#[utoipa::path(delete, path = "/api/app/{application_instance_id}/home/favourite/{node_id}", tag = "home",
    operation_id = "favourite_remove",
    params(("application_instance_id" = i64, Path), ("node_id" = i64, Path)),
    responses((status = NO_CONTENT, description = "It is none any more")))]
pub async fn remove(
    State(home): State<Home>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, node)): Path<(AppInstanceId, NodeId)>,
) -> Result<StatusCode, Problem> {
    let user = actor.user;
    let removed = home.db.write(move |tx| {
        store::forget(tx, user, node)?;
        Ok::<_, Error>(tell_user(tx, user, &json!({ "topic": TOPIC, "value": { "node_id": node, "chosen": false } }))?)
    });
    removed.await?;
    Ok(StatusCode::NO_CONTENT)
}

/// What the person's open pages hear.
pub(super) const TOPIC: &str = "favourite";
