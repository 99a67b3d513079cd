//! `GET rendition/preset`: the presets that an admin looks after.

use axum::extract::State;
use primitives::AppInstanceId;
use rest::{CurrentUser, Json, ListQuery, Path, Problem, Query};

use super::model::PresetList;
use super::{store, tenants_here};
use crate::Media;

/// Lists the presets of the tenants that the asker administers, ordered by `name`, `format` or `tenant_title`.
#[utoipa::path(get, path = "/api/app/{application_instance_id}/rendition/preset", tag = "content",
    operation_id = "preset_list",
    params(("application_instance_id" = i64, Path), ListQuery,
        ("order" = Option<String>, Query, pattern = "^-?(name|format|tenant_title)$",
            description = "With `-` before it: descending")),
    responses((status = OK, body = PresetList, description = "One page of presets")))]
pub(crate) async fn list(
    State(media): State<Media>,
    CurrentUser(actor): CurrentUser,
    Path(instance): Path<AppInstanceId>,
    Query(query): Query<ListQuery>,
) -> Result<Json<PresetList>, Problem> {
    let listing = query.listing(&["name", "format", "tenant_title"])?;
    let page = media.db.read(move |conn| {
        let tenants = tenants_here(conn, &actor, instance)?;
        store::page(conn, &tenants, &listing)
    });
    let page = page.await?;
    Ok(Json(PresetList { items: page.items, total: page.total }))
}
