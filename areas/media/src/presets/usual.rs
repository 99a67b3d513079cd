//! `POST rendition/preset/usual`: the presets that most tenants begin with.

use audit::{Act, Object};
use axum::extract::State;
use axum::http::StatusCode;
use primitives::{AppInstanceId, TenantId, fold};
use rest::{CurrentUser, Json, Path, Problem, current_language, text};
use serde::Deserialize;
use serde_json::json;

use super::create::insert;
use super::model::PresetList;
use super::{store, tenants_here};
use crate::Media;
use crate::look::{DEFAULT_QUALITY, Look, PictureFit, PictureFormat};

/// The key of the name, the sides, and what happens to other shapes.
const USUAL: [(&str, u32, u32, PictureFit); 5] = [
    ("usual_preset.square", 1080, 1080, PictureFit::Cover),
    ("usual_preset.story", 1080, 1920, PictureFit::Cover),
    ("usual_preset.linkedin", 1200, 627, PictureFit::Cover),
    ("usual_preset.web", 1600, 1600, PictureFit::Contain),
    ("usual_preset.email", 800, 800, PictureFit::Contain),
];

#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub(crate) struct UsualPresetsForm {
    tenant_id: TenantId,
}

/// Adds usual presets to a tenant, named in the asker's language: squares and stories, pictures for a page and for an
/// e-mail. Where it has one of the name, that stays as it is.
#[utoipa::path(post, path = "/api/app/{application_instance_id}/rendition/preset/usual", tag = "content",
    operation_id = "preset_add_usual", request_body = UsualPresetsForm,
    params(("application_instance_id" = i64, Path)),
    responses((status = CREATED, body = PresetList, description = "Those that were added: none if it has them all")))]
pub(crate) async fn add(
    State(media): State<Media>,
    CurrentUser(actor): CurrentUser,
    Path(instance): Path<AppInstanceId>,
    Json(UsualPresetsForm { tenant_id: tenant }): Json<UsualPresetsForm>,
) -> Result<(StatusCode, Json<PresetList>), Problem> {
    let (now, language) = (media.clock.now(), current_language());
    let added = media.db.write(move |tx| {
        if !tenants_here(tx, &actor, instance)?.contains(&tenant) {
            return Err(Problem::unknown("tenant_id"));
        }
        let known: Vec<String> = store::of_tenant(tx, tenant)?.iter().map(|one| fold(&one.name)).collect();
        let mut added = Vec::new();
        for (key, width, height, fit) in USUAL {
            let name = text(language, key, &[]);
            if !known.contains(&fold(&name)) {
                added.push(insert(tx, tenant, &name, &look(width, height, fit))?);
            }
        }
        if !added.is_empty() {
            let names: Vec<_> = added.iter().map(|preset| preset.name.as_str()).collect();
            let act = Act::new("preset_add_usual", tenant, Object::new("tenant", tenant.0, ""));
            audit::record(tx, &*actor, act.after(json!({ "presets": names.join(", ") })), now);
        }
        Ok(added)
    });
    let items = added.await?;
    let total = i64::try_from(items.len()).unwrap_or(i64::MAX);
    Ok((StatusCode::CREATED, Json(PresetList { items, total })))
}

fn look(width: u32, height: u32, fit: PictureFit) -> Look {
    let (width, height) = (Some(width), Some(height));
    Look { width, height, fit, format: PictureFormat::Jpeg, quality: DEFAULT_QUALITY, background: None, enlarge: false }
}
