//! The routes of background actions; every user sees only their own.

use authz::Gate;
use axum::extract::State;
use axum::http::StatusCode;
use rest::{CurrentUser, Json, Path, Problem, Routes, routes};
use serde::Serialize;

use crate::model::BgAction;
use crate::{Activity, store};

/// At most 500 actions, newest first.
#[derive(Serialize, utoipa::ToSchema)]
pub struct BgActionList {
    items: Vec<BgAction>,
    /// The total, including those that are not listed.
    total: i64,
}

pub fn routes() -> Routes<Activity> {
    Routes::default()
        .route(Gate::SignedIn, routes!(list_background_actions, clear_background_actions))
        .route(Gate::SignedIn, routes!(cancel_background_action))
}

/// Lists the asker's background actions, newest first.
#[utoipa::path(
    get,
    path = "/api/core/background-action",
    operation_id = "list_background_actions",
    tag = "core",
    responses((status = 200, description = "At most 500 actions, newest first", body = BgActionList))
)]
async fn list_background_actions(
    State(activity): State<Activity>,
    CurrentUser(actor): CurrentUser,
) -> Result<Json<BgActionList>, Problem> {
    let (user, now) = (actor.user, activity.clock.now());
    let (items, total) = activity.db.read(move |conn| store::list(conn, user)).await?;
    Ok(Json(BgActionList { items: items.into_iter().map(|owned| owned.action.at(now)).collect(), total }))
}

/// Clears the asker's actions that have ended.
///
/// Actions that are in progress, in a queue, or waiting for a preview stay.
#[utoipa::path(
    delete,
    path = "/api/core/background-action",
    operation_id = "clear_background_actions",
    tag = "core",
    responses((status = 204, description = "The ended actions were removed"))
)]
async fn clear_background_actions(
    State(activity): State<Activity>,
    CurrentUser(actor): CurrentUser,
) -> Result<StatusCode, Problem> {
    let user = actor.user;
    activity.db.write(move |tx| store::clear(tx, user)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Cancels one of the asker's actions.
///
/// The action disappears, and its work is undone or never begins. An act on many entries ends instead as `stopped`:
/// what is done stays done, and `done` says with how many.
#[utoipa::path(
    post,
    path = "/api/core/background-action/{bg_action_id}/cancel",
    operation_id = "cancel_background_action",
    tag = "core",
    params(("bg_action_id" = String, Path, description = "The action")),
    responses((status = 204, description = "The action was cancelled"))
)]
async fn cancel_background_action(
    State(activity): State<Activity>,
    CurrentUser(actor): CurrentUser,
    Path(bg_action_id): Path<String>,
) -> Result<StatusCode, Problem> {
    crate::cancel::cancel(&activity, &actor, bg_action_id).await?;
    Ok(StatusCode::NO_CONTENT)
}
