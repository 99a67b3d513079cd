//! `GET home/pin`: the folders and repositories that the asker pinned, the latest first.

use axum::extract::State;
use content::Entry;
use primitives::{AppInstanceId, Seconds};
use rest::{CurrentUser, Json, Path, Problem};
use serde::Serialize;

use super::store;
use crate::Home;
use crate::latest::{self, Place};

#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = HomePins)]
pub struct Pins {
    items: Vec<Pin>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = HomePin)]
pub struct Pin {
    #[serde(flatten)]
    entry: Entry,
    pinned_at: Seconds,
}

/// Lists all folders and repositories that the asker pinned, the latest first: only what they may see now.
#[utoipa::path(get, path = "/api/app/{application_instance_id}/home/pin", tag = "home",
    operation_id = "pin_list", params(("application_instance_id" = i64, Path)),
    responses((status = OK, body = Pins, description = "At most 100")))]
pub async fn list(
    State(home): State<Home>,
    CurrentUser(actor): CurrentUser,
    Path(_instance): Path<AppInstanceId>,
) -> Result<Json<Pins>, Problem> {
    let user = actor.user;
    let page = security::read_long(&home.db, &actor, move |c, access| {
        latest::page(c, access, (Place::FIRST, store::MOST), |c, place, limit| store::latest(c, user, place, limit))
    });
    let items = page.await?.items.into_iter().map(|(entry, pinned_at)| Pin { entry, pinned_at }).collect();
    Ok(Json(Pins { items }))
}
