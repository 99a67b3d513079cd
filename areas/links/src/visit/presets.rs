//! `GET /api/link/{token}/presets`: the named sizes and formats in which a link gives pictures away.

use axum::extract::State;
use axum::http::HeaderMap;
use media::{PictureFormat, Preset, PresetId, presets_of};
use rest::{ClientOrigin, Json, Path, Problem};
use serde::Serialize;

use super::found::{Given, Visit};
use crate::{Error, Links};

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct SharedPresets {
    /// By name.
    items: Vec<SharedPreset>,
}

/// A download size of the organisation.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct SharedPreset {
    preset_id: PresetId,
    name: String,
    /// In pixels. Without one side, it follows from the other; without both, the picture keeps its size.
    #[schema(required)]
    width: Option<i64>,
    #[schema(required)]
    height: Option<i64>,
    format: PictureFormat,
}

impl SharedPreset {
    fn of(preset: Preset) -> Self {
        let Preset { preset_id, name, width, height, format, .. } = preset;
        Self { preset_id, name, width, height, format }
    }
}

/// Lists the named sizes and formats in which a link gives pictures away.
#[utoipa::path(get, path = "/api/link/{token}/presets", tag = "link", operation_id = "link_presets",
    params(("token" = String, Path, description = "The end of the link's address")),
    responses((status = OK, body = SharedPresets, description = "All of them"),
        (status = FORBIDDEN, description = "The link gives pictures away as they are, or none")))]
pub async fn presets(
    State(links): State<Links>,
    Path(token): Path<String>,
    ClientOrigin(origin): ClientOrigin,
    headers: HeaderMap,
) -> Result<Json<SharedPresets>, Problem> {
    let visit = Visit::of(&token, origin, &headers);
    links.limits.count_page(visit.address)?;
    let found = links.find_open(&visit).await?;
    let (require_any, tenant) = (found.require_any(), found.row.tenant);
    let read = security::read(&links.db, &found.maker, move |c, access| {
        require_any(c, access)?;
        Ok::<_, Error>(presets_of(c, tenant)?)
    });
    let presets = read.await?;
    Given::Preset.require(&found.row)?;
    Ok(Json(SharedPresets { items: presets.into_iter().map(SharedPreset::of).collect() }))
}
