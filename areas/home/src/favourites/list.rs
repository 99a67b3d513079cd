//! `GET home/favourite`: the entries that the asker gave a star, the latest first.

use axum::extract::State;
use content::Entry;
use primitives::{AppInstanceId, Seconds};
use rest::{CurrentUser, Json, Path, Problem, Query};
use serde::Serialize;

use super::store;
use crate::Home;
use crate::latest::{self, PageQuery};

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct FavouritePage {
    items: Vec<Favourite>,
    /// Send it as `after` to get the next page; null on the last page.
    #[schema(required)]
    next: Option<String>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Favourite {
    #[serde(flatten)]
    entry: Entry,
    chosen_at: Seconds,
}

/// Lists the asker's favourites, the latest first: only what they may see now.
#[utoipa::path(get, path = "/api/app/{application_instance_id}/home/favourite", tag = "home",
    operation_id = "favourite_list", params(("application_instance_id" = i64, Path), PageQuery),
    responses((status = OK, body = FavouritePage, description = "One page")))]
pub async fn list(
    State(home): State<Home>,
    CurrentUser(actor): CurrentUser,
    Path(_instance): Path<AppInstanceId>,
    Query(query): Query<PageQuery>,
) -> Result<Json<FavouritePage>, Problem> {
    let (place, limit, user) = (query.place()?, query.limit(), actor.user);
    let page = security::read_long(&home.db, &actor, move |c, access| {
        latest::page(c, access, (place, limit), |c, place, limit| store::latest(c, user, place, limit))
    });
    let page = page.await?;
    let items = page.items.into_iter().map(|(entry, chosen_at)| Favourite { entry, chosen_at }).collect();
    Ok(Json(FavouritePage { items, next: page.next }))
}
