//! `POST home/favourite`: gives many selected entries a star at once, or takes it away.

use activity::tell_user;
use axum::extract::State;
use content::{Selection, ToSee};
use primitives::{AppInstanceId, NodeId};
use rest::{CurrentUser, Json, Path, Problem};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::change::TOPIC;
use super::store;
use crate::Home;
use crate::error::Error;

/// Entries, and whether they are favourites from now on.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct StarSelection {
    #[serde(flatten)]
    selection: Selection,
    chosen: bool,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct ChangedStars {
    /// Of which the star has changed.
    node_ids: Vec<NodeId>,
}

/// Makes all selected entries that the asker sees their favourites, or none of them. If that were more than 10,000
/// favourites, nothing is changed.
#[utoipa::path(post, path = "/api/app/{application_instance_id}/home/favourite", tag = "home",
    operation_id = "favourite_select", request_body = StarSelection, params(("application_instance_id" = i64, Path)),
    responses((status = OK, body = ChangedStars, description = "What has changed")))]
pub async fn select(
    State(home): State<Home>,
    CurrentUser(actor): CurrentUser,
    Path(_instance): Path<AppInstanceId>,
    Json(StarSelection { selection, chosen }): Json<StarSelection>,
) -> Result<Json<ChangedStars>, Problem> {
    let (user, now) = (actor.user, home.clock.now());
    let wanted = ToSee::parse(selection, now)?;
    let seen = security::read_long(&home.db, &actor, move |c, access| Ok::<_, Error>(wanted.ids(c, access)?)).await?;
    let changed = home.db.write(move |tx| {
        let node_ids =
            if chosen { store::choose_all(tx, user, &seen, now)? } else { store::forget_all(tx, user, &seen)? };
        if !node_ids.is_empty() {
            // Too many to be named: pages read their stars again.
            let told = json!({ "topic": TOPIC, "value": { "node_id": null, "chosen": chosen } });
            tell_user(tx, user, &told)?;
        }
        Ok::<_, Error>(node_ids)
    });
    Ok(Json(ChangedStars { node_ids: changed.await? }))
}
