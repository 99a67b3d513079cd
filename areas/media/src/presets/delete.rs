//! `DELETE rendition/preset/{preset_id}`: by an admin of its tenant.

use audit::{Act, Object};
use axum::extract::State;
use axum::http::StatusCode;
use primitives::AppInstanceId;
use rest::{CurrentUser, Path, Problem};

use super::model::PresetId;
use super::{store, tenants_here};
use crate::Media;

/// Deletes a preset.
#[utoipa::path(delete, path = "/api/app/{application_instance_id}/rendition/preset/{preset_id}", tag = "content",
    operation_id = "preset_delete",
    params(("application_instance_id" = i64, Path), ("preset_id" = i64, Path)),
    responses((status = NO_CONTENT, description = "It is deleted")))]
pub(crate) async fn delete(
    State(media): State<Media>,
    CurrentUser(actor): CurrentUser,
    Path((instance, id)): Path<(AppInstanceId, PresetId)>,
) -> Result<StatusCode, Problem> {
    let now = media.clock.now();
    let deleted = media.db.write(move |tx| {
        let here = tenants_here(tx, &actor, instance)?;
        let old = store::find(tx, id, &here)?.ok_or_else(Problem::not_found)?;
        store::delete(tx, id)?;
        let act = Act::new("preset_delete", old.tenant_id, Object::new("preset", id.0, &old.name));
        audit::record(tx, &*actor, act.before(old.log_fields()), now);
        Ok::<_, Problem>(())
    });
    deleted.await?;
    Ok(StatusCode::NO_CONTENT)
}
